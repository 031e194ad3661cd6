import { SCAN } from '../../domain/scans';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** SQL condition: scans of an address from before a moment. */
export const scansOf = (email: string, before: string) => `email = ${email} AND created_at <= ${before}`;

/** SQL: ids of its scans whose research has ended. */
export const endedScansOf = (email: string, before: string) =>
  `SELECT id FROM free_scans WHERE ${scansOf(email, before)} AND status IN (${listOf(['completed', 'failed'])})`;

/**
 * Deletes the ended scans of an address with their consents. Blanks and ends unconfirmed ones; leaves running ones for
 * a later call.
 */
export async function eraseScans(tx: Queryable, email: string, before: Date): Promise<void> {
  await tx.query({
    text: `DELETE FROM free_scans WHERE id IN (${endedScansOf('$1', '$2')})`,
    values: [email, before],
  });
  await tx.query({
    text: `UPDATE free_scans SET email = '', idea = '', locale = NULL, token_hash = NULL,
                  status = CASE WHEN status = ANY($4) THEN $3 ELSE status END
           WHERE ${scansOf('$1', '$2')} AND confirmed_at IS NULL`,
    values: [email, before, 'expired', SCAN.before('expired')],
  });
}
