import { DEFAULT_CANDIDATE_COUNT, PaidProductRunCreated, SearchCreate } from '../../../contracts/runs';
import { endpoint, key } from '../../endpoint';
import { acceptPaidRun } from '../runs/accept';
import { searchMessage } from './search-message';

const POLL_AFTER_SECONDS = 5;

/** Takes one Custom Search entitlement and starts a durable search (spec row 13). */
export const createSearch = endpoint({
  method: 'POST',
  path: '/v1/searches',
  operationId: 'createSearch',
  summary: 'Start a Custom Search: plan, research and rank newsletter ideas for one operator',
  description:
    'Consumes one unused Custom Search entitlement of the account. `progress` of the run counts candidates. The search completes when at least half of them pass; below that it fails and the entitlement is given back. Repeat a request after a transport failure with the same Idempotency-Key and body: it gets the first answer again.',
  audience: 'customer',
  auth: key('searches:create', { live: true }),
  limit: 'runCreation',
  idempotent: true,
  startsRun: true,
  body: SearchCreate,
  responseScope: 'caller_account',
  responses: { 202: PaidProductRunCreated },
  problems: ['entitlement_required', 'budget_spent'],

  async handle({ deps, caller, body, idempotencyKey }) {
    const candidateCount = body.candidateCount ?? DEFAULT_CANDIDATE_COUNT;
    return acceptPaidRun(
      deps,
      { operation: 'POST /v1/searches', caller, idempotencyKey },
      {
        kind: 'custom_search',
        input: { ...body, candidateCount },
        progressTotal: candidateCount,
        pollAfterSeconds: POLL_AFTER_SECONDS,
        start: (runId) => searchMessage(deps.settings, runId, caller, candidateCount),
      },
    );
  },
});
