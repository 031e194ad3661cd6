import { Failure } from '../../contracts/failures';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { SCAN } from '../../domain/scans';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordConsent, type ConsentSource } from '../mail/record-consent';
import { requestMail } from '../mail/request-mail';
import { enqueue, type PendingMessage } from '../outbox/enqueue';
import { refuseAboveCeiling, type ScanCeiling } from './accept-scan';
import { findScanByToken } from './find-scan';
import type { ScanRow } from './row';

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
