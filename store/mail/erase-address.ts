import type { Queryable } from '../../prisma/client';
import { scansOf } from '../scans/erase-scans';

/** Deletes scan consents and support requests of an address from before a moment. */
export async function eraseCorrespondence(tx: Queryable, email: string, before: Date): Promise<void> {
  await tx.query({
    text: `DELETE FROM consents WHERE email = $1 AND recorded_at <= $2
             AND scan_id IN (SELECT id FROM free_scans WHERE ${scansOf('$1', '$2')})`,
    values: [email, before],
  });
  await tx.query({
    text: 'DELETE FROM support_requests WHERE email = $1 AND created_at <= $2',
    values: [email, before],
  });
}

/** Replaces a suppressed address by its keyed hash; deletes it without a hash, as then no mail is sent at all. */
export async function hashSuppressions(tx: Queryable, email: string, hash: string | null): Promise<void> {
  if (hash !== null) {
    await tx.query({
      text: `INSERT INTO suppressions (email, scope, reason, created_at)
             SELECT $2, scope, reason, created_at FROM suppressions WHERE email = $1 ON CONFLICT DO NOTHING`,
      values: [email, hash],
    });
  }
  await tx.query({ text: 'DELETE FROM suppressions WHERE email = $1', values: [email] });
}
