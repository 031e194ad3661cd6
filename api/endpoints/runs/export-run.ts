import { zipSync, type Zippable } from 'fflate';
import { Failure } from '../../../contracts/failures';
import { ARTIFACTS, REQUIRED_ARTIFACTS, type RunKind } from '../../../contracts/runs';
import { readArtifact } from '../../../store/runs/read-runs';
import { endpoint, key } from '../../endpoint';
import { NO_STORE } from '../../reply';
import { completedRun, NOT_READY } from './find-run';
import { toRunStatus } from './run-view';

const ZIP = 'application/zip';

/** Everything of a completed run in one archive: `run.json` and its documents. */
export const exportRun = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/export',
  operationId: 'exportRun',
  summary: 'All documents of a completed run as one zip archive',
  audience: 'customer',
  auth: key('runs:read'),
  limit: 'runReads',
  id: { prefix: 'run', missing: 'run_not_found' },
  responseScope: 'caller_account',
  responses: { 200: { content: [ZIP] } },
  problems: NOT_READY,

  async handle({ deps, caller, id }) {
    const run = await completedRun(deps, caller, id);
    const names = REQUIRED_ARTIFACTS[run.kind as RunKind];
    const files: Zippable = { 'run.json': Buffer.from(JSON.stringify(toRunStatus(run), null, 2)) };
    for (const name of names) {
      const bytes = await readArtifact(deps.db, id, name);
      if (!bytes) throw new Failure('artifact_unavailable');
      files[ARTIFACTS[name].fileName] = bytes;
    }
    // The run's own time on every entry: the same run gives the same archive.
    const archive = zipSync(files, { mtime: run.completedAt! });
    const headers = { ...NO_STORE, 'Content-Disposition': `attachment; filename="${id}.zip"` };
    return { status: 200, headers, body: Buffer.from(archive), type: ZIP };
  },
});
