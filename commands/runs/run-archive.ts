import { zipSync, type Zippable } from 'fflate';
import { ARTIFACTS } from '../../contracts/runs';
import { kindOf } from '../../domain/run-kinds';
import type { Run } from '../../store/runs/runs';
import { documentOf, type DocumentDeps } from './find-run';
import { toRunStatus } from './run-view';

/**
 * Zip archive of a completed run: its status and its documents.
 *
 * @throws Failure as {@link documentOf}
 */
export async function archiveOf(deps: DocumentDeps, run: Run): Promise<Buffer> {
  const files: Zippable = { 'run.json': Buffer.from(JSON.stringify(toRunStatus(run), null, 2)) };
  for (const name of kindOf(run).documents) files[ARTIFACTS[name].fileName] = await documentOf(deps, run, name);
  // Fixed timestamps make the archive reproducible.
  return Buffer.from(zipSync(files, { mtime: run.completedAt! }));
}
