import { cancelOwnRun } from '../../../commands/runs/cancel-run';
import { ownRun, RUN_ID } from '../../../commands/runs/find-run';
import { toRunStatus } from '../../../commands/runs/run-view';
import { RunStatus } from '../../../contracts/runs';
import { kindOf, RUN_KINDS } from '../../../domain/run-kinds';
import { endpoint, keyWithAny } from '../../../http/endpoint';
import { runCanceling } from '../../../http/examples';
import { requireScopes } from '../../../http/middleware/authenticate';

/** Cancels a run. Its credit is restored if the run had no session yet, or is taken back soon after its start. */
export const cancelRun = endpoint({
  method: 'POST',
  path: '/v1/runs/{id}/cancel',
  operationId: 'cancelRun',
  tag: 'runs',
  summary: 'Stop a run that has not finished',
  description:
    'Needs the scope that creates runs of this kind: `evaluations:create` for an Idea Check, `searches:create` for a Custom Search. Canceling a queued run restores its entitlement. So does canceling one within two minutes of its start, three times a day, unless its agent has handed something in; later the entitlement stays used.',
  audience: 'customer',
  auth: keyWithAny(Object.values(RUN_KINDS).map(({ scope }) => scope)),
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
