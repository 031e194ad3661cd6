import { endpoint, key } from '../../http/endpoint';
import { searchCreated } from '../../http/examples';
import {
  EvaluationCreate,
  PaidProductRunCreated,
  partsOf,
  EvaluationBatchCreate,
  RunBatchCreated,
  partsOfSearch,
  SearchCreate,
} from '../../modules/run-kinds/contract';
import { startRun, startRuns } from '../../modules/runs/use-cases/start-run';
import { accepted, PAID_RUN_PROBLEMS, acceptedBatch, evaluationsOf } from './accept';

/** Consumes one Idea Check entitlement and starts a durable evaluation (docs/interface.md, Runs). */
export const createEvaluation = endpoint({
  method: 'POST',
  path: '/v1/evaluations',
  operationId: 'createEvaluation',
  tag: 'evaluations',
  summary: 'Start an Idea Check of one newsletter idea',
  description:
    'Consumes one unused Idea Check entitlement of the account. Repeat a request after a transport failure with the same Idempotency-Key and body: it returns the first response again.',
  audience: 'customer',
  auth: key('evaluations:create', { mode: 'live' }),
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  body: EvaluationCreate,
  responseScope: 'caller_account',
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  problems: PAID_RUN_PROBLEMS,

  async handle({ deps, caller, body, claim }) {
    return accepted(startRun(deps, { claim, owner: caller, kind: 'idea_check', ...partsOf(body) }));
  },
});

/** Consumes one Idea Check entitlement for each item and starts their evaluations, all or none (docs/interface.md, Runs). */
export const createEvaluations = endpoint({
  method: 'POST',
  path: '/v1/evaluations/batch',
  operationId: 'createEvaluations',
  tag: 'evaluations',
  summary: 'Start Idea Checks of up to a hundred newsletter ideas',
  description:
    'Consumes one unused Idea Check entitlement for each item, all or none: with fewer entitlements than items nothing is started. Each item becomes a run of its own. The same Idempotency-Key and body return the first response again.',
  audience: 'customer',
  auth: key('evaluations:create', { mode: 'live' }),
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  body: EvaluationBatchCreate,
  responseScope: 'caller_account',
  answers: ['Retry-After'],
  responses: { 202: RunBatchCreated },
  problems: PAID_RUN_PROBLEMS,

  async handle({ deps, caller, body, claim }) {
    return acceptedBatch(startRuns(deps, { claim, owner: caller, runs: evaluationsOf(body) }));
  },
});

/** Consumes one Custom Search entitlement and starts a durable search (docs/interface.md, Runs). */
export const createSearch = endpoint({
  method: 'POST',
  path: '/v1/searches',
  operationId: 'createSearch',
  tag: 'searches',
  summary: 'Start a Custom Search: plan, research and rank newsletter ideas for one operator',
  description:
    'Consumes one unused Custom Search entitlement of the account. `progress` of the run counts candidates. The search completes if at least half of them pass validation; otherwise it fails and the entitlement is restored. Repeat a request after a transport failure with the same Idempotency-Key and body: it returns the first response again.',
  audience: 'customer',
  auth: key('searches:create', { mode: 'live' }),
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  body: SearchCreate,
  responseScope: 'caller_account',
  answers: ['Location', 'Retry-After'],
  responses: { 202: PaidProductRunCreated },
  example: searchCreated,
  problems: PAID_RUN_PROBLEMS,

  async handle({ deps, caller, body, claim }) {
    return accepted(startRun(deps, { claim, owner: caller, kind: 'custom_search', ...partsOfSearch(body) }));
  },
});
