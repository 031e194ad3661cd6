import { eventually } from '../../test/support/eventually';
import { startShop, type Shop } from '../../test/support/shop';
import { keepHistory, type Wanted } from './keep-history';

interface ShopBranch {
  name: string;
  /** Triggers the branch and returns the id of the workflow. */
  run(shop: Shop): Promise<string>;
}

const ENDS_SOON = { checkoutLifetimeMs: 1_500, reservationGraceMs: 1_500 };

async function ordered(shop: Shop) {
  const { body } = await shop.checkout({ product: 'idea_check' });
  return { orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const mispriced = (shop: Shop, orderId: string) =>
  shop.db.prisma.order.update({ where: { id: orderId }, data: { priceAmount: 1 } });

const BRANCHES: ShopBranch[] = [
  {
    name: 'reservation-paid',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['fulfilled']);
      return `reservation/${orderId}`;
    },
  },
  {
    name: 'reservation-expired',
    async run(shop) {
      const { orderId } = await ordered(shop);
      await shop.orderIn(orderId, ['expired']);
      return `reservation/${orderId}`;
    },
  },
  {
    name: 'reservation-found-paid',
    async run(shop) {
      await shop.provider.fault('checkout.session.completed', 'drop_event', 1);
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['fulfilled']);
      return `reservation/${orderId}`;
    },
  },
  {
    name: 'payment-granted',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['fulfilled']);
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-refunded',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await mispriced(shop, orderId);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['refunded']);
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-refund-failed',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await mispriced(shop, orderId);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['refunded']);
      const refund = (await shop.provider.ledger()).refunds.find((each) => each.orderId === orderId)!;
      await shop.provider.control(`refunds/${refund.id}`, { status: 'pending' });
      await shop.orderIn(orderId, ['refund_pending']);
      await shop.provider.control(`refunds/${refund.id}`, { status: 'failed' });
      await shop.orderIn(orderId, ['refund_failed']);
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-disputed',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['fulfilled']);
      await shop.temporal.workflow.getHandle(`payment/${orderId}`).result();
      const { paymentIntent } = (await shop.provider.ledger()).charges.find((each) => each.orderId === orderId)!;
      await shop.provider.control('disputes', { paymentIntent });
      await eventually('the dispute is known', async () => (await shop.order(orderId)).dispute);
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-fraud-warning',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId);
      await shop.orderIn(orderId, ['fulfilled']);
      await shop.temporal.workflow.getHandle(`payment/${orderId}`).result();
      const { paymentIntent } = (await shop.provider.ledger()).charges.find((each) => each.orderId === orderId)!;
      await shop.provider.control('fraud-warnings', { paymentIntent });
      await shop.orderIn(orderId, ['refunded']);
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-unpaid',
    async run(shop) {
      const { orderId, sessionId } = await ordered(shop);
      await shop.provider.pay(sessionId, { outcome: 'delayed' });
      await eventually('it was checked', () =>
        shop.temporal.workflow
          .getHandle(`payment/${orderId}`)
          .describe()
          .catch(() => null),
      );
      return `payment/${orderId}`;
    },
  },
  {
    name: 'payment-sweep',
    async run(shop) {
      const workflowId = 'sweep-recorded';
      await shop.temporal.workflow.execute('paymentSweep', { taskQueue: shop.taskQueue, workflowId, args: [] });
      return workflowId;
    },
  },
];

/** Runs every branch of the order workflows and records their histories. */
export async function recordShop(wanted: Wanted): Promise<void> {
  for (const { name, run } of BRANCHES.filter((branch) => wanted(branch.name))) {
    const shop = await startShop(
      name.startsWith('reservation') && name !== 'reservation-paid' ? { settings: ENDS_SOON } : {},
    );
    try {
      await keepHistory(shop.temporal, await run(shop), name);
      console.log(`${name}: kept`);
    } finally {
      await shop.close();
    }
  }
}
