import { Failure } from '../../../contracts/failures';
import { Portfolio } from '../../../contracts/portfolio';
import { hasPortfolio } from '../../../domain/run-kinds';
import { endpoint, key } from '../../../http/endpoint';
import { document } from '../../../http/reply';
import { completedRun, documentOf, NOT_READY, ownRun, RUN_ID } from '../../../commands/runs/find-run';

/** Ranked portfolio of a completed Custom Search; an Idea Check has none. */
export const getPortfolio = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/portfolio',
  operationId: 'getRunPortfolio',
  tag: 'runs',
  summary: 'Ranked portfolio of a completed Custom Search',
  audience: 'customer',
  auth: key('findings:read'),
  limit: 'runReads',
  large: true,
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 200: Portfolio, 304: null },
  problems: [...NOT_READY, 'portfolio_not_applicable'],

  async handle({ deps, caller, id, ifNoneMatch }) {
    if (!hasPortfolio(await ownRun(deps, caller, id))) throw new Failure('portfolio_not_applicable');
    const run = await completedRun(deps, caller, id);
    return document(await documentOf(deps, run, 'portfolio'), 'application/json', { ifNoneMatch });
  },
});
