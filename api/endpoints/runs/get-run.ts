import { isFinished, RunStatus, type RunStatusName } from '../../../contracts/runs';
import { endpoint, key } from '../../endpoint';
import { matches } from '../../reply';
import { ownRun } from './find-run';
import { runTag, toRunStatus } from './run-view';

/** Status of one run; `Prefer: wait=N` holds the answer until the run changes. */
export const getRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}',
  operationId: 'getRun',
  summary: 'Status of one run',
  description:
    'Poll this. Send the ETag back in `If-None-Match` to get 304 while nothing changed, and `Prefer: wait=N` (at most 30 seconds) to have the answer held until the run changes. A finished run is answered at once.',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runReads',
  id: { prefix: 'run', missing: 'run_not_found' },
  waits: true,
  responseScope: 'caller_account',
  responses: { 200: RunStatus, 304: null },

  async handle({ deps, caller, id, waitSeconds, ifNoneMatch }) {
    let run = await ownRun(deps, caller, id);
    // With an ETag a caller waits for something newer than that; without one, for the next change.
    const seen = run.version;
    const until = Date.now() + waitSeconds * 1_000;
    const news = () => run.version !== seen || (ifNoneMatch !== null && !matches(ifNoneMatch, runTag(run)));
    while (!news() && !isFinished(run.status as RunStatusName) && Date.now() < until) {
      const changed = deps.changes.changed(id, until - Date.now());
      // Looked at again only after listening began, so that a change in between is not slept through.
      run = await ownRun(deps, caller, id);
      if (news()) break;
      const goOn = await changed;
      run = await ownRun(deps, caller, id);
      if (!goOn) break;
    }
    const headers = { 'Cache-Control': 'private, no-cache', ETag: runTag(run) };
    if (matches(ifNoneMatch, headers.ETag)) return { status: 304, headers };
    return { status: 200, headers, body: toRunStatus(run) };
  },
});
