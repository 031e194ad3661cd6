import { isOneOf } from '../../../base/machine';
import type { Database } from '../../../prisma/client';
import { USABLE_ACCOUNT } from '../../accounts/rules';
import { findAccount } from '../../accounts/store/accounts';
import type { RefundReason } from '../../ledger/contract';
import type { Order } from '../contract';
import { isOfBuyer, type OrderWithPayments, type Payment, type Buyer } from '../store/orders';

/** Reasons for which a payment goes back after what it paid for was granted. */
const TAKEN_BACK = ['returned', 'fraud_warning'] as const satisfies readonly RefundReason[];

/** Payment that the order was fulfilled for, also after it went back; undefined before. */
export function boughtPayment({ payments }: OrderWithPayments): Payment | undefined {
  return payments.find(({ outcome, reason }) => outcome === 'granted' || TAKEN_BACK.some((each) => each === reason));
}

/** Payment that the order was fulfilled for, else the newest that arrived; undefined before one did. */
export function decidingPayment(order: OrderWithPayments): Payment | undefined {
  return boughtPayment(order) ?? order.payments.at(-1);
}

/** Most relevant refund of an order: a failed one, else a pending one, else the last that was returned or waived. */
export function refundOf({ payments }: OrderWithPayments): Order['refund'] {
  const given = payments.filter(({ outcome }) => outcome === 'refund');
  const state = (status: string | null) =>
    status === 'failed' || status === 'waived'
      ? status
      : status === null || status === 'pending'
        ? 'pending'
        : 'succeeded';
  for (const status of ['failed', 'pending', 'succeeded', 'waived'] as const) {
    const payment = given.findLast(({ refundStatus }) => state(refundStatus) === status);
    if (payment) return { status, amount: payment.amount, reason: payment.reason! };
  }
  return null;
}

/** Time after its payment in which a dossier opens in the browser that bought it: a day, since others may use it later. */
const OPENS_FOR_MS = 24 * 3_600_000;

/**
 * Moment until which the browser that bought an opportunity opens its dossier by its cookie, without signing in; null if
 * it does not. The account that the order went to must be usable: its owner may have nothing to do with this browser.
 */
export async function opensDossierUntil(
  { db }: { db: Database },
  order: OrderWithPayments,
  buyer: Buyer | undefined,
  now = new Date(),
): Promise<Date | null> {
  const payment = boughtPayment(order);
  if (order.product !== 'opportunity' || order.status !== 'fulfilled') return null;
  if (order.accountId === null || !payment) return null;
  if (!buyer || buyer.accountId !== null || !isOfBuyer(order, buyer)) return null;
  const until = new Date(payment.createdAt.getTime() + OPENS_FOR_MS);
  if (until <= now) return null;
  const account = await findAccount(db, order.accountId);
  return account && isOneOf(USABLE_ACCOUNT, account.status) ? until : null;
}
