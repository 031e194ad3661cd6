import { endpoint, key, open } from '../../http/endpoint';
import { runCanceling, searchCreated, searchesCreated } from '../../http/examples';
import { sandboxShare } from '../../http/limits/limiters';
import { fixed } from '../../http/reply';
import { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import {
  PaidProductRunCreated,
  RunStatus,
  EvaluationCreate,
  partsOf,
  EvaluationBatchCreate,
  RunBatchCreated,
  partsOfSearch,
  SearchCreate,
  SearchBatchCreate,
} from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { SANDBOX_OUTCOMES, SANDBOX_PROVIDER } from '../../modules/run-kinds/sandbox';
import { RUN_ID } from '../../modules/runs/use-cases/documents';
import { reachDeadline as reachOwnDeadline } from '../../modules/runs/use-cases/operate';
import { toRunStatus } from '../../modules/runs/use-cases/run-view';
import { ofSample, readDossierSample } from '../../modules/runs/use-cases/sample';
import { startSandboxRun, startSandboxRuns } from '../../modules/runs/use-cases/start-run';
import { accepted, acceptedBatch, evaluationsOf, searchesOf } from './start-runs';

/** List of the phrases that select an outcome, for the API reference. */
const WORDS = Object.entries(SANDBOX_OUTCOMES)
  .map(([name, effect]) => `- \`sandbox:${name}\`: ${effect}`)
  .join('\n');

const RUN = runCanceling.runId;

const sandboxSearchCreated: PaidProductRunCreated = { ...searchCreated, mode: 'test' };

const sandboxEvaluationCreated: PaidProductRunCreated = {
  ...sandboxSearchCreated,
  runId: RUN,
  kind: 'idea_check',
  statusUrl: `/v1/runs/${RUN}`,
  pollAfterSeconds: RUN_KINDS.idea_check.pollAfterSeconds,
};

/** Example response of POST /v1/sandbox/runs/{id}/deadline: the run's deadline is now. */
const sandboxRun: RunStatus = {
  ...runCanceling,
  status: 'running',
  mode: 'test',
  provider: { name: SANDBOX_PROVIDER, agentId: SANDBOX_PROVIDER, agentVersion: '1', sessionId: `sandbox_${RUN}` },
  deadlineAt: runCanceling.updatedAt,
};

const PLAYED = {
  tag: 'sandbox',
  audience: 'customer',
  limit: 'sandboxRuns',
  idempotent: true,
  responseScope: 'caller_account',
  problems: ['entitlement_required'],
} as const;

/** Simulates an Idea Check without an entitlement or an agent (docs/interface/sandbox.md). */
export const createSandboxEvaluation = endpoint({
  ...PLAYED,
  method: 'POST',
  path: '/v1/sandbox/evaluations',
  operationId: 'createSandboxEvaluation',
  summary: 'Simulate an Idea Check with a test key',
  description: `Has the responses, states, documents and errors of a live run, within seconds and at no cost. Phrases in \`idea\` choose the outcome:\n\n${WORDS}\n\n`,
  auth: key(['sandbox', 'evaluations:create'], { mode: 'test' }),
  body: EvaluationCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: sandboxEvaluationCreated,

  async handle({ deps, caller, body, claim }) {
    return accepted(
      startSandboxRun(deps, sandboxShare(deps.limiters), {
        claim,
        owner: caller,
        kind: 'idea_check',
        ...partsOf(body),
      }),
    );
  },
});

/**
 * Simulates Idea Checks without entitlements or agents. If one is refused, none starts (docs/interface/sandbox.md).
 */
export const createSandboxEvaluations = endpoint({
  ...PLAYED,
  method: 'POST',
  path: '/v1/sandbox/evaluations/batch',
  operationId: 'createSandboxEvaluations',
  summary: 'Simulate up to a hundred Idea Checks with a test key',
  description:
    'Works like a batch of live runs, at no cost. Phrases in the `idea` of each item choose the outcome of its run. A phrase that refuses one run refuses the whole batch.',
  auth: key(['sandbox', 'evaluations:create'], { mode: 'test' }),
  body: EvaluationBatchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: RunBatchCreated },

  async handle({ deps, caller, body, claim }) {
    const runs = evaluationsOf(body);
    return acceptedBatch(
      'idea_check',
      startSandboxRuns(deps, sandboxShare(deps.limiters), { claim, owner: caller, runs }),
    );
  },
});

