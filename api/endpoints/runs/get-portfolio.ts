import { Failure } from '../../../contracts/failures';
import { Portfolio } from '../../../contracts/portfolio';
import { readArtifact } from '../../../store/runs/read-runs';
import { endpoint, key } from '../../endpoint';
import { NO_STORE } from '../../reply';
import { completedRun, NOT_READY, ownRun } from './find-run';

/** Ranked portfolio of a completed Custom Search; an Idea Check has none. */
export const getPortfolio = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/portfolio',
  operationId: 'getRunPortfolio',
  summary: 'Ranked portfolio of a completed Custom Search',
  audience: 'customer',
  auth: key('findings:read'),
  limit: 'runReads',
  id: { prefix: 'run', missing: 'run_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Portfolio },
  problems: [...NOT_READY, 'portfolio_not_applicable'],

  async handle({ deps, caller, id }) {
    const { kind } = await ownRun(deps, caller, id);
    if (kind !== 'custom_search') throw new Failure('portfolio_not_applicable');
    await completedRun(deps, caller, id);
    const body = await readArtifact(deps.db, id, 'portfolio');
    if (!body) throw new Failure('artifact_unavailable');
    return { status: 200, headers: NO_STORE, body, type: 'application/json' };
  },
});
