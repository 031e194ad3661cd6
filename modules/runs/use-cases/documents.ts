import { zipSync, type Zippable } from 'fflate';
import { Failure } from '../../../base/failures';
import type { Database } from '../../../prisma/client';
import { createPrinting, type DossierRenderer } from '../../dossiers/dossier-renderer';
import { asMarkdown } from '../../dossiers/markdown';
import { withTypefaces } from '../../dossiers/typefaces';
import { ARTIFACTS, type ArtifactName } from '../../run-kinds/contract';
import { RUN, kindOf } from '../../run-kinds/rules';
import { readArtifact, keepPdf, readDossierContent } from '../store/artifacts';
import type { RunCache } from '../store/changes';
import { findRun, type RunOwner, type Run } from '../store/runs';
import { toRunStatus } from './run-view';

export const RUN_ID = { prefix: 'run', missing: 'run_not_found' } as const;

/** Problems of endpoints that return a document of a run ({@link completedRun}, {@link documentOf}). */
export const NOT_READY = ['run_not_completed', 'artifact_unavailable'] as const;

/** Retry-After for documents of unfinished runs. */
const POLL_AFTER_SECONDS = 5;

/** @throws Failure `run_not_found`, also for a run of another owner */
export async function ownRun(deps: { runs: RunCache }, owner: RunOwner, runId: string): Promise<Run> {
  const run = await deps.runs.find(owner, runId);
  if (!run) throw new Failure('run_not_found');
  return run;
}

/** @throws Failure `run_not_found`; `run_not_completed` while the run is open, otherwise `artifact_unavailable` */
export async function completedRun(
  deps: { db: Database; runs: RunCache },
  owner: RunOwner,
  runId: string,
): Promise<Run> {
  const seen = await ownRun(deps, owner, runId);
  if (seen.status === 'completed') return seen;
  // Reads the run again, because another process may have just completed it.
  const run = (await findRun(deps.db, owner, runId)) ?? seen;
  if (run.status === 'completed') return run;
  if (RUN.isTerminal(run.status)) {
    throw new Failure('artifact_unavailable', { detail: `The run is ${run.status}; it has no documents.` });
  }
  throw new Failure('run_not_completed', {
    detail: `The run is ${run.status}.`,
    retryAfterSeconds: POLL_AFTER_SECONDS,
  });
}

export interface DocumentDeps {
  db: Database;
  settings: { publicUrl: string };
  /** PDF of a run's dossier, printed on its first download. */
  dossierPdf(runId: string): Promise<Buffer | null>;
}

/**
 * Document of a run returned by {@link completedRun}. Prints the PDF on its first download, adds the typefaces to the
 * HTML, and creates Markdown from the HTML.
 *
 * @throws Failure `artifact_unavailable`, `overloaded` if too many PDFs wait to be printed
 */
export async function documentOf(
  deps: DocumentDeps,
  run: Run,
  name: ArtifactName | 'dossierMarkdown',
): Promise<Buffer> {
  if (name === 'dossierMarkdown')
    return asMarkdown(await documentOf(deps, run, 'dossierHtml'), deps.settings.publicUrl);
  const bytes = await (name === 'dossierPdf' ? deps.dossierPdf(run.id) : readArtifact(deps.db, run.id, name));
  if (!bytes) throw new Failure('artifact_unavailable');
  return name === 'dossierHtml' ? withTypefaces(bytes) : bytes;
}

/** Zip archive of a completed run: its status and its documents. @throws Failure as {@link documentOf} */
export async function archiveOf(deps: DocumentDeps, run: Run): Promise<Buffer> {
  const files: Zippable = { 'run.json': Buffer.from(JSON.stringify(toRunStatus(run), null, 2)) };
  for (const name of kindOf(run).documents) files[ARTIFACTS[name].fileName] = await documentOf(deps, run, name);
  // Fixed timestamps make the archive reproducible.
  return Buffer.from(zipSync(files, { mtime: run.completedAt! }));
}

/**
 * Creates a function that returns the PDF of a completed run. Each PDF is printed once, on its first download, and
 * then stored, so that all later downloads in every process return the same bytes. Concurrent first downloads in a
 * process share one print. A crash while printing leaves nothing behind.
 */
export function createDossierPdfs(
  db: Database,
  printer: Pick<DossierRenderer, 'pdf'>,
): (runId: string) => Promise<Buffer | null> {
  const printing = createPrinting<Buffer | null>();

  const kept = (runId: string) => readArtifact(db, runId, 'dossierPdf');

  async function print(runId: string): Promise<Buffer | null> {
    const content = await readDossierContent(db, runId);
    return content && keepPdf(db, runId, await printer.pdf(content.findings, content.portfolio));
  }

  // Checks again before printing, because the PDF may have been stored in the meantime.
  const keptOrPrinted = async (runId: string) => (await kept(runId)) ?? print(runId);
  return async (runId) => (await kept(runId)) ?? printing(runId, () => keptOrPrinted(runId));
}
