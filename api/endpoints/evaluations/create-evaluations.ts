import { startRuns } from '../../../commands/runs/start-run';
import { EvaluationBatchCreate, partsOf, RunBatchCreated } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { operationReply } from '../../../http/reply';
import { RUN_KINDS } from '../../../domain/run-kinds';
import { PAID_RUN_PROBLEMS } from '../runs/accept';

/** Room for a hundred ideas of some pages; reading it takes milliseconds. */
const MAX_BODY_BYTES = 512 * 1024;

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
  maxBodyBytes: MAX_BODY_BYTES,
  responseScope: 'caller_account',
  answers: ['Retry-After'],
  responses: { 202: RunBatchCreated },
  problems: PAID_RUN_PROBLEMS,

  async handle({ deps, caller, body, claim }) {
    const runs = body.items.map((item) => ({ kind: 'idea_check' as const, ...partsOf(item) }));
    const { value, replayed } = await startRuns(deps, { claim, owner: caller, runs });
    const headers = { 'Retry-After': String(RUN_KINDS.idea_check.pollAfterSeconds) };
    return operationReply(202, { body: { runs: value.map((run) => ({ ...run, replayed })) }, replayed, headers });
  },
});
