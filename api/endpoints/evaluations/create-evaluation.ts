import { EvaluationCreate, PaidProductRunCreated } from '../../../contracts/runs';
import { fingerprint } from '../../../store/idempotency';
import { acceptRun } from '../../../store/runs/accept-run';
import { endpoint, key } from '../../endpoint';
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
  problems: ['entitlement_required'],

  async handle({ deps, caller, body, idempotencyKey }) {
    const { settings } = deps;
    const { value, replayed, pending } = await acceptRun(deps.db, {
      idempotency: {
        accountId: caller.accountId,
        operation: 'POST /v1/evaluations',
        key: idempotencyKey,
        fingerprint: fingerprint(body),
      },
      accountId: caller.accountId,
      apiKeyId: caller.apiKeyId,
      mode: caller.mode,
      kind: 'idea_check',
      input: body,
      progressTotal: STEPS,
      queueExpiryMs: settings.runQueueExpiryMs,
      pollAfterSeconds: POLL_AFTER_SECONDS,
      start: (runId) => evaluationMessage(settings, runId, caller),
    });
    if (pending) deps.deliver(pending);
    return {
      status: 202,
      body: { ...value, replayed },
      headers: {
        Location: value.statusUrl,
        'Retry-After': String(value.pollAfterSeconds),
        'Cache-Control': 'no-store',
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      },
    };
  },
});
