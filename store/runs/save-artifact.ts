import { ARTIFACTS, type ArtifactName } from '../../contracts/runs';
import type { Database } from '../../prisma/client';
import { packed } from './packed-bytes';

/** Stores a document of a run; a later one replaces it. */
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
