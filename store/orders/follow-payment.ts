import type { PaymentState } from '../../domain/disputes';
import type { Queryable } from '../../prisma/client';
import { freeze, reinstate, revoke } from '../entitlements/credits-of-order';
import { followShare } from '../ledger/follow-share';

/** Effect of each payment state on the unused credits of an order. */
const CREDIT_VERB = { good: reinstate, disputed: freeze, gone: revoke };

/**
 * State of the payment that an order was fulfilled for, in the caller's transaction. Call it under the order's lock.
 * An order without a granted payment has none that is good.
 */
export async function paymentStateOf(tx: Queryable, orderId: string): Promise<PaymentState> {
  const { rows } = await tx.query<{ granted: boolean; open: boolean; lost: boolean }>({
    name: 'payment-state',
    text: `SELECT count(*) > 0 AS granted,
                  COALESCE(bool_or(disputes.status = 'open'), false) AS open,
                  COALESCE(bool_or(disputes.status = 'lost'), false) AS lost
           FROM payments LEFT JOIN disputes ON disputes.payment_id = payments.id
           WHERE payments.order_id = $1 AND payments.outcome = 'granted'`,
    values: [orderId],
  });
  const { granted, open, lost } = rows[0]!;
  if (!granted || lost) return 'gone';
  return open ? 'disputed' : 'good';
}

/**
 * Makes what an order granted follow its payment, in the caller's transaction and under the order's lock: every unused
 * credit with this order at its root, and the contributor's share. Derived from payments and disputes, so the order and
 * repetition of their events do not matter. Access to a dossier is derived when it is read.
 */
export async function followPayment(tx: Queryable, orderId: string): Promise<void> {
  const paymentState = await paymentStateOf(tx, orderId);
  await CREDIT_VERB[paymentState](tx, orderId);
  await followShare(tx, orderId, paymentState);
}
