import { PaidProductRunCreated, partsOfSearch, SearchCreate } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { startSandboxRun } from '../../../commands/runs/start-sandbox-run';
import { accepted } from '../runs/accept';
import { sandboxSearchCreated } from './examples';
import { WORDS } from './words';
import { sandboxShare } from '../../../http/limits/limiters';

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
