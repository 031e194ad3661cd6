import { EvaluationCreate, PaidProductRunCreated } from '../../../contracts/runs';
import { endpoint, key } from '../../endpoint';
import { acceptPaidRun } from '../runs/accept';
import { evaluationMessage } from './evaluation-message';

/** Stages that an evaluation goes through: researching, validating, rendering. */
const STEPS = 3;
const POLL_AFTER_SECONDS = 2;

/** Takes one Idea Check entitlement and starts a durable evaluation (spec row 12). */
export const createEvaluation = endpoint({
  method: 'POST',
  path: '/v1/evaluations',
  operationId: 'createEvaluation',
  summary: 'Start an Idea Check of one newsletter idea',
  description:
    'Consumes one unused Idea Check entitlement of the account. Repeat a request after a transport failure with the same Idempotency-Key and body: it gets the first answer again.',
  audience: 'customer',
  auth: key('evaluations:create', { live: true }),
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  body: EvaluationCreate,
  responseScope: 'caller_account',
  responses: { 202: PaidProductRunCreated },
  problems: ['entitlement_required', 'budget_spent'],

  async handle({ deps, caller, body, idempotencyKey }) {
    return acceptPaidRun(
      deps,
      { operation: 'POST /v1/evaluations', caller, idempotencyKey },
      {
        kind: 'idea_check',
        input: body,
        progressTotal: STEPS,
        pollAfterSeconds: POLL_AFTER_SECONDS,
        start: (runId) => evaluationMessage(deps.settings, runId, caller),
      },
    );
  },
});
