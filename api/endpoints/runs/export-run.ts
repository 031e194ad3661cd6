import { zipSync, type Zippable } from 'fflate';
import { ARTIFACTS } from '../../../contracts/runs';
import { kindOf } from '../../../domain/run-kinds';
import { BYTES, endpoint, key } from '../../../http/endpoint';
import { NO_STORE } from '../../../http/reply';
import type { ApiDeps } from '../../../http/deps';
import type { Run } from '../../../store/runs/row';
import { completedRun, documentOf, NOT_READY, RUN_ID } from './find-run';
import { toRunStatus } from './run-view';

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
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 200: { content: { [ZIP]: BYTES } } },
  answers: ['Content-Disposition'],
  problems: NOT_READY,

  async handle({ deps, caller, id }) {
    const run = await completedRun(deps, caller, id);
    const archive = await archiveOf(deps, run);
    const headers = { ...NO_STORE, 'Content-Disposition': `attachment; filename="${id}.zip"` };
    return { status: 200, headers, body: archive, type: ZIP };
  },
});

/**
 * Zip archive of a completed run: its status and its documents.
 *
 * @throws Failure as {@link documentOf}
 */
export async function archiveOf(deps: ApiDeps, run: Run): Promise<Buffer> {
  const files: Zippable = { 'run.json': Buffer.from(JSON.stringify(toRunStatus(run), null, 2)) };
  for (const name of kindOf(run).documents) files[ARTIFACTS[name].fileName] = await documentOf(deps, run, name);
  // Fixed timestamps make the archive reproducible.
  return Buffer.from(zipSync(files, { mtime: run.completedAt! }));
}
