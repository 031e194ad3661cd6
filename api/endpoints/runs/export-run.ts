import { BYTES, endpoint, key } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';
import { completedRun, NOT_READY, RUN_ID } from '../../../commands/runs/find-run';
import { archiveOf } from '../../../commands/runs/run-archive';

const ZIP = 'application/zip';

/** Archive of a completed run: `run.json` and its documents. */
export const exportRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/export',
  operationId: 'exportRun',
  tag: 'runs',
  summary: 'All documents of a completed run as one zip archive',
  audience: 'customer',
  auth: key(['findings:read', 'dossiers:read']),
  limit: 'runReads',
  large: true,
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 200: { title: 'RunExport', content: { [ZIP]: BYTES } } },
  answers: ['Content-Disposition'],
  problems: NOT_READY,

  async handle({ deps, caller, id }) {
    const run = await completedRun(deps, caller, id);
    const archive = await archiveOf(deps, run);
    const headers = { ...NO_STORE, 'Content-Disposition': `attachment; filename="${id}.zip"` };
    return { status: 200, headers, body: archive, type: ZIP };
  },
});
