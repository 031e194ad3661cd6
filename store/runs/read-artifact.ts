import type { Findings, FoundEvidence } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import type { ArtifactName } from '../../contracts/runs';
import type { Database } from '../../prisma/client';
import { unpacked, type PackedBytes } from './packed-bytes';

/** The bytes of one document of a run, or null. The caller must have checked access. */
export async function readArtifact(db: Database, runId: string, name: ArtifactName): Promise<Buffer | null> {
  const { rows } = await db.pool.query<PackedBytes>({
    name: 'artifact-read',
    text: 'SELECT bytes, encoding FROM artifacts WHERE run_id = $1 AND name = $2',
    values: [runId, name],
  });
  return rows[0] ? unpacked(rows[0]) : null;
}

/** Evidence of a run that had too little of it; null where it had enough, or none. The caller must have checked access. */
export async function readFound(db: Database, runId: string): Promise<FoundEvidence | null> {
  const bytes = await readArtifact(db, runId, 'found');
  return bytes && (JSON.parse(bytes.toString()) as FoundEvidence);
}

/** What a dossier is rendered from; a run without ranking has no portfolio. */
export interface DossierContent {
  findings: Findings;
  portfolio: Portfolio | null;
}

/** Content of a run's dossier; null without findings. The caller must have checked access. */
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
