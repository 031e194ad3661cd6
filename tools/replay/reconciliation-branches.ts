import { PaymentsError, type Payments } from '../../contracts/payments';
import { approveReturn } from '../../store/reconciliation/approve-return';
import { createContributor, openConnectedAccount, withdraw, withdrawalIn } from '../../test/support/contributors';
import { eventually } from '../../test/support/eventually';
import { breaksOf, payLostOrder, reconcile } from '../../test/support/reconciliation';
import { snapshotOf } from '../../test/support/restore';
import { startShop, type Shop } from '../../test/support/shop';
import { keepHistory, type Wanted } from './keep-history';

interface Branch {
  name: string;
  observe?(payments: Payments): Payments;
  /** Triggers the branch; returns the workflow, and its run where it is not the last one. */
  run(shop: Shop): Promise<{ workflowId: string; runId?: string }>;
}

async function lostOrder(shop: Shop): Promise<string> {
  const { orderId } = await payLostOrder(shop.provider);
  const orphan = await eventually('the orphan', async () =>
    (await breaksOf(shop, 'unknown_order')).find((each) => each.orderId === orderId),
  );
  return orphan.id;
}

async function returned(shop: Shop, breakId: string): Promise<{ workflowId: string }> {
  await approveReturn(shop.db, breakId, 'for a history');
  await eventually('it has ended', async () => (await breaksOf(shop, 'unknown_order'))[0]!.status !== 'returning');
  return { workflowId: `orphan-refund/${breakId}` };
}

const refundsUnreadable = (payments: Payments): Payments => ({
  ...payments,
  books: {
    ...payments.books,
    list: (query) =>
      query.kind === 'refund' ? Promise.reject(new PaymentsError('rejected', 'no right')) : payments.books.list(query),
  },
});

const withoutKeys = (payments: Payments): Payments => ({ ...payments, modes: [] });

const BRANCHES: Branch[] = [
  { name: 'reconciliation-matched', run: async (shop) => ({ workflowId: (await reconcile(shop)).runId }) },
  {
    name: 'reconciliation-break',
    async run(shop) {
      await lostOrder(shop);
      return { workflowId: (await reconcile(shop)).runId };
    },
  },
  {
    name: 'reconciliation-incomplete',
    observe: refundsUnreadable,
    run: async (shop) => ({ workflowId: (await reconcile(shop)).runId }),
  },
  {
    name: 'reconciliation-movement',
    async run(shop) {
      const adjustment = { type: 'adjustment', amount: -1_250, currency: 'usd' };
      await shop.provider.control('balance-transactions', adjustment);
      return { workflowId: (await reconcile(shop)).runId };
    },
  },
  {
    name: 'reconciliation-lost-events',
    async run(shop) {
      const { body } = await shop.checkout({ product: 'idea_check' });
      await shop.provider.pay(body.checkoutSessionId!);
      await shop.orderIn(body.orderId, ['fulfilled']);
      const [payment] = await shop.db.prisma.payment.findMany();
      await shop.provider.fault('radar.early_fraud_warning.created', 'drop_event', 1);
      await shop.provider.control('fraud-warnings', { paymentIntent: payment!.id });
      return { workflowId: (await reconcile(shop)).runId };
    },
  },
  {
    name: 'reconciliation-nothing-compared',
    observe: withoutKeys,
    run: async (shop) => ({ workflowId: (await reconcile(shop)).runId }),
  },
  { name: 'orphan-returned', run: async (shop) => returned(shop, await lostOrder(shop)) },
  {
    name: 'orphan-refused',
    async run(shop) {
      const id = await lostOrder(shop);
      const [orphan] = await breaksOf(shop, 'unknown_order');
      await shop.provider.control('disputes', { paymentIntent: orphan!.paymentId });
      return returned(shop, id);
    },
  },
  {
    name: 'payout-set-back',
    async run(shop) {
      const connectedAccountId = await openConnectedAccount(shop.provider);
      const contributor = await createContributor(shop.db, { connectedAccountId });
      const restore = await snapshotOf(shop.db);
      const { body } = await withdraw(shop.api, contributor, { amount: 5_000, currency: 'usd' });
      const paid = () => withdrawalIn(shop, contributor, body.withdrawalId, 'paid');
      await paid();
      const workflowId = `payout/${body.withdrawalId}`;
      const { runId } = await shop.temporal.workflow.getHandle(workflowId).describe();
      await restore();
      await reconcile(shop);
      await paid();
      return { workflowId, runId };
    },
  },
];

/** Runs every branch of the reconciliation and records their histories. */
export async function recordReconciliations(wanted: Wanted): Promise<void> {
  for (const { name, run, observe } of BRANCHES.filter((branch) => wanted(branch.name))) {
    const shop = await startShop({ standIn: { openingBalance: 1_000_000 }, ...(observe && { observe }) });
    try {
      const { workflowId, runId } = await run(shop);
      await keepHistory(shop.temporal, workflowId, name, runId);
      console.log(`${name}: kept`);
    } finally {
      await shop.close();
    }
  }
}
