import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { transaction, type Database } from '../../../prisma/client';
import type { Findings, FoundEvidence } from '../../findings/contract/findings';
import type { Portfolio } from '../../findings/contract/portfolio';
import { ARTIFACTS, type ArtifactName, type RunInput } from '../../run-kinds/contract';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Brotli quality. Quality 5 takes 1 ms for an Idea Check; higher values take 20 times as long and save 5 percent. */
const QUALITY = 5;

/** Bytes of a document as stored in `artifacts`; `encoding` is null if they are not compressed. */
export interface PackedBytes {
  bytes: Buffer;
  encoding: string | null;
}

/** Compresses a document unless it is a PDF. PostgreSQL's own compression does not find distant repetitions. */
export async function packed(name: ArtifactName, bytes: Buffer): Promise<PackedBytes> {
  if (ARTIFACTS[name].contentType === ARTIFACTS.dossierPdf.contentType) return { bytes, encoding: null };
  const smaller = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return smaller.length < bytes.length ? { bytes: smaller, encoding: 'br' } : { bytes, encoding: null };
}

/** Reverses {@link packed}. */
export async function unpacked({ bytes, encoding }: PackedBytes): Promise<Buffer> {
  return encoding === null ? bytes : decompress(bytes);
}

/** Reads one document of a run, or null. The caller must have checked access. */
export async function readArtifact(db: Database, runId: string, name: ArtifactName): Promise<Buffer | null> {
  const { rows } = await db.pool.query<PackedBytes>({
    name: 'artifact-read',
    text: 'SELECT bytes, encoding FROM artifacts WHERE run_id = $1 AND name = $2',
    values: [runId, name],
  });
  return rows[0] ? unpacked(rows[0]) : null;
}

/** Reads the evidence of a run that found too little, otherwise null. The caller must have checked access. */
export async function readFound(db: Database, runId: string): Promise<FoundEvidence | null> {
  const bytes = await readArtifact(db, runId, 'found');
  return bytes && (JSON.parse(bytes.toString()) as FoundEvidence);
}

/** Reads the findings of the run that this run continues; null if there is none or its findings were deleted. */
export async function readEarlier(db: Database, { input }: { input: RunInput }): Promise<Findings | null> {
  const bytes = input.continues ? await readArtifact(db, input.continues, 'findings') : null;
  return bytes && (JSON.parse(bytes.toString()) as Findings);
}

/** Input for rendering a dossier. The portfolio is null if the run has no ranking. */
export interface DossierContent {
  findings: Findings;
  portfolio: Portfolio | null;
}

/**
 * Reads the input for rendering a run's dossier; null if the run has no findings. The caller must have checked access.
 */
export async function readDossierContent(db: Database, runId: string): Promise<DossierContent | null> {
  const [findings, portfolio] = await Promise.all([
    readArtifact(db, runId, 'findings'),
    readArtifact(db, runId, 'portfolio'),
  ]);
  if (!findings) return null;
  return {
    findings: JSON.parse(findings.toString()) as Findings,
    portfolio: portfolio && (JSON.parse(portfolio.toString()) as Portfolio),
  };
}

/** Reads results by run id: findings, or the portfolio of a search. The caller must have checked access. */
export async function readResults(db: Database, runIds: readonly string[]): Promise<Map<string, Findings | Portfolio>> {
  const { rows } = await db.pool.query<PackedBytes & { runId: string }>({
    name: 'results-read',
    text: `SELECT DISTINCT ON (run_id) run_id AS "runId", bytes, encoding FROM artifacts
           WHERE run_id = ANY ($1) AND name IN ('findings', 'portfolio') ORDER BY run_id, name DESC`,
    values: [runIds],
  });
  const read = async (row: PackedBytes) => JSON.parse((await unpacked(row)).toString()) as Findings | Portfolio;
  return new Map(await Promise.all(rows.map(async (row) => [row.runId, await read(row)] as const)));
}

/** Stores a document of a run, replacing any earlier version. */
export async function saveArtifact(db: Database, runId: string, name: ArtifactName, bytes: Buffer): Promise<void> {
  const stored = await packed(name, bytes);
  await db.pool.query({
    name: 'artifact-save',
    text: `INSERT INTO artifacts (run_id, name, content_type, bytes, encoding) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (run_id, name)
           DO UPDATE SET bytes = excluded.bytes, encoding = excluded.encoding, created_at = now()`,
    values: [runId, name, ARTIFACTS[name].contentType, stored.bytes, stored.encoding],
  });
}

/**
 * Stores the PDF of a run unless it already has one, so that each download returns the same bytes. Returns the stored
 * PDF; null if the findings were erased in the meantime.
 */
export function keepPdf(db: Database, runId: string, pdf: Buffer): Promise<Buffer | null> {
  return transaction(db, async (tx) => {
    // Waits for a concurrent erasure, so that nothing is stored after it; see `lockRows`.
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
