import { SCAN } from '../../domain/scans';
import type { Queryable } from '../../prisma/client';
import { erasableRows, rowsOfErased } from '../retention/rows-of-account';

/**
 * Deletes the ended scans of an account whose erasure has begun, after their consents. Blanks and ends unconfirmed
 * ones; leaves running ones for a later call.
 */
export async function eraseScans(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({ text: `DELETE FROM free_scans WHERE ${erasableRows('free_scans')}`, values: [accountId] });
  await tx.query({
    text: `UPDATE free_scans SET email = '', idea = '', locale = NULL, token_hash = NULL,
                  status = CASE WHEN status = ANY($3) THEN $2 ELSE status END
           WHERE ${rowsOfErased('free_scans')} AND confirmed_at IS NULL`,
    values: [accountId, 'expired', SCAN.before('expired')],
  });
}
