import { Type } from '@sinclair/typebox';
import { MetadataFilter } from '../../base/metadata';
import { closed } from '../../base/schema';
import type { ApiDeps } from '../../http/deps';
import { endpoint, key, keyWithAny } from '../../http/endpoint';
import { EVENT_STREAM, eventStream } from '../../http/event-stream';
import { runCanceling } from '../../http/examples';
import { oneOrMore, pageParameters, pageReply, pageSchema, valuesOf } from '../../http/list-page';
import { apiKeyOf, requireScopes } from '../../http/middleware/authenticate';
import { matches, NO_STORE } from '../../http/reply';
import { preferredFormat } from '../../http/request-headers';
import type { Caller } from '../../modules/accounts/store/callers';
import { RunStatus, RUN_KIND_NAMES, RUN_STATUSES } from '../../modules/run-kinds/contract';
import { RUN, kindOf, RUN_KINDS } from '../../modules/run-kinds/rules';
import { RunEvent } from '../../modules/runs/contract';
import { listRuns as readRuns } from '../../modules/runs/store/lists';
import { ownRun, RUN_ID } from '../../modules/runs/use-cases/documents';
import { cancelOwnRun, deleteOwnRun } from '../../modules/runs/use-cases/operate';
import { runTag, toRunStatus } from '../../modules/runs/use-cases/run-view';
import { endId, entryAfter, runStream } from './run-stream';

const FORMATS = { json: 'application/json', events: EVENT_STREAM };
const NOTHING_FOLLOWS = { status: 204, headers: NO_STORE };

/** Status of one run. `Prefer: wait=N` waits until the run changes, and `Accept: text/event-stream` streams events. */
export const getRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}',
  operationId: 'getRun',
  tag: 'runs',
  summary: 'Get a run',
  description:
    'Poll this. Send the ETag in `If-None-Match` to get 304 while nothing has changed, and `Prefer: wait=N` (at most 30 seconds) to hold the response until the run changes. Finished runs are returned immediately. With `Accept: text/event-stream`, the response is a stream of server-sent events: `activity` and `candidate` during the research, `status` at every change, and `end`. If `Last-Event-ID` is the id of `end`, the response is 204.',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runReads',
  id: RUN_ID,
  waits: true,
  streams: RunEvent,
  responseScope: 'caller_account',
  responses: { 200: RunStatus, 304: null },

  async handle({ deps, caller, id, waitSeconds, ifNoneMatch, offBudget, accept, header, isHead, address }) {
    let run = await ownRun(deps, caller, id);
    if (preferredFormat(accept, FORMATS) === 'events') {
      // EventSource reconnects whenever a stream ends. Only 204 stops it.
      if (RUN.isTerminal(run.status) && header('last-event-id') === endId(run)) return NOTHING_FOLLOWS;
      const after = entryAfter(header('last-event-id'));
      const stands = () => stillReads(deps, caller, apiKeyOf(header));
      return eventStream({ deps, isHead, address }, caller.accountId, ({ hasLeft }) =>
        runStream(deps, run, after, { stands, hasLeft }),
      );
    }
    // A client that sends an ETag waits for a newer version than that one. Others wait for the next change.
    const seen = run.version;
    const until = Date.now() + waitSeconds * 1_000;
    const isNewer = () => run.version !== seen || (ifNoneMatch !== null && !matches(ifNoneMatch, runTag(run)));
    while (!isNewer() && !RUN.isTerminal(run.status) && Date.now() < until) {
      const changed = deps.changes.changed(id, until - Date.now());
      // Reads the run again after subscribing, so that no change in between is missed.
      run = await ownRun(deps, caller, id);
      if (isNewer()) break;
      const keepWaiting = await offBudget(changed);
      run = await ownRun(deps, caller, id);
      if (!keepWaiting) break;
    }
    const headers = { 'Cache-Control': 'private, no-cache', ETag: runTag(run) };
    if (matches(ifNoneMatch, headers.ETag)) return { status: 304, headers };
    return { status: 200, headers, body: toRunStatus(run) };
  },
});

/** True while the stream's key is valid and may read runs. */
async function stillReads({ keyring }: ApiDeps, { accountId }: Caller, apiKey: string): Promise<boolean> {
  const now = keyring.remembered(apiKey) ?? (await keyring.lookUp(apiKey));
  return now !== null && !now.suspended && now.accountId === accountId && now.scopes.includes('runs:read');
}

export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/runs',
  operationId: 'listRuns',
  tag: 'runs',
  summary: 'List runs, newest first',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runReads',
  query: Type.Object(
    {
      ...pageParameters('run'),
      status: oneOrMore(RUN_STATUSES),
      kind: oneOrMore(RUN_KIND_NAMES),
      metadata: Type.Optional(MetadataFilter),
    },
    closed,
  ),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('RunList', RunStatus) },

  async handle({ deps, caller, query: { status, kind, metadata, ...page } }) {
    const filter = {
      ...(status && { statuses: valuesOf(status) }),
      ...(kind && { kinds: valuesOf(kind) }),
      ...(metadata && { metadata }),
    };
    return pageReply('run', page, {
      read: (rows) => readRuns(deps.db, caller, { ...rows, ...filter }),
      view: toRunStatus,
    });
  },
});

const SCOPES_OF_KINDS = keyWithAny(Object.values(RUN_KINDS).map(({ scope }) => scope));

/** Cancels a run. Restores its entitlement if it had no session yet or started only recently. */
export const cancelRun = endpoint({
  method: 'POST',
  path: '/v1/runs/{id}/cancel',
  operationId: 'cancelRun',
  tag: 'runs',
  summary: 'Cancel an unfinished run',
  description:
    'Needs the scope that creates runs of this kind: `evaluations:create` for an Idea Check, `searches:create` for a Custom Search. Canceling a queued run restores its entitlement. Up to three times a day, so does canceling a run within two minutes of its start, unless its agent has already submitted findings. After that, the entitlement stays used.',
  audience: 'customer',
  auth: SCOPES_OF_KINDS,
  limit: 'runCancel',
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 202: RunStatus },
  example: runCanceling,
  problems: ['run_already_finished'],

  async handle({ deps, caller, id }) {
    requireScopes(caller, [kindOf(await ownRun(deps, caller, id)).scope]);
    const run = await cancelOwnRun(deps, caller, id);
    return { status: 202, body: toRunStatus(run), headers: { 'Cache-Control': 'private, no-cache' } };
  },
});

export const deleteOneRun = endpoint({
  method: 'DELETE',
  path: '/v1/runs/{id}',
  operationId: 'deleteRun',
  tag: 'runs',
  summary: 'Delete an ended run',
  description:
    'Deletes input, metadata, findings, documents, share links and the session of the research agent. This cannot be undone. The entitlement stays used, and invoices are kept. An unfinished run returns 409: cancel it first. Needs the scope that creates runs of this kind. A repeated request returns 404.',
  audience: 'customer',
  auth: SCOPES_OF_KINDS,
  limit: 'runCancel',
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 204: null },
  problems: ['run_not_finished'],

  async handle({ deps, caller, id }) {
    requireScopes(caller, [kindOf(await ownRun(deps, caller, id)).scope]);
    await deleteOwnRun(deps, caller, id);
    return { status: 204 };
  },
});
