import { refundOrder } from '../../store/orders/refund-order';
import { decideReview } from '../../store/withdrawals/decide-review';
import { requestEnd } from '../../store/withdrawals/request-end';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { createContributor, openConnectedAccount, sellFor, withdraw } from '../../test/support/contributors';
import { eventually } from '../../test/support/eventually';
import { startShop, type Shop } from '../../test/support/shop';
import { keepHistory, type Wanted } from './keep-history';

interface PayoutBranch {
  name: string;
  /** Amount of the withdrawal; above 20,000 it is reviewed. */
  amount?: number;
  payoutsEnabled?: false;
  /** Prepares the provider. */
  before?(shop: Shop): Promise<unknown>;
  /** Brings the withdrawal to its end. */
  run(shop: Shop, id: string, connectedAccountId: string): Promise<unknown>;
}

const OPTIONS = { standIn: { payoutStepMs: 3_600_000 }, settings: { payoutReviewThreshold: 20_000 } };

const inState = (shop: Shop, id: string, status: string) =>
  eventually(`withdrawal ${id} is ${status}`, async () => {
    const withdrawal = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    return withdrawal.status === status && withdrawal;
  });

async function bring(shop: Shop, id: string, status: string): Promise<void> {
  const { payoutId } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
  await shop.provider.control(`payouts/${payoutId}`, { status });
}

/** The money waits at every account of the shop. */
async function availableLater(shop: Shop): Promise<void> {
  for (const { connectedAccountId } of await shop.db.prisma.contributor.findMany()) {
    await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 86_400_000 });
  }
}

const arrived = (shop: Shop, id: string) =>
  eventually('the money has arrived', async () => {
    const { availableAt } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    return availableAt !== null;
  });

const BRANCHES: PayoutBranch[] = [
  {
    name: 'payout-paid',
    async run(shop, id) {
      const { payoutId } = await inState(shop, id, 'in_transit');
      await bring(shop, id, 'paid');
      await inState(shop, id, 'paid');
      // Long enough ago that no bank returns it.
      await shop.db.prisma.withdrawal.update({ where: { id }, data: { paidAt: new Date(0) } });
      await shop.provider.control('events', { type: 'payout.paid', object: payoutId });
    },
  },
  {
    name: 'payout-approved',
    amount: 30_000,
    async run(shop, id) {
      await inState(shop, id, 'under_review');
      await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
      await inState(shop, id, 'in_transit');
      await bring(shop, id, 'canceled');
    },
  },
  {
    name: 'payout-reviewed-again',
    before: (shop) => shop.provider.fault('GET /v1/transfers', 'error_500', 1_000),
    async run(shop, id) {
      await inState(shop, id, 'processing');
      await refundOrder(shop.db, (await shop.db.prisma.share.findFirstOrThrow()).orderId);
      // Money of ours, from which it can be paid.
      await sellFor(shop, await createContributor(shop.db, { balance: 0 }));
      await shop.provider.control('faults', undefined, 'DELETE');
      await inState(shop, id, 'under_review');
      await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
      await inState(shop, id, 'in_transit');
      await bring(shop, id, 'canceled');
    },
  },
  {
    name: 'payout-rejected',
    amount: 30_000,
    async run(shop, id) {
      await inState(shop, id, 'under_review');
      await decideReview(shop.db, id, { decision: 'reject', reason: 'sale looks wrong' });
    },
  },
  { name: 'payout-not-enabled', payoutsEnabled: false, run: (shop, id) => inState(shop, id, 'failed') },
  {
    name: 'payout-refused',
    before: (shop) => shop.provider.fault('POST /v1/payouts', 'error_500', 2),
    async run(shop, id, connectedAccountId) {
      await eventually('the transfer is made', async () =>
        (await shop.provider.ledger()).transfers.find(({ withdrawalId }) => withdrawalId === id),
      );
      await shop.provider.control(`accounts/${connectedAccountId}`, { payoutsEnabled: false });
    },
  },
  {
    name: 'payout-failed',
    async run(shop, id) {
      await inState(shop, id, 'in_transit');
      await bring(shop, id, 'failed');
    },
  },
  {
    name: 'payout-when-available',
    before: (shop) => availableLater(shop),
    async run(shop, id, connectedAccountId) {
      await arrived(shop, id);
      await shop.provider.control(`accounts/${connectedAccountId}`, { availableAfterMs: 0 });
      await retryWithdrawal(shop.db, id);
      await inState(shop, id, 'in_transit');
      await bring(shop, id, 'canceled');
    },
  },
  {
    name: 'payout-account-gone',
    before: (shop) => availableLater(shop),
    async run(shop, id, connectedAccountId) {
      await arrived(shop, id);
      await shop.provider.control(`accounts/${connectedAccountId}`, { deauthorized: true });
      await retryWithdrawal(shop.db, id);
    },
  },
  {
    name: 'payout-ended-by-operator',
    before: (shop) => availableLater(shop),
    async run(shop, id) {
      await arrived(shop, id);
      await requestEnd(shop.db, id, { how: 'take_back', reason: 'asked for' });
    },
  },
  {
    name: 'payout-returned',
    async run(shop, id) {
      await inState(shop, id, 'in_transit');
      await bring(shop, id, 'paid');
      await inState(shop, id, 'paid');
      await bring(shop, id, 'failed');
    },
  },
];

/** Runs every branch of the payout workflow and records their histories. */
export async function recordPayouts(wanted: Wanted): Promise<void> {
  for (const { name, amount = 10_000, payoutsEnabled, before, run } of BRANCHES.filter((each) => wanted(each.name))) {
    const shop = await startShop(OPTIONS);
    try {
      const connectedAccountId = await openConnectedAccount(shop.provider, payoutsEnabled);
      const contributor = await createContributor(shop.db, { balance: 0, connectedAccountId });
      await sellFor(shop, contributor);
      await before?.(shop);
      const { body } = await withdraw(shop.api, contributor, { amount, currency: 'usd' });
      await run(shop, body.withdrawalId, connectedAccountId);
      await keepHistory(shop.temporal, `payout/${body.withdrawalId}`, name);
      console.log(`${name}: kept`);
    } finally {
      await shop.close();
    }
  }
}
