import { searchCreated } from '../../../http/examples';
import { PaidProductRunCreated, partsOfSearch, SearchCreate } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { startRun } from '../../../commands/runs/start-run';
import { accepted, PAID_RUN_PROBLEMS } from '../runs/accept';

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
