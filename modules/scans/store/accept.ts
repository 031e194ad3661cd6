import { normalMailbox } from '../../../base/email-address';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { NewLinkToken } from '../../../base/tokens';
import type { WorkflowMessage } from '../../../base/workflow-messages';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { expectMail } from '../../mail/store/mails';
import { recordConsent, type ConsentSource } from '../../mail/store/suppressions';
import { enqueue, type PendingMessage } from '../../outbox/store/outbox';
import type { FreeScanRequest } from '../contract';
import { SCAN, domainHadItsShare } from '../rules';
import { loadScan, findScanByToken, type ScanRow } from './scans';

interface AcceptedScan {
  scanId: string;
  status: 'queued';
  confirmationExpiresAt: Date;
  pending: PendingMessage;
}

/** Daily limit of confirmed free scans, for all recipients together. */
interface ScanCeiling {
  scansPerDay: number;
}

/** Records a scan and enqueues its confirmation workflow. @throws Failure `free_scans_used_up` at the limit */
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

/** @throws Failure `free_scans_used_up` if more than `most` scans were confirmed in the last day */
async function refuseAboveCeiling(tx: Queryable, most: number): Promise<void> {
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
 * Hourly and daily limits on confirmation emails per mailbox; further emails are dropped (docs/interface/scans.md).
 * The daily limit keeps one mailbox from using most of a day's free scans.
 */
const [MAX_SCANS_AN_HOUR, MAX_SCANS_A_DAY] = [3, 5];

/**
 * Activates the confirmation token of a scan and returns the scan. Returns null if no email may be sent, because the
 * mailbox is at its limit or the scan is confirmed or expired. Idempotent.
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
      // One transaction at a time per mailbox, so that concurrent requests cannot exceed the limit.
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

/**
 * Confirms a scan: records its recipient's consents and signals its workflow. A repeated call returns the first
 * confirmation. `networkSpent` means that the caller's network has used up its daily share.
 *
 * @throws Failure `invalid_token` if the token is unknown or expired, `free_scans_used_up`
 */
export async function confirmScan(
  db: Database,
  tokenHash: Buffer,
  source: ConsentSource,
  confirmed: (scanId: string) => WorkflowMessage,
  { scansPerDay, networkSpent }: ScanCeiling & { networkSpent: boolean },
): Promise<{ scan: ScanRow & { confirmedAt: Date }; isFirst: boolean; pending: PendingMessage[] }> {
  const pending = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string; marketingConsent: boolean }>({
      text: `UPDATE free_scans SET status = $2, confirmed_at = now()
             WHERE token_hash = $1 AND status = ANY($3) AND confirmation_expires_at > now()
             RETURNING id, email, marketing_consent AS "marketingConsent"`,
      values: [tokenHash, 'confirmed', SCAN.before('confirmed')],
    });
    const scan = rows[0];
    if (!scan) return [];
    await serializeConfirmations(tx);
    await refuseAboveCeiling(tx, scansPerDay);
    if (networkSpent) throw shareSpent('network');
    await refuseAboveShare(tx, scan.email, scansPerDay);
    const message = confirmed(scan.id);
    await recordConsent(tx, scan, 'scan', source);
    if (scan.marketingConsent) await recordConsent(tx, scan, 'marketing', source);
    return [await enqueue(tx, `confirmed:${message.workflowId}`, message)].filter((one) => one !== null);
  });
  const scan = await findScanByToken(db, tokenHash);
  if (!scan?.confirmedAt) throw new Failure('invalid_token');
  return { scan: { ...scan, confirmedAt: scan.confirmedAt }, isFirst: pending.length > 0, pending };
}

// Serializes confirmations, so that they cannot exceed the limit. A confirmation above it rolls back, and its link
// stays valid.
async function serializeConfirmations(tx: Queryable): Promise<void> {
  await tx.query({ text: "SELECT pg_advisory_xact_lock(hashtextextended('free scans of the day', 2))" });
}

async function refuseAboveShare(tx: Queryable, email: string, scansPerDay: number): Promise<void> {
  const { rows } = await tx.query<{ email: string }>({
    text: "SELECT email FROM free_scans WHERE confirmed_at > now() - interval '1 day'",
  });
  const confirmed = rows.map((row) => row.email);
  if (domainHadItsShare(email, confirmed, scansPerDay)) throw shareSpent('mail domain');
}

const shareSpent = (whose: 'network' | 'mail domain') =>
  new Failure('free_scans_used_up', {
    detail: `Your ${whose} has used its share of today's free scans. Confirm again tomorrow.`,
    retryAfterSeconds: 3_600,
  });
