import { normalMailbox } from '../../contracts/email-address';
import { SCAN } from '../../domain/scans';
import type { NewLinkToken } from '../../platform/tokens';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { loadScan } from './find-scan';
import type { ScanRow } from './row';

/**
 * Limits of confirmation mails per mailbox; further ones are dropped (docs/interface.md, Links and passwords). The day's
 * keeps one mailbox from most free scans of a day.
 */
const [MAX_SCANS_AN_HOUR, MAX_SCANS_A_DAY] = [3, 5];

/**
 * Makes the confirmation token of a scan valid and returns the scan; null if no mail may be sent: the address is at its
 * limit, or the scan is confirmed or expired. Idempotent.
 */
export async function issueConfirmation(db: Database, scanId: string, token: NewLinkToken): Promise<ScanRow | null> {
  const issued = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ email: string; mailedAt: Date | null }>({
      text: 'SELECT email, mailed_at AS "mailedAt" FROM free_scans WHERE id = $1 FOR UPDATE',
      values: [scanId],
    });
    const scan = rows[0];
    if (scan && !scan.mailedAt) {
      const mailbox = normalMailbox(scan.email);
      // One at a time per mailbox, so that concurrent requests are counted.
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', values: [mailbox] });
      if (await isCapped(tx, mailbox)) return false;
      await tx.query({
        text: `UPDATE free_scans SET status = $4, mailed_at = now(), token_hash = $2, token_key_id = $3
               WHERE id = $1 AND status = ANY($5) AND confirmation_expires_at > now()`,
        values: [
          ...[scanId, token.tokenHash, token.tokenKeyId],
          ...['awaiting_confirmation', SCAN.before('awaiting_confirmation')],
        ],
      });
    }
    const open = await tx.query({
      text: `SELECT 1 FROM free_scans
             WHERE id = $1 AND status = 'awaiting_confirmation' AND confirmation_expires_at > now()`,
      values: [scanId],
    });
    return open.rowCount === 1;
  });
  return issued ? loadScan(db, scanId) : null;
}

async function isCapped(tx: Queryable, mailbox: string): Promise<boolean> {
  const { rows } = await tx.query<{ hour: number; day: number }>({
    text: `SELECT count(*) FILTER (WHERE mailed_at > now() - interval '1 hour')::int AS hour, count(*)::int AS day
           FROM free_scans WHERE mailbox_of(email) = $1 AND mailed_at > now() - interval '1 day'`,
    values: [mailbox],
  });
  const { hour, day } = rows[0]!;
  return hour >= MAX_SCANS_AN_HOUR || day >= MAX_SCANS_A_DAY;
}
