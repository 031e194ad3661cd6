import { Type } from '@sinclair/typebox';
import { toRunStatus } from '../../../commands/runs/run-view';
import { MetadataFilter } from '../../../contracts/metadata';
import { RUN_KIND_NAMES, RUN_STATUSES, RunStatus } from '../../../contracts/runs';
import { closed } from '../../../contracts/schema';
import { endpoint, key } from '../../../http/endpoint';
import { oneOrMore, pageParameters, pageReply, pageSchema, valuesOf } from '../../../http/list-page';
import { listRuns as readRuns } from '../../../store/runs/lists';

/** Runs of the account, newest first. */
export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/runs',
  operationId: 'listRuns',
  tag: 'runs',
  summary: 'Runs of the account, newest first',
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
