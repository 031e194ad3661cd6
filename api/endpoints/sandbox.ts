import { endpoint, key } from '../../http/endpoint';
import { runCanceling, searchCreated } from '../../http/examples';
import { sandboxShare } from '../../http/limits/limiters';
import {
  PaidProductRunCreated,
  RunStatus,
  EvaluationCreate,
  partsOf,
  EvaluationBatchCreate,
  RunBatchCreated,
  partsOfSearch,
  SearchCreate,
} from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { SANDBOX_OUTCOMES, SANDBOX_PROVIDER } from '../../modules/run-kinds/sandbox';
import { RUN_ID } from '../../modules/runs/use-cases/documents';
import { reachDeadline as reachOwnDeadline } from '../../modules/runs/use-cases/operate';
import { toRunStatus } from '../../modules/runs/use-cases/run-view';
import { startSandboxRun, startSandboxRuns } from '../../modules/runs/use-cases/start-sandbox-run';
import { accepted, acceptedBatch, evaluationsOf } from './accept';

/** Description of the words that choose an outcome, for the reference. */
export const WORDS = Object.entries(SANDBOX_OUTCOMES)
  .map(([name, effect]) => `- \`sandbox:${name}\`: ${effect}`)
  .join('\n');

const RUN = runCanceling.runId;

/** Answer of POST /v1/sandbox/searches. */
export const sandboxSearchCreated: PaidProductRunCreated = { ...searchCreated, mode: 'test' };

/** Answer of POST /v1/sandbox/evaluations. */
export const sandboxEvaluationCreated: PaidProductRunCreated = {
  ...sandboxSearchCreated,
  runId: RUN,
  kind: 'idea_check',
  statusUrl: `/v1/runs/${RUN}`,
  pollAfterSeconds: RUN_KINDS.idea_check.pollAfterSeconds,
};

/** Answer of POST /v1/sandbox/runs/{id}/deadline: its deadline is now. */
export const sandboxRun: RunStatus = {
  ...runCanceling,
  status: 'running',
  mode: 'test',
  provider: { name: SANDBOX_PROVIDER, agentId: SANDBOX_PROVIDER, agentVersion: '1', sessionId: `sandbox_${RUN}` },
  deadlineAt: runCanceling.updatedAt,
};

/** Plays an Idea Check without a credit and without an agent (docs/interface.md, Sandbox). */
export const createSandboxEvaluation = endpoint({
  method: 'POST',
  path: '/v1/sandbox/evaluations',
  operationId: 'createSandboxEvaluation',
  tag: 'sandbox',
  summary: 'Play an Idea Check with a test key',
  description: `The answers, states, documents and errors of a live run, within seconds, at no cost. Words in \`idea\` choose how it ends:\n\n${WORDS}\n\n`,
  audience: 'customer',
  auth: key(['sandbox', 'evaluations:create'], { mode: 'test' }),
  limit: 'sandboxRuns',
  idempotent: true,
  body: EvaluationCreate,
  responseScope: 'caller_account',
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: sandboxEvaluationCreated,
  problems: ['entitlement_required'],

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

/** Plays Idea Checks without credits and without an agent, all or none (docs/interface.md, Sandbox). */
export const createSandboxEvaluations = endpoint({
  method: 'POST',
  path: '/v1/sandbox/evaluations/batch',
  operationId: 'createSandboxEvaluations',
  tag: 'sandbox',
  summary: 'Play up to a hundred Idea Checks with a test key',
  description:
    'As a batch of live runs, at no cost. The words in the `idea` of each item choose how its run ends; words that refuse one run refuse the whole batch.',
  audience: 'customer',
  auth: key(['sandbox', 'evaluations:create'], { mode: 'test' }),
  limit: 'sandboxRuns',
  idempotent: true,
  body: EvaluationBatchCreate,
  responseScope: 'caller_account',
  answers: ['Retry-After'],
  responses: { 202: RunBatchCreated },
  problems: ['entitlement_required'],

  async handle({ deps, caller, body, claim }) {
    return acceptedBatch(
      startSandboxRuns(deps, sandboxShare(deps.limiters), { claim, owner: caller, runs: evaluationsOf(body) }),
    );
  },
});

/** Plays a Custom Search without a credit and without an agent (docs/interface.md, Sandbox). */
export const createSandboxSearch = endpoint({
  method: 'POST',
  path: '/v1/sandbox/searches',
  operationId: 'createSandboxSearch',
  tag: 'sandbox',
  summary: 'Play a Custom Search with a test key',
  description: `The answers, states, documents and errors of a live run, within seconds, at no cost. Words in \`operatorProfile\` choose how it ends:\n\n${WORDS}\n\n`,
  audience: 'customer',
  auth: key(['sandbox', 'searches:create'], { mode: 'test' }),
  limit: 'sandboxRuns',
  idempotent: true,
  body: SearchCreate,
  responseScope: 'caller_account',
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: sandboxSearchCreated,
  problems: ['entitlement_required'],

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

/** Test clock: moves a run of the sandbox to its deadline (docs/interface.md, Sandbox). */
export const reachDeadline = endpoint({
  method: 'POST',
  path: '/v1/sandbox/runs/{id}/deadline',
  operationId: 'reachSandboxDeadline',
  tag: 'sandbox',
  summary: 'Move a sandbox run to its deadline',
  description:
    'A run that is `running` ends as `failed` with `deadline_exceeded`, or delivers what was handed in by then; one that is `queued` ends as `expired`. Repeating the request is harmless.',
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
