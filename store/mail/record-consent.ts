import { newId } from '../../contracts/ids';
import { CONSENT_TEXTS, type ConsentKind } from '../../contracts/consents';
import type { Queryable } from '../../prisma/client';

/** Keyed hash of a consent's origin, and the key's id; the same key signs the consent's unsubscribe link. */
export interface ConsentSource {
  hash: Buffer;
  keyId: string;
}

/** Records a scan recipient's consent with its wording and origin; returns its id. */
export async function recordConsent(
  tx: Queryable,
  scan: { id: string; email: string },
  kind: ConsentKind,
  source: ConsentSource,
): Promise<string> {
  const id = newId('con');
  await tx.query({
    text: `INSERT INTO consents (id, kind, email, scan_id, text_version, source_hash, token_key_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, kind, scan.email, scan.id, CONSENT_TEXTS[kind].version, source.hash, source.keyId],
  });
  // A new consent overrides an earlier unsubscription.
  if (kind === 'marketing') {
    await tx.query({
      text: `DELETE FROM suppressions WHERE email = $1 AND scope = 'marketing'`,
      values: [scan.email],
    });
  }
  return id;
}