/** Simulates a Custom Search without an entitlement or an agent (docs/interface/sandbox.md). */
export const createSandboxSearch = endpoint({
  ...PLAYED,
  method: 'POST',
  path: '/v1/sandbox/searches',
  operationId: 'createSandboxSearch',
  summary: 'Simulate a Custom Search with a test key',
  description: `Has the responses, states, documents and errors of a live run, within seconds and at no cost. Phrases in \`operatorProfile\` choose the outcome:\n\n${WORDS}\n\n`,
  auth: key(['sandbox', 'searches:create'], { mode: 'test' }),
  body: SearchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: sandboxSearchCreated,

  async handle({ deps, caller, body, claim }) {
    return accepted(
      startSandboxRun(deps, sandboxShare(deps.limiters), {
        claim,
        owner: caller,
        kind: 'custom_search',
        ...partsOfSearch(body),
      }),
    );
  },
});

/**
 * Simulates Custom Searches without entitlements or agents. If one is refused, none starts
 * (docs/interface/sandbox.md).
 */
export const createSandboxSearches = endpoint({
  ...PLAYED,
  method: 'POST',
  path: '/v1/sandbox/searches/batch',
  operationId: 'createSandboxSearches',
  summary: 'Simulate up to a hundred Custom Searches with a test key',
  description:
    'Works like a batch of live searches, at no cost. Phrases in the `operatorProfile` of each item choose the outcome of its run. A phrase that refuses one run refuses the whole batch.',
  auth: key(['sandbox', 'searches:create'], { mode: 'test' }),
  body: SearchBatchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: RunBatchCreated },
  example: { ...searchesCreated, runs: [sandboxSearchCreated] },

  async handle({ deps, caller, body, claim }) {
    const runs = searchesOf(body);
    return acceptedBatch(
      'custom_search',
      startSandboxRuns(deps, sandboxShare(deps.limiters), { claim, owner: caller, runs }),
    );
  },
});

/** Test clock: moves a sandbox run to its deadline (docs/interface/sandbox.md). */
export const reachDeadline = endpoint({
  method: 'POST',
  path: '/v1/sandbox/runs/{id}/deadline',
  operationId: 'reachSandboxDeadline',
  tag: 'sandbox',
  summary: 'Move a sandbox run to its deadline',
  description:
    'A `running` run ends as `failed` with `deadline_exceeded`, or delivers its latest submission. A `queued` run ends as `expired`. You can safely repeat the request.',
  audience: 'customer',
  auth: key('sandbox', { mode: 'test' }),
  limit: 'runCancel',
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 202: RunStatus },
  example: sandboxRun,
  problems: ['run_already_finished'],

  async handle({ deps, caller, id }) {
    const run = await reachOwnDeadline(deps, caller.accountId, id);
    return { status: 202, body: toRunStatus(run), headers: { 'Cache-Control': 'private, no-cache' } };
  },
});

const sampleReply = ofSample(({ findings }) => Promise.resolve(fixed(findings)));

/** Findings of the built-in or published sample dossier, free and without a key. */
export const getSampleFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/sample/findings',
  operationId: 'getSampleFindings',
  tag: 'runs',
  summary: 'Get sample findings',
  audience: 'public',
  auth: open,
  large: true,
  anyOrigin: true,
  responseScope: 'public',
  responses: { 200: Findings, 304: null },
  example: sampleFindings,

  handle: async ({ deps, ifNoneMatch }) => (await sampleReply(await readDossierSample(deps.db)))(ifNoneMatch),
});
