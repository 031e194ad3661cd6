import type { Mode } from '../../base/access';
import { newId } from '../../base/ids';
import type { BalanceMovement } from '../../base/money';
import type { DisputeStatus, RefundObjectStatus } from '../../modules/ledger/contract';
import type { ProductName, Order } from '../../modules/orders/contract';
import { databaseTime, recordDispute } from '../../modules/orders/store/disputes';
import { toPayment } from '../../modules/orders/store/orders';
import { recordRefunds } from '../../modules/orders/store/refunds';
import { settlePayment, type ArrivedPayment, type SettlementTerms } from '../../modules/orders/store/settle';
import type { Database } from '../../prisma/client';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { call, createEvaluation, type Customer } from './api';
import type { TestDatabase } from './database';
import { eventually } from './eventually';
import { offer, type Shop, type ShopOptions } from './shop';
import { useCheckedShop, useEach } from './use';

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

/** Creates an order pending payment, as a checkout does; for an Idea Check by default. Returns its id. */
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

/** Settles an order's payment, by default at the order's price. Returns the payment's id and the decision. */
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

/** Records the provider's refunds of a payment; by default, one refund of the whole amount. */
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

/** Records a dispute as the provider reported it at `observedAt`, by default now. */
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

/** Seconds that {@link ageOrder} shifts an order into the past, so that its 36-minute hold ended an hour ago. */
const AGED_BY_S = 96 * 60;

/** Backdates an order, its hold and the events of its payment by {@link AGED_BY_S}. */
export async function ageOrder(db: Database, orderId: string): Promise<void> {
  const ago = `interval '${AGED_BY_S} seconds'`;
  for (const text of [
    `UPDATE orders SET created_at = created_at - ${ago}, expires_at = expires_at - ${ago},
            hold_ends_at = hold_ends_at - ${ago} WHERE id = $1`,
    `UPDATE opportunities SET reserved_until = reserved_until - ${ago} WHERE reserved_by = $1`,
    `UPDATE payment_events SET received_at = received_at - ${ago} WHERE order_id = $1`,
  ])
    await db.pool.query({ text, values: [orderId] });
}

/** Dispute options of the stand-in (stand-ins/README.md). */
interface DisputeTerms {
  amount?: number;
  dueInS?: number;
  status?: string;
  caseType?: string;
  refundable?: boolean;
  movements?: number[];
}

/** An order pending payment, with its checkout session at the provider. */
export interface OpenOrder {
  orderId: string;
  sessionId: string;
}

/** Actions on a buyer's orders. Orders are for an Idea Check at USD 49.00 unless an opportunity is named. */
export function salesOf(shop: Shop, buyer: Customer) {
  async function ordered(opportunityId?: string, by: Customer = buyer): Promise<OpenOrder> {
    const { body } = await (opportunityId
      ? shop.purchase(opportunityId, by)
      : shop.checkout({ product: 'idea_check' }, by));
    return { orderId: body.orderId, sessionId: body.checkoutSessionId! };
  }

  /** Creates an order whose price differs from its payment, so that we must refund the payment. */
  async function mispriced(): Promise<OpenOrder> {
    const order = await ordered();
    await shop.db.prisma.order.update({ where: { id: order.orderId }, data: { priceAmount: 1 } });
    return order;
  }

  /** Buys and waits for fulfillment; returns the order's id. */
  async function bought(opportunityId?: string, by: Customer = buyer): Promise<string> {
    const { orderId, sessionId } = await ordered(opportunityId, by);
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], by);
    return orderId;
  }

  /** Pays an order whose payment must be refunded, and waits for the refund. */
  async function refunded(): Promise<{ orderId: string; refundId: string }> {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    return { orderId, refundId: (await refundsOf(orderId))[0]!.id };
  }

  /** Makes an order whose refund first succeeds, then fails. */
  async function refundFailed(): Promise<{ orderId: string; refundId: string }> {
    const { orderId, refundId } = await refunded();
    await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
    await shop.orderIn(orderId, ['refund_failed'], buyer);
    return { orderId, refundId };
  }

  const refundsOf = async (orderId: string) =>
    (await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId);
  const paymentOf = async (orderId: string): Promise<string> =>
    (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!.paymentIntent;

  /** Disputes an order's payment, by default the whole amount; returns the dispute's id. */
  async function dispute(orderId: string, terms: DisputeTerms = {}): Promise<string> {
    const about = { paymentIntent: await paymentOf(orderId), ...terms };
    return (await shop.provider.control<{ id: string }>('disputes', about)).id;
  }

  /** Waits until an order of the buyer has a dispute in this state. */
  const disputeIs = (orderId: string, status: string): Promise<Order> =>
    eventually(`the dispute is ${status}`, async () => {
      const order = await shop.order(orderId, buyer);
      return order.dispute?.status === status && order;
    });

  /** Disputes the payment of one of the buyer's orders and waits until the order shows it; returns the dispute's id. */
  async function openDispute(orderId: string, terms?: { amount?: number }): Promise<string> {
    const id = await dispute(orderId, terms);
    await disputeIs(orderId, 'open');
    return id;
  }

  /** Makes the bank decide a dispute, and waits until the buyer's order shows the decision. */
  async function decide(orderId: string, disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
    await shop.provider.control(`disputes/${disputeId}/close`, { outcome });
    await disputeIs(orderId, outcome);
  }

  return {
    ordered,
    mispriced,
    bought,
    refunded,
    refundFailed,
    refundsOf,
    paymentOf,
    dispute,
    disputed: openDispute,
    disputeIs,
    decide,
  };
}

/** A checked shop with a new buyer for each test, and actions on the buyer's orders. */
export function useSales(options?: ShopOptions) {
  const shop = useCheckedShop(options);
  const buyer = useEach(() => shop.buyer());
  let runs = 0;
  return {
    shop,
    buyer,
    ...salesOf(shop, buyer),
    /** Marks a dispute's event as received, so that searches for missed events never find it. */
    async missForGood(type: string, objectId: string): Promise<void> {
      const answer = await fetch(`${shop.provider.url}/v1/events?types[]=${type}`, {
        headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` },
      });
      const { data } = (await answer.json()) as { data: { id: string; data: { object: { id: string } } }[] };
      const event = data.find(({ data: { object } }) => object.id === objectId)!;
      await shop.db.pool.query(
        "INSERT INTO payment_events (id, about, mode, object_id, order_id) VALUES ($1, 'dispute', 'live', $2, NULL)",
        [event.id, objectId],
      );
    },
    credits: () => shop.db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } }),
    /** Starts an Idea Check with one of the buyer's credits. */
    evaluate: (idea = 'A weekly newsletter on old houses') =>
      createEvaluation(shop.api, buyer, `run-${runs++}`, { idea }),
    /** HTTP status of a request for an opportunity's dossier. */
    dossierStatus: async (opportunityId: string, by: Customer = buyer): Promise<number> =>
      (await call(shop.api, 'GET', `/v1/opportunities/${opportunityId}/dossier`, { key: by.apiKey })).status,
  };
}
