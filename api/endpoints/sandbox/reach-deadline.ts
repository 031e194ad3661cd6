import { RunStatus } from '../../../contracts/runs';
import { endpoint, key } from '../../../http/endpoint';
import { RUN_ID } from '../../../commands/runs/find-run';
import { reachDeadline as reachOwnDeadline } from '../../../commands/runs/reach-deadline';
import { toRunStatus } from '../../../commands/runs/run-view';
import { sandboxRun } from './examples';

/** Test clock: moves a run of the sandbox to its deadline (docs/interface.md, Sandbox). */
export const reachDeadline = endpoint({
  method: 'POST',
  path: '/v1/sandbox/runs/{id}/deadline',
  operationId: 'reachSandboxDeadline',
  tag: 'sandbox',
  summary: 'Move a sandbox run to its deadline',
  description:
    'A run that is `running` ends as `failed` with `deadline_exceeded`, or delivers what was handed in by then; one that is `queued` ends as `expired`. Repeating the request is harmless.',
  audience: 'customer',
  auth: key('sandbox', { mode: 'test' }),
  limit: 'runCancel',
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 202: RunStatus },
  example: sandboxRun,
  problems: ['run_already_finished'],

  async handle({ deps, caller, id }) {
    const run = await reachOwnDeadline(deps, caller.accountId, id);
    return { status: 202, body: toRunStatus(run), headers: { 'Cache-Control': 'private, no-cache' } };
  },
});
