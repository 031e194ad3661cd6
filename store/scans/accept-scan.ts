import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { FreeScanRequest } from '../../contracts/scans';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { expectMail } from '../mail/request-mail';
import { enqueue, type PendingMessage } from '../outbox/enqueue';

/** An accepted scan, and the message to deliver at once. */
export interface AcceptedScan {
  scanId: string;
  status: 'queued';
  confirmationExpiresAt: Date;
  pending: PendingMessage;
}

/** Daily limit of confirmed free scans, for all recipients together. */
export interface ScanCeiling {
  scansPerDay: number;
}

/** @throws Failure `free_scans_used_up` if more than `most` scans were confirmed within a day */
export async function refuseAboveCeiling(tx: Queryable, most: number): Promise<void> {
  const { rows } = await tx.query<{ count: number; freeInS: number | null }>({
    name: 'scans-of-the-day',
    text: `SELECT count(*)::int AS count,
                  ceil(extract(epoch FROM min(confirmed_at) + interval '1 day' - now()))::int AS "freeInS"
           FROM free_scans WHERE confirmed_at > now() - interval '1 day'`,
  });
  const { count, freeInS } = rows[0]!;
  if (count > most) throw new Failure('free_scans_used_up', { retryAfterSeconds: Math.max(1, freeInS ?? 1) });
}

/**
 * Records a free scan and the workflow that asks its recipient to confirm.
 *
 * @throws Failure `free_scans_used_up` if today's limit is reached, so that nobody confirms in vain
 */
export function acceptScan(
  db: Database,
  request: Required<Pick<FreeScanRequest, 'email' | 'idea' | 'marketingConsent'>> & { locale: string | null },
  { confirmationMs, scansPerDay }: { confirmationMs: number } & ScanCeiling,
  start: (scanId: string) => WorkflowMessage,
): Promise<AcceptedScan> {
  return transaction(db, async (tx) => {
    await refuseAboveCeiling(tx, scansPerDay - 1);
    const scanId = newId('scn');
    const { rows } = await tx.query<{ confirmationExpiresAt: Date }>({
      name: 'scan-insert',
      text: `WITH accepted AS (
               INSERT INTO free_scans (id, email, idea, locale, marketing_consent, status, confirmation_expires_at)
               VALUES ($1, $2, $3, $4, $5, 'queued', now() + $6 * interval '1 millisecond')
               RETURNING id, confirmation_expires_at AS "confirmationExpiresAt"),
             mailed AS (${expectMail('scan_confirmation', 'accepted')})
             SELECT "confirmationExpiresAt" FROM accepted`,
      values: [scanId, request.email, request.idea, request.locale, request.marketingConsent, confirmationMs],
    });
    const message = start(scanId);
    const pending = (await enqueue(tx, `start:${message.workflowId}`, message))!;
    return { scanId, status: 'queued', ...rows[0]!, pending };
  });
}
