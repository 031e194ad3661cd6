import type { Order } from '../../contracts/orders';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { call, createEvaluation, type Customer } from './api';
import { eventually } from './eventually';
import type { ShopOptions } from './shop';
import { useCheckedShop, useEach } from './use';

/** What a dispute can be told to be (docs/interface.md, Local stand-ins). */
interface DisputeTerms {
  amount?: number;
  dueInS?: number;
  status?: string;
  caseType?: string;
  refundable?: boolean;
  movements?: number[];
}

/** An order that waits for its payment in a session of the provider. */
export interface OpenOrder {
  orderId: string;
  sessionId: string;
}

/**
 * A checked shop with a buyer of each test's own, and what befalls their orders. An order is of an Idea Check for USD 49.00
 * unless an opportunity is named.
 */
export function useSales(options?: ShopOptions) {
  const shop = useCheckedShop(options);
  const buyer = useEach(() => shop.buyer());
  let runs = 0;

  async function ordered(opportunityId?: string, by: Customer = buyer): Promise<OpenOrder> {
    const { body } = await (opportunityId
      ? shop.purchase(opportunityId, by)
      : shop.checkout({ product: 'idea_check' }, by));
    return { orderId: body.orderId, sessionId: body.checkoutSessionId! };
  }

  /** An order that asks for another amount than will be paid: its payment has to go back. */
  async function mispriced(): Promise<OpenOrder> {
    const order = await ordered();
    await shop.db.prisma.order.update({ where: { id: order.orderId }, data: { priceAmount: 1 } });
    return order;
  }

  /** An order that was paid and fulfilled; returns its id. */
  async function bought(opportunityId?: string, by: Customer = buyer): Promise<string> {
    const { orderId, sessionId } = await ordered(opportunityId, by);
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['fulfilled'], by);
    return orderId;
  }

  /** An order whose payment had to go back, and whose refund failed after it had succeeded. */
  async function refundFailed(): Promise<{ orderId: string; refundId: string }> {
    const { orderId, sessionId } = await mispriced();
    await shop.provider.pay(sessionId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    const refundId = (await refundsOf(orderId))[0]!.id;
    await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
    await shop.orderIn(orderId, ['refund_failed'], buyer);
    return { orderId, refundId };
  }

  const refundsOf = async (orderId: string) =>
    (await shop.provider.ledger()).refunds.filter((refund) => refund.orderId === orderId);
  const paymentOf = async (orderId: string): Promise<string> =>
    (await shop.provider.ledger()).charges.find((charge) => charge.orderId === orderId)!.paymentIntent;

  /** Disputes the payment of an order, whole by default; returns the dispute's id. */
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

  /** Disputes the payment of an order of the buyer, and waits until the order knows; returns the dispute's id. */
  async function openDispute(orderId: string, terms?: { amount?: number }): Promise<string> {
    const id = await dispute(orderId, terms);
    await disputeIs(orderId, 'open');
    return id;
  }

  /** Has the bank decide a dispute, and waits until the order of the buyer knows. */
  async function decide(orderId: string, disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
    await shop.provider.control(`disputes/${disputeId}/close`, { outcome });
    await disputeIs(orderId, outcome);
  }

  /** Records the event of an object as received, so that no search for missed events finds it. */
  async function missForGood(type: string, objectId: string): Promise<void> {
    const answer = await fetch(`${shop.provider.url}/v1/events?type=${type}`, {
      headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.live}` },
    });
    const { data } = (await answer.json()) as { data: { id: string; data: { object: { id: string } } }[] };
    const event = data.find(({ data: { object } }) => object.id === objectId)!;
    await shop.db.pool.query(
      "INSERT INTO payment_events (id, about, mode, object_id, order_id) VALUES ($1, 'dispute', 'live', $2, NULL)",
      [event.id, objectId],
    );
  }

  return {
    shop,
    buyer,
    missForGood,
    ordered,
    mispriced,
    bought,
    refundFailed,
    refundsOf,
    paymentOf,
    dispute,
    disputed: openDispute,
    disputeIs,
    decide,
    credits: () => shop.db.prisma.entitlement.findMany({ where: { accountId: buyer.accountId } }),
    /** Starts an Idea Check by a credit of the buyer. */
    evaluate: (idea = 'A weekly newsletter on old houses') =>
      createEvaluation(shop.api, buyer, `run-${runs++}`, { idea }),
    /** Status of the answer to who asks for the dossier of an opportunity. */
    dossierStatus: async (opportunityId: string, by: Customer = buyer): Promise<number> =>
      (await call(shop.api, 'GET', `/v1/opportunities/${opportunityId}/dossier`, { key: by.apiKey })).status,
  };
}
