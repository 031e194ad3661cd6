import { Failure } from '../../contracts/failures';
import type { BreakState } from '../../contracts/reconciliation';
import { BREAK } from '../../domain/reconciliation';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { moveBreak } from './move-break';
import type { Break } from './row';

/**
 * Closes a break that a person has looked into; moves no money. It stays closed, whatever a later run sees.
 *
 * @throws Failure `not_found` if no such break is open
 */
export function settleBreak(db: Database, id: string, reason: string): Promise<Break> {
  return transaction(db, async (tx) => {
    const settled = await moveBreak(tx, id, 'settled', reason);
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

/** Closes a break whose object and rows agree again; does nothing if it was closed otherwise. */
export async function closeMatched(db: Database, id: string): Promise<void> {
  await db.pool.query({
    name: 'break-matched',
    text: `UPDATE reconciliation_breaks SET status = $2, closed_at = now() WHERE id = $1 AND status = ANY($3)`,
    values: [id, 'matched' satisfies BreakState, BREAK.before('matched')],
  });
}
