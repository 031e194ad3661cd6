import { ARTIFACTS } from '../../contracts/runs';
import { transaction, type Database } from '../../prisma/client';

/**
 * Keeps the PDF of a run that was printed from its findings, unless one is kept already: the first stays, so that each
 * download gives the same bytes. Returns the one that is kept; null if the findings were erased meanwhile.
 */
export function keepPdf(db: Database, runId: string, pdf: Buffer): Promise<Buffer | null> {
  return transaction(db, async (tx) => {
    // Waits for an erasure under way, so that nothing is kept after it; see `lockRows`.
    const [, , kept] = await Promise.all([
      tx.query({ name: 'pdf-run', text: 'SELECT 1 FROM runs WHERE id = $1 FOR KEY SHARE', values: [runId] }),
      tx.query({
        name: 'pdf-keep',
        text: `INSERT INTO artifacts (run_id, name, content_type, bytes)
               SELECT run_id, 'dossierPdf', $2, $3 FROM artifacts WHERE run_id = $1 AND name = 'findings'
               ON CONFLICT DO NOTHING`,
        values: [runId, ARTIFACTS.dossierPdf.contentType, pdf],
      }),
      tx.query<{ bytes: Buffer }>({
        name: 'pdf-read',
        text: 'SELECT bytes FROM artifacts WHERE run_id = $1 AND name = $2',
        values: [runId, 'dossierPdf'],
      }),
    ]);
    return kept.rows[0]?.bytes ?? null;
  });
}
