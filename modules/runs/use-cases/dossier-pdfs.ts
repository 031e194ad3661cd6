import type { Database } from '../../../prisma/client';
import type { DossierRenderer } from '../../dossiers/dossier-renderer';
import { createPrinting } from '../../dossiers/printing';
import { keepPdf, readArtifact, readDossierContent } from '../store/artifacts';

/**
 * Creates the source of PDFs of completed runs. Each is printed once, at its first download, and kept: later ones, also of
 * other processes, get the same bytes. Concurrent first downloads share one print; a crash while printing leaves nothing
 * behind.
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

  // Asks again in its turn: a download may have asked just before the print of another was kept, and come here after it.
  const keptOrPrinted = async (runId: string) => (await kept(runId)) ?? print(runId);
  return async (runId) => (await kept(runId)) ?? printing(runId, () => keptOrPrinted(runId));
}
