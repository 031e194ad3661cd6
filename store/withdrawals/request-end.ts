import { randomUUID } from 'node:crypto';
import type { EndRequest } from '../../contracts/withdrawals';
import { WITHDRAWAL } from '../../domain/withdrawals';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { refuseOperation } from './refuse-operation';
import type { Withdrawal } from './row';
import { signalPayout } from './signal-payout';

/** States in which an operator can end a withdrawal; one under review is decided instead. */
export const ENDABLE: Withdrawal['status'][] = ['requested', 'processing', 'in_transit'];

/**
 * Asks for the end of a withdrawal, together with the signal for its workflow. It ends once its transfer is reversed; a
 * payout that the bank has begun decides for itself. A later request replaces an earlier one. One that was paid and that
 * the bank sent back ends by itself too, unless its money can no longer be taken back: then by a write-off only.
 *
 * @throws Failure `not_found`, also for one that has ended or is under review
 */
export function requestEnd(db: Database, id: string, { how, reason }: EndRequest): Promise<void> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Pick<Withdrawal, 'id' | 'mode' | 'accountId' | 'status'>>({
      name: 'withdrawal-request-end',
      text: `UPDATE withdrawals SET end_requested = $2, end_reason = $3, updated_at = now()
             WHERE id = $1 AND (status = ANY($4) OR (status = ANY($5) AND $2 = 'write_off' AND refusals > 0))
             RETURNING id, mode, account_id AS "accountId", status`,
      values: [id, how, reason, ENDABLE, WITHDRAWAL.before('returned')],
    });
    const withdrawal = rows[0] ?? (await refuseOperation(tx, id));
    const { accountId, status } = withdrawal;
    await recordAudit(tx, {
      action: 'withdrawal.failed',
      accountId,
      subject: id,
      reason,
      before: { status },
      after: { how },
    });
    await signalPayout(tx, withdrawal, `end:${randomUUID()}`);
  });
}
