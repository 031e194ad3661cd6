import { Failure } from '../../contracts/failures';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { SCAN, domainHadItsShare } from '../../domain/scans';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordConsent, type ConsentSource } from '../mail/record-consent';
import { requestMail } from '../mail/request-mail';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { refuseAboveCeiling, type ScanCeiling } from './accept-scan';
import { findScanByToken } from './find-scan';
import type { ScanRow } from './row';

/**
 * Confirms a scan: records its recipient's consents and signals its workflow. A repetition returns the first
 * confirmation. `networkSpent`: the network of the caller has had its share of the day.
 *
 * @throws Failure `invalid_token` for a token that is unknown or expired, `free_scans_used_up`
 */
export async function confirmScan(
  db: Database,
  tokenHash: Buffer,
  source: ConsentSource,
  confirmed: (scanId: string) => WorkflowMessage,
  { scansPerDay, networkSpent }: ScanCeiling & { networkSpent: boolean },
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
    if (networkSpent) throw shareSpent('network');
    await refuseAboveShare(tx, scan.email, scansPerDay);
    const message = confirmed(scan.id);
    const messages = [await enqueue(tx, `confirmed:${message.workflowId}`, message)];
    await recordConsent(tx, scan, 'scan', source);
    if (scan.marketingConsent) {
      const id = await recordConsent(tx, scan, 'marketing', source);
      messages.push(await requestMail(tx, { mail: 'marketing_welcome', id }));
    }
    return messages.filter((one) => one !== null);
  });
  const scan = await findScanByToken(db, tokenHash);
  if (!scan?.confirmedAt) throw new Failure('invalid_token');
  return { scan: { ...scan, confirmedAt: scan.confirmedAt }, pending };
}

// Serializes confirmations so that they are counted; those above the ceiling roll back, and their links stay valid.
async function serializeConfirmations(tx: Queryable): Promise<void> {
  await tx.query({ text: "SELECT pg_advisory_xact_lock(hashtextextended('free scans of the day', 2))" });
}

const shareSpent = (whose: 'network' | 'mail domain') =>
  new Failure('free_scans_used_up', {
    detail: `Your ${whose} has had its share of today's free scans. Confirm again tomorrow.`,
    retryAfterSeconds: 3_600,
  });

async function refuseAboveShare(tx: Queryable, email: string, scansPerDay: number): Promise<void> {
  const { rows } = await tx.query<{ email: string }>({
    text: "SELECT email FROM free_scans WHERE confirmed_at > now() - interval '1 day'",
  });
  const confirmed = rows.map((row) => row.email);
  if (domainHadItsShare(email, confirmed, scansPerDay)) throw shareSpent('mail domain');
}
