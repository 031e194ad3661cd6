import { EvaluationCreate, PaidProductRunCreated, partsOf } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { startRun } from '../../../commands/runs/start-run';
import { accepted, PAID_RUN_PROBLEMS } from '../runs/accept';

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
