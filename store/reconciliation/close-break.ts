import { Failure } from '../../contracts/failures';
import { orphanRefundMessage } from '../../domain/messages/reconciliation';
import { BREAK } from '../../domain/reconciliation';
import type { BreakState } from '../../contracts/reconciliation';
import { transaction, type Database, type Prisma, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enqueue } from '../outbox/outbox';
import { BREAK_COLUMNS, toBreak, type Break } from './row';

/**
 * Closes a break that a person has looked into; moves no money. It stays closed, whatever a later run sees.
 *
 * @throws Failure `not_found` if no such break is open
 */
export function settleBreak(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const settled = await move(tx, id, 'settled', reason);
    if (!settled) throw new Failure('not_found', { detail: `No break ${id} is open.` });
    await recordAudit(tx, {
      action: 'reconciliation.settled',
      accountId: null,
      subject: id,
      reason,
      after: { status: 'settled' },
    });
    return settled;
  });
}

/**
 * Approves the return of an orphaned payment, one that names an order that we do not have, and starts its refund.
 *
 * @throws Failure `not_found` if no such orphan is open
 */
export function approveReturn(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const orphan = await move(tx, id, 'returning', reason, 'unknown_order');
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
  await transaction(db, (tx) => move(tx, id, to, reason));
}

async function move(
  tx: Queryable,
  id: string,
  to: BreakState,
  reason?: string,
  cause?: Break['cause'],
): Promise<Break | null> {
  const { rows } = await tx.query<Prisma.ReconciliationBreakModel>({
    name: 'break-move',
    text: `UPDATE reconciliation_breaks SET status = $2, reason = COALESCE($4, reason),
                  closed_at = CASE WHEN $5 THEN NULL ELSE now() END
           WHERE id = $1 AND status = ANY($3) AND ($6::text IS NULL OR cause = $6)
           RETURNING ${BREAK_COLUMNS}`,
    values: [
      ...[id, to, BREAK.before(to), reason?.slice(0, 500) ?? null],
      ...[to === 'open' || to === 'returning', cause ?? null],
    ],
  });
  return rows[0] ? toBreak(rows[0]) : null;
}
