import type { Logger } from 'pino';
import { isOneOf } from '../../../base/machine';
import { within } from '../../../base/time-limits';
import type { Database } from '../../../prisma/client';
import { USABLE_ACCOUNT } from '../../accounts/rules';
import { findAccount } from '../../accounts/store/accounts';
import type { RefundReason } from '../../ledger/contract';
import type { Order } from '../contract';
import type { Payments } from '../payment-provider';
import { isOfBuyer, type OrderWithPayments, type Payment, type Buyer } from '../store/orders';

/** Reasons to refund a payment after its product was granted. */
const TAKEN_BACK = ['returned', 'fraud_warning'] as const satisfies readonly RefundReason[];

/** Payment that bought the order's product, even if it was refunded; undefined before fulfillment. */
export function boughtPayment({ payments }: OrderWithPayments): Payment | undefined {
  return payments.find(({ outcome, reason }) => outcome === 'granted' || TAKEN_BACK.some((each) => each === reason));
}

/** Payment that fulfilled the order, or else the newest one; undefined before any payment. */
export function decidingPayment(order: OrderWithPayments): Payment | undefined {
  return boughtPayment(order) ?? order.payments.at(-1);
}

/** Most relevant refund of an order: a failed one, else a pending one, else the last one returned or waived. */
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

/** How long after payment the buyer's browser can open the dossier: a day, since others may use the browser later. */
const OPENS_FOR_MS = 24 * 3_600_000;

/**
 * Time until which the browser that bought an opportunity can open its dossier with only its cookie; null if it
 * cannot. Requires a usable account, because the account's owner may not be the person who uses this browser.
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

/** Age at which we renew invoice URLs. The provider lets them expire after 30 days. */
const ADDRESSES_LAST_MS = 25 * 24 * 3_600_000;
/** How long to wait for new URLs. Must be within the request's time limit. */
const MAX_WAIT_MS = 2_000;

/** Invoice of a payment; null if there is no invoice. Renews its URLs at the provider if they are old. */
export async function readInvoice(
  { payments, log }: { payments: Payments | null; log: Logger },
  payment: Pick<Payment, 'mode' | 'createdAt' | 'invoiceId' | 'invoiceNumber' | 'invoiceUrl' | 'invoicePdfUrl'>,
): Promise<Order['invoice']> {
  const { mode, createdAt, invoiceId, invoiceNumber, invoiceUrl, invoicePdfUrl } = payment;
  if (invoiceId === null || invoiceNumber === null) return null;
  const stored = { number: invoiceNumber, url: invoiceUrl, pdfUrl: invoicePdfUrl };
  if (!payments || Date.now() - createdAt.getTime() < ADDRESSES_LAST_MS) return stored;
  try {
    const renewed = await within(MAX_WAIT_MS, 'renewing an invoice', payments.retrieveInvoice(mode, invoiceId));
    return renewed && { number: renewed.number, url: renewed.url, pdfUrl: renewed.pdfUrl };
  } catch (error) {
    log.warn({ err: error, invoiceId }, 'the addresses of an invoice could not be renewed');
    return stored;
  }
}
