import { RunStatus } from '../../../contracts/runs';
import { Failure } from '../../../contracts/failures';
import { requestCancel } from '../../../store/runs/request-cancel';
import { endpoint, key } from '../../endpoint';
import { evaluationMessage } from '../evaluations/evaluation-message';
import { searchMessage } from '../searches/search-message';
import { ownRun } from './find-run';
import { toRunStatus } from './run-view';

/** Asks a run to stop. Its credit is given back where it had not begun. */
export const cancelRun = endpoint({
  method: 'POST',
  path: '/v1/runs/{id}/cancel',
  operationId: 'cancelRun',
  summary: 'Stop a run that has not finished',
  description:
    'Needs the scope that creates runs of this kind. A run that was still queued gives its entitlement back; one that was running does not.',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runCreation',
  id: { prefix: 'run', missing: 'run_not_found' },
  responseScope: 'caller_account',
  responses: { 202: RunStatus },
  problems: ['run_already_finished'],

  async handle({ deps, caller, id }) {
    const { kind } = await ownRun(deps, caller, id);
    const scope = kind === 'custom_search' ? 'searches:create' : 'evaluations:create';
    if (!caller.scopes.includes(scope)) {
      throw new Failure('insufficient_scope', { detail: `This key lacks the scope ${scope}.` });
    }
    const { run, pending } = await requestCancel(deps.db, caller, id, (canceling) =>
      kind === 'custom_search'
        ? searchMessage(deps.settings, canceling.id, caller, canceling.progressTotal, 'cancelRequested')
        : evaluationMessage(deps.settings, canceling.id, caller, 'cancelRequested'),
    );
    if (pending) deps.deliver(pending);
    return { status: 202, body: toRunStatus(run), headers: { 'Cache-Control': 'private, no-cache' } };
  },
});
