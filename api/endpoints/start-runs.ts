import { endpoint, key } from '../../http/endpoint';
import { searchCreated, searchesCreated } from '../../http/examples';
import { operationReply } from '../../http/reply';
import {
  EvaluationCreate,
  PaidProductRunCreated,
  partsOf,
  EvaluationBatchCreate,
  RunBatchCreated,
  partsOfSearch,
  SearchCreate,
  SearchBatchCreate,
  type RunKind,
} from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { startRun, startRuns } from '../../modules/runs/use-cases/start-run';

const PAID = {
  audience: 'customer',
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  responseScope: 'caller_account',
  problems: ['entitlement_required', 'budget_spent'],
} as const;

/** Uses one Idea Check entitlement and starts an evaluation (docs/interface/runs.md). */
export const createEvaluation = endpoint({
  ...PAID,
  method: 'POST',
  path: '/v1/evaluations',
  operationId: 'createEvaluation',
  tag: 'evaluations',
  summary: 'Start an Idea Check',
  description:
    'Uses one Idea Check entitlement of the account. After a lost connection, repeat the request with the same Idempotency-Key and body to get the first response again.',
  auth: key('evaluations:create', { mode: 'live' }),
  body: EvaluationCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },

  async handle({ deps, caller, body, claim }) {
    return accepted(startRun(deps, { claim, owner: caller, kind: 'idea_check', ...partsOf(body) }));
  },
});

/** Starts one evaluation per item, each for one Idea Check entitlement, or none at all (docs/interface/runs.md). */
export const createEvaluations = endpoint({
  ...PAID,
  method: 'POST',
  path: '/v1/evaluations/batch',
  operationId: 'createEvaluations',
  tag: 'evaluations',
  summary: 'Start up to a hundred Idea Checks',
  description:
    'Uses one Idea Check entitlement per item. With fewer entitlements than items, nothing starts. Each item becomes its own run. The same Idempotency-Key and body return the first response again.',
  auth: key('evaluations:create', { mode: 'live' }),
  body: EvaluationBatchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: RunBatchCreated },

  async handle({ deps, caller, body, claim }) {
    return acceptedBatch('idea_check', startRuns(deps, { claim, owner: caller, runs: evaluationsOf(body) }));
  },
});

/** Uses one Custom Search entitlement and starts a search (docs/interface/runs.md). */
export const createSearch = endpoint({
  ...PAID,
  method: 'POST',
  path: '/v1/searches',
  operationId: 'createSearch',
  tag: 'searches',
  summary: 'Start a Custom Search: plan, research and rank newsletter ideas for one operator',
  description:
    'Uses one Custom Search entitlement of the account. The `progress` of the run counts candidates. The search completes if at least half of them pass validation. Otherwise it fails, and the entitlement is restored. After a lost connection, repeat the request with the same Idempotency-Key and body to get the first response again.',
  auth: key('searches:create', { mode: 'live' }),
  body: SearchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: searchCreated,

  async handle({ deps, caller, body, claim }) {
    return accepted(startRun(deps, { claim, owner: caller, kind: 'custom_search', ...partsOfSearch(body) }));
  },
});

/** Starts one search per item, each for one Custom Search entitlement, or none at all (docs/interface/runs.md). */
export const createSearches = endpoint({
  ...PAID,
  method: 'POST',
  path: '/v1/searches/batch',
  operationId: 'createSearches',
  tag: 'searches',
  summary: 'Start up to a hundred Custom Searches',
  description:
    'Uses one Custom Search entitlement per item. With fewer entitlements than items, nothing starts. Each item becomes its own run. The same Idempotency-Key and body return the first response again.',
  auth: key('searches:create', { mode: 'live' }),
  body: SearchBatchCreate,
  answers: ['Location', 'Retry-After'],
  responses: { 202: RunBatchCreated },
  example: searchesCreated,

  async handle({ deps, caller, body, claim }) {
    return acceptedBatch('custom_search', startRuns(deps, { claim, owner: caller, runs: searchesOf(body) }));
  },
});

export async function accepted(started: ReturnType<typeof startRun>) {
  const { value, replayed } = await started;
  const body: PaidProductRunCreated = { ...value, replayed };
  const headers = { Location: body.statusUrl, 'Retry-After': String(value.pollAfterSeconds) };
  return operationReply(202, { body, replayed, headers });
}

export function evaluationsOf({ items }: EvaluationBatchCreate) {
  return items.map((item) => ({ kind: 'idea_check' as const, ...partsOf(item) }));
}

export function searchesOf({ items }: SearchBatchCreate) {
  return items.map((item) => ({ kind: 'custom_search' as const, ...partsOfSearch(item) }));
}

/** Responds 202 with a started batch of runs of one kind. */
export async function acceptedBatch(kind: RunKind, started: ReturnType<typeof startRuns>) {
  const { value, replayed } = await started;
  const { batchId, runs } = value;
  const headers = { Location: `/v1/batches/${batchId}`, 'Retry-After': String(RUN_KINDS[kind].pollAfterSeconds) };
  return operationReply(202, { body: { batchId, runs: runs.map((run) => ({ ...run, replayed })) }, replayed, headers });
}
