import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { FreeScanRequest } from '../../contracts/scans';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { mailMessage } from '../../domain/messages/mails';
import { isOneOf } from '../../domain/machine';
import { SCAN } from '../../domain/scans';
import type { NewLinkToken } from '../../platform/tokens';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordConsent, type ConsentSource } from '../mail/consents';
import { enqueue, type PendingMessage } from '../outbox/outbox';
import { DOCUMENTS, toScan, type FreeScan, type ScanRow } from './row';

/**
 * Limit of confirmation mails per address and hour; further ones are dropped (docs/interface.md, Links and passwords).
 */
const MAX_SCANS_AN_HOUR = 3;

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
      text: `INSERT INTO free_scans (id, email, idea, locale, marketing_consent, status, confirmation_expires_at)
             VALUES ($1, $2, $3, $4, $5, 'queued', now() + $6 * interval '1 millisecond')
             RETURNING confirmation_expires_at AS "confirmationExpiresAt"`,
      values: [scanId, request.email, request.idea, request.locale, request.marketingConsent, confirmationMs],
    });
    const message = start(scanId);
    const pending = (await enqueue(tx, `start:${message.workflowId}`, message))!;
    return { scanId, status: 'queued', ...rows[0]!, pending };
  });
}

/** A scan by its id, or null: for activities, never for a caller. */
export async function loadScan(db: Database, scanId: string): Promise<ScanRow | null> {
  const scan = await db.prisma.freeScan.findUnique({ where: { id: scanId }, omit: DOCUMENTS });
  return scan && toScan(scan);
}

/** A scan with its findings, or null if id and address do not match. */
export async function lookUpScan(db: Database, scanId: string, email: string): Promise<FreeScan | null> {
  const scan = await db.prisma.freeScan.findFirst({ where: { id: scanId, email } });
  return scan && toScan(scan);
}

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
      // One at a time per address, so that concurrent requests are counted.
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', values: [scan.email] });
      if (await isCapped(tx, scan.email)) return false;
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

// Serializes confirmations so that they are counted; those above the ceiling roll back, and their links stay valid.
async function serializeConfirmations(tx: Queryable): Promise<void> {
  await tx.query({ text: "SELECT pg_advisory_xact_lock(hashtextextended('free scans of the day', 2))" });
}

async function isCapped(tx: Queryable, email: string): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM free_scans WHERE email = $1 AND mailed_at > now() - interval '1 hour'`,
    values: [email],
  });
  return rows[0]!.count >= MAX_SCANS_AN_HOUR;
}

/** Scan of a confirmation token, confirmed or not, or null. Does not consume the token. */
export async function findScanByToken(db: Database, tokenHash: Buffer): Promise<ScanRow | null> {
  const row = await db.prisma.freeScan.findUnique({
    where: { tokenHash: new Uint8Array(tokenHash) },
    omit: DOCUMENTS,
  });
  const scan = row && toScan(row);
  return scan && (scan.confirmedAt || isOpen(scan)) ? scan : null;
}

function isOpen({ status, confirmationExpiresAt }: ScanRow): boolean {
  return isOneOf(SCAN.before('expired'), status) && confirmationExpiresAt > new Date();
}

/**
 * Confirms a scan: records its recipient's consents and signals its workflow. A repetition returns the first
 * confirmation.
 *
 * @throws Failure `invalid_token` for a token that is unknown or expired
 */
export async function confirmScan(
  db: Database,
  tokenHash: Buffer,
  source: ConsentSource,
  confirmed: (scanId: string) => WorkflowMessage,
  { scansPerDay }: ScanCeiling,
): Promise<{ scan: ScanRow & { confirmedAt: Date }; pending: PendingMessage[] }> {
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
    const message = confirmed(scan.id);
    const messages = [await enqueue(tx, `confirmed:${message.workflowId}`, message)];
    await recordConsent(tx, scan, 'scan', source);
    if (scan.marketingConsent) {
      const id = await recordConsent(tx, scan, 'marketing', source);
      const welcome = mailMessage({ mail: 'marketing_welcome', id });
      messages.push(await enqueue(tx, `mail:marketing_welcome:${id}`, welcome));
    }
    return messages.filter((one) => one !== null);
  });
  const scan = await findScanByToken(db, tokenHash);
  if (!scan?.confirmedAt) throw new Failure('invalid_token');
  return { scan: { ...scan, confirmedAt: scan.confirmedAt }, pending };
}
