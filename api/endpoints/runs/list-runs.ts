import { Type } from '@sinclair/typebox';
import { idSchema } from '../../../contracts/ids';
import { RUN_KINDS, RUN_STATUSES, RunStatus, type RunKind, type RunStatusName } from '../../../contracts/runs';
import { listRuns as readRuns } from '../../../store/runs/read-runs';
import { endpoint, key } from '../../endpoint';
import { ok } from '../../reply';
import { toRunStatus } from './run-view';

const RunList = Type.Object(
  {
    data: Type.Array(RunStatus),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Pass as `cursor` for the next page.' }),
  },
  { title: 'RunList', additionalProperties: false },
);

/** Runs of the caller's account, newest first. */
export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/runs',
  operationId: 'listRuns',
  summary: 'Runs of the account, newest first',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runReads',
  query: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
      cursor: Type.Optional(Type.String({ pattern: idSchema('run').pattern! })),
      status: Type.Optional(Type.Unsafe<RunStatusName>({ type: 'string', enum: [...RUN_STATUSES] })),
      kind: Type.Optional(Type.Unsafe<RunKind>({ type: 'string', enum: [...RUN_KINDS] })),
    },
    { additionalProperties: false },
  ),
  responseScope: 'caller_account',
  responses: { 200: RunList },

  async handle({ deps, caller, query: { limit, cursor, status, kind } }) {
    const runs = await readRuns(deps.db, caller, {
      limit: limit + 1,
      ...(cursor && { before: cursor }),
      ...(status && { status }),
      ...(kind && { kind }),
    });
    const page = runs.slice(0, limit);
    const nextCursor = runs.length > limit ? page.at(-1)!.id : null;
    return ok({ data: page.map(toRunStatus), nextCursor }, { 'Cache-Control': 'private, no-cache' });
  },
});
