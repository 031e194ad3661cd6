import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import type { BalanceMovement } from '../../contracts/money';
import type { DisputeStatus, ProductName, RefundObjectStatus } from '../../contracts/orders';
import { databaseTime, recordDispute } from '../../store/orders/record-dispute';
import { recordRefunds } from '../../store/orders/record-refunds';
import { toPayment } from '../../store/orders/row';
import { settlePayment, type ArrivedPayment, type SettlementTerms } from '../../store/orders/settle-payment';
import type { TestDatabase } from './database';
import { offer } from './shop';

interface TestOrder {
  /** Null for a buyer without an account. */
  accountId: string | null;
  product?: ProductName;
  opportunityId?: string;
  /** Sells a new opportunity of this contributor. */
  contributor?: string;
  price?: number;
  mode?: Mode;
}

/** An order that waits for its payment, as a checkout leaves it; of an Idea Check by default. Returns its id. */
export async function openTestOrder(db: TestDatabase, order: TestOrder): Promise<string> {
  const { accountId, contributor, price = 4_900, mode = 'live' } = order;
  const opportunityId = order.opportunityId ?? (contributor === undefined ? null : await offer(db, mode, contributor));
  const product = order.product ?? (opportunityId === null ? 'idea_check' : 'opportunity');
  const id = newId('ord');
  const end = new Date(Date.now() + 3_600_000);
  await db.prisma.order.create({
    data: {
      id,
      accountId,
      mode,
      product,
      productName: product,
      opportunityId,
      status: 'pending_payment',
      priceAmount: price,
      priceCurrency: 'usd',
      checkoutSessionId: `cs_${id}`,
      expiresAt: end,
      holdEndsAt: end,
      consentTextVersion: '1',
      consentRecordedAt: new Date(),
    },
  });
  if (opportunityId) {
    const held = { status: 'reserved', reservedBy: id, reservedUntil: end };
    await db.prisma.opportunity.update({ where: { id: opportunityId }, data: held });
  }
  return id;
}

let payments = 0;

/** Settles a payment of an order, of its price by default; returns the payment's id and the decision. */
export async function payTestOrder(
  db: TestDatabase,
  orderId: string,
  payment: Partial<ArrivedPayment> = {},
  terms?: SettlementTerms,
) {
  const order = await db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  const paymentId = `pi_${orderId}_${payments++}`;
  const arrived: ArrivedPayment = {
    paymentId,
    orderId,
    sessionId: order.checkoutSessionId!,
    mode: order.mode as Mode,
    total: { amount: order.priceAmount, currency: order.priceCurrency },
    subtotal: order.priceAmount,
    tax: 0,
    invoice: null,
    paidAt: new Date(),
    email: 'payer@example.com',
    ...payment,
  };
  const settlement = await settlePayment(db, arrived, terms);
  return { paymentId: payment.paymentId ?? paymentId, settlement };
}

/** Records the refunds that the provider has of a payment, of all of it by default. */
export async function refundTestPayment(
  db: TestDatabase,
  paymentId: string,
  refunds: { status: RefundObjectStatus; amount?: number }[],
): Promise<void> {
  const payment = toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  const known = refunds.map(({ status, amount = payment.amount }, n) => ({
    id: `re_${paymentId}_${n}`,
    status,
    amount,
    currency: payment.currency,
    failure: null,
    origin: 'dashboard' as const,
    attempt: null,
    createdAt: new Date(),
  }));
  await recordRefunds(db, payment, { refunds: known });
}

/** A dispute as the provider would be seen to report it at a time, now by default. */
export async function disputed(
  db: TestDatabase,
  of: { orderId: string; paymentId: string; disputeId?: string; amount?: number; currency?: string },
  status: DisputeStatus,
  observedAt?: Date,
  movements: readonly BalanceMovement[] = [],
): Promise<boolean> {
  return recordDispute(db, {
    disputeId: of.disputeId ?? `du_of_${of.paymentId}`,
    mode: 'live',
    orderId: of.orderId,
    paymentId: of.paymentId,
    status,
    amount: of.amount ?? 4_900,
    currency: of.currency ?? 'usd',
    reason: 'fraudulent',
    evidenceDueAt: new Date(Date.now() + 7 * 24 * 3_600_000),
    openedAt: new Date(),
    movements,
    observedAt: observedAt ?? (await databaseTime(db)),
  });
}
