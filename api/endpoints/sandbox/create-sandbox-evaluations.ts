import { startSandboxRuns } from '../../../commands/runs/start-sandbox-run';
import { EvaluationBatchCreate, RunBatchCreated } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { acceptedBatch, evaluationsOf } from '../runs/accept';
import { sandboxShare } from '../../../http/limits/limiters';

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
