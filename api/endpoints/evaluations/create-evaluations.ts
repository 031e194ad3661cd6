import { startRuns } from '../../../commands/runs/start-run';
import { EvaluationBatchCreate, RunBatchCreated } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { acceptedBatch, evaluationsOf, PAID_RUN_PROBLEMS } from '../runs/accept';

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
