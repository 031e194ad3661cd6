import { SETTLED_AS, type SettleOutcome } from '../../contracts/payment-words';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { enterPayments } from '../ledger/enter-payments';
import { notifyPayer } from './notify-payer';
import { readPayments } from './read-payments';
import { decidedOf, refusal, requireOrder, type Decided } from './refund-order';
import { updateOrderByRefunds } from './update-order-by-refunds';

/**
 * Ends the refunds of an order that failed, by what only a person knows: the money was `returned` by other means, or is
 * `kept`. News of the provider no longer change that.
 *
 * @throws Failure `not_found` for an unknown order, or where no refund of it has failed
 */
export function settleRefunds(db: Database, orderId: string, outcome: SettleOutcome): Promise<Decided> {
  return transaction(db, async (tx) => {
    const order = await requireOrder(tx, orderId);
    const failed = (await readPayments(tx, orderId)).filter(({ refundStatus }) => refundStatus === 'failed');
    if (failed.length === 0)
      throw refusal(`No refund of order ${orderId} has failed, so there is nothing for a person to settle.`);
    for (const { id } of failed) {
      await tx.query({
        name: 'payment-settle-return',
        text: `UPDATE payments SET refund_status = $2, updated_at = now() WHERE id = $1 AND refund_status = 'failed'`,
        values: [id, SETTLED_AS[outcome]],
      });
      if (outcome === 'returned') await notifyPayer(tx, id, 'refund');
    }
    await enterPayments(tx, orderId);
    await updateOrderByRefunds(tx, orderId);
    const decided = await decidedOf(tx, orderId, failed);
    await recordAudit(tx, {
      action: 'order.settled',
      accountId: order.accountId,
      subject: orderId,
      before: { status: order.status },
      after: { status: decided.status, outcome },
    });
    return decided;
  });
}
