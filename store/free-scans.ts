import { Failure } from '../contracts/failures';
import { newId } from '../contracts/ids';
import { CONSENT_TEXTS, UNCONFIRMED, type ConsentKind, type FreeScanRequest } from '../contracts/scans';
import { mailMessage, type WorkflowMessage } from '../contracts/workflow-messages';
import { transaction, type Database, type FreeScan, type Queryable } from '../prisma/client';
import { enqueue, type PendingMessage } from './outbox';

/** Confirmation mails to one address within an hour; what is above is dropped (contract.md, Tokens). */
const MAX_SCANS_AN_HOUR = 3;

/** What was accepted, and the message to deliver right away. */
export interface AcceptedScan {
  scanId: string;
  status: 'queued';
  confirmationExpiresAt: Date;
  pending: PendingMessage;
}

/** Records a free scan and the workflow that asks its recipient to confirm. */
export function acceptScan(
  db: Database,
  request: Required<Pick<FreeScanRequest, 'email' | 'idea' | 'marketingConsent'>> & { locale: string | null },
  confirmationMs: number,
  start: (scanId: string) => WorkflowMessage,
): Promise<AcceptedScan> {
  return transaction(db, async (tx) => {
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

/** A scan without the bytes of its documents. */
export type ScanRow = Omit<FreeScan, 'submission' | 'findings'>;

const DOCUMENTS = { submission: true, findings: true } as const;

/** A scan by its id, or null: for activities, never for a caller. */
export function loadScan(db: Database, scanId: string): Promise<ScanRow | null> {
  return db.prisma.freeScan.findUnique({ where: { id: scanId }, omit: DOCUMENTS });
}

/** A scan with its findings where id and address belong together, else null. */
export function lookUpScan(db: Database, scanId: string, email: string): Promise<FreeScan | null> {
  return db.prisma.freeScan.findFirst({ where: { id: scanId, email } });
}

/**
 * Makes the confirmation token of a scan valid and returns the scan; null where no mail is to be sent: the address has had its
 * mails of this hour, or the scan is confirmed or over. Asking again changes nothing.
 */
export async function issueConfirmation(db: Database, scanId: string, tokenHash: Buffer): Promise<ScanRow | null> {
  const issued = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ email: string; mailedAt: Date | null }>({
      text: 'SELECT email, mailed_at AS "mailedAt" FROM free_scans WHERE id = $1 FOR UPDATE',
      values: [scanId],
    });
    const scan = rows[0];
    if (scan && !scan.mailedAt) {
      // One at a time for an address, so that scans that are asked for together are counted.
      await tx.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', values: [scan.email] });
      if (await isCapped(tx, scan.email)) return false;
      await tx.query({
        text: `UPDATE free_scans SET status = 'awaiting_confirmation', mailed_at = now(), token_hash = $2
               WHERE id = $1 AND status = 'queued' AND confirmation_expires_at > now()`,
        values: [scanId, tokenHash],
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

async function isCapped(tx: Queryable, email: string): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM free_scans WHERE email = $1 AND mailed_at > now() - interval '1 hour'`,
    values: [email],
  });
  return rows[0]!.count >= MAX_SCANS_AN_HOUR;
}

/** The scan that a confirmation token stands for, confirmed or still to be, or null. Looking consumes nothing. */
export async function findScanByToken(db: Database, tokenHash: Buffer): Promise<ScanRow | null> {
  const scan = await db.prisma.freeScan.findUnique({
    where: { tokenHash: new Uint8Array(tokenHash) },
    omit: DOCUMENTS,
  });
  return scan && (scan.confirmedAt || isOpen(scan)) ? scan : null;
}

function isOpen({ status, confirmationExpiresAt }: ScanRow): boolean {
  return (UNCONFIRMED as readonly string[]).includes(status) && confirmationExpiresAt > new Date();
}

/**
 * Confirms a scan: records what its recipient agreed to, and tells its workflow. Confirming again returns the first confirmation.
 *
 * @throws Failure `invalid_token` for a token that is unknown or over
 */
export async function confirmScan(
  db: Database,
  tokenHash: Buffer,
  sourceHash: Buffer,
  confirmed: (scanId: string) => WorkflowMessage,
): Promise<{ scan: ScanRow & { confirmedAt: Date }; pending: PendingMessage[] }> {
  const pending = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string; marketingConsent: boolean }>({
      text: `UPDATE free_scans SET status = 'confirmed', confirmed_at = now()
             WHERE token_hash = $1 AND status = ANY($2) AND confirmation_expires_at > now()
             RETURNING id, email, marketing_consent AS "marketingConsent"`,
      values: [tokenHash, UNCONFIRMED],
    });
    const scan = rows[0];
    if (!scan) return [];
    const message = confirmed(scan.id);
    const messages = [await enqueue(tx, `confirmed:${message.workflowId}`, message)];
    await recordConsent(tx, scan, 'scan', sourceHash);
    if (scan.marketingConsent) {
      const id = await recordConsent(tx, scan, 'marketing', sourceHash);
      // Who agrees anew wants the mails that were unsubscribed before.
      await tx.query({
        text: `DELETE FROM suppressions WHERE email = $1 AND scope = 'marketing'`,
        values: [scan.email],
      });
      const welcome = mailMessage({ mail: 'marketing_welcome', id });
      messages.push(await enqueue(tx, `mail:marketing_welcome:${id}`, welcome));
    }
    return messages.filter((one) => one !== null);
  });
  const scan = await findScanByToken(db, tokenHash);
  if (!scan?.confirmedAt) throw new Failure('invalid_token');
  return { scan: { ...scan, confirmedAt: scan.confirmedAt }, pending };
}

async function recordConsent(
  tx: Queryable,
  scan: { id: string; email: string },
  kind: ConsentKind,
  sourceHash: Buffer,
): Promise<string> {
  const id = newId('con');
  await tx.query({
    text: `INSERT INTO consents (id, kind, email, scan_id, text_version, source_hash) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [id, kind, scan.email, scan.id, CONSENT_TEXTS[kind].version, sourceHash],
  });
  return id;
}
