import { Failure } from '../../contracts/failures';
import { orphanRefundMessage } from '../../domain/messages/reconciliation';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/enqueue';
import { moveBreak } from './move-break';
import type { Break } from './row';

/**
 * Approves the return of an orphaned payment, one that names an order that we do not have, and starts its refund.
 *
 * @throws Failure `not_found` if no such orphan is open
 */
export function approveReturn(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const orphan = await moveBreak(tx, id, 'returning', reason, 'unknown_order');
    if (!orphan) throw new Failure('not_found', { detail: `No orphaned payment ${id} is open.` });
    const { amount, currency, status } = orphan;
    await recordAudit(tx, {
      action: 'reconciliation.returned',
      accountId: null,
      subject: id,
      reason,
      after: { amount, currency, status },
    });
    const approvals = `orphan:${id}:${orphan.runId ?? ''}:${Date.now()}`;
    await enqueue(tx, approvals, orphanRefundMessage(orphan));
    return orphan;
  });
}

/** Records that an orphaned payment was given back, or that the provider refused to (`open` again, with the reason). */
export async function endReturn(db: Database, id: string, to: 'returned' | 'open', reason?: string): Promise<void> {
  await transaction(db, (tx) => moveBreak(tx, id, to, reason));
}
