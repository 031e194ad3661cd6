import { Readable } from 'node:stream';
import { endpoint, key, keyWithAny } from '../../http/endpoint';
import { requireScopes } from '../../http/middleware/authenticate';
import { NO_STORE, ok } from '../../http/reply';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { RunBatch, RunBatchResult } from '../../modules/runs/contract';
import { findBatch } from '../../modules/runs/store/batches';
import { BATCH_ID, batchResults, cancelOwnBatch, toRunBatch } from '../../modules/runs/use-cases/batches';

const BATCH = { tag: 'batches', audience: 'customer', id: BATCH_ID, responseScope: 'caller_account' } as const;

export const getBatch = endpoint({
  ...BATCH,
  method: 'GET',
  path: '/v1/batches/{id}',
  operationId: 'getBatch',
  summary: 'Get the progress of a batch',
  description: 'Poll until `status` is `ended`. Every run has then completed, failed or been canceled.',
  auth: key('runs:read'),
  limit: 'runReads',
  responses: { 200: RunBatch },

  handle: async ({ deps, caller, id }) => ok(toRunBatch(await findBatch(deps.db.pool, caller, id)), NO_STORE),
});

export const cancelBatch = endpoint({
  ...BATCH,
  method: 'POST',
  path: '/v1/batches/{id}/cancel',
  operationId: 'cancelBatch',
  summary: 'Cancel the unfinished runs of a batch',
  description:
    'Needs the scope that creates its runs: `evaluations:create` or `searches:create`. Cancels each unfinished run under the rules for canceling a single run. You can safely repeat the request, even after the batch has ended.',
  auth: keyWithAny(Object.values(RUN_KINDS).map(({ scope }) => scope)),
  limit: 'runCancel',
  responses: { 202: RunBatch },

  async handle({ deps, caller, id }) {
    const { kind } = await findBatch(deps.db.pool, caller, id);
    requireScopes(caller, [RUN_KINDS[kind].scope]);
    return { status: 202, body: toRunBatch(await cancelOwnBatch(deps, caller, id)), headers: NO_STORE };
  },
});

/** JSON Lines (jsonlines.org). The schema describes one line. */
const JSON_LINES = 'application/x-ndjson';

export const getBatchResults = endpoint({
  ...BATCH,
  method: 'GET',
  path: '/v1/batches/{id}/results',
  operationId: 'getBatchResults',
  summary: 'Get the results of a batch as JSON Lines',
  description:
    'One line per ended run, in the order of the items: `{runId, status, findings}` for a completed run, otherwise `{runId, status, failure}`, where `failure` is the same as in the run status. Unfinished runs are omitted.',
  auth: key(['runs:read', 'findings:read']),
  limit: 'runReads',
  large: true,
  responses: { 200: { title: 'RunBatchResults', content: { [JSON_LINES]: RunBatchResult } } },

  async handle({ deps, caller, id }) {
    const lines = await batchResults(deps.db, caller, id);
    return { status: 200, body: Readable.from(lines, { objectMode: false }), type: JSON_LINES, headers: NO_STORE };
  },
});
