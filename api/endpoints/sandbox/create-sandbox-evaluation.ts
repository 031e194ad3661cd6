import { EvaluationCreate, PaidProductRunCreated, partsOf } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { startSandboxRun } from '../../../commands/runs/start-sandbox-run';
import { accepted } from '../runs/accept';
import { sandboxEvaluationCreated } from './examples';
import { WORDS } from './words';
import { sandboxShare } from '../../../http/limits/limiters';

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
