import { payoutMessage } from '../../domain/messages/payouts';
import { reservationMessage } from '../../domain/messages/orders';
import type { WorkflowMessage } from '../../contracts/workflow-messages';
import { decideReview } from '../../store/withdrawals/decide-review';
import { createContributor, openConnectedAccount, withdraw, withdrawalIn } from '../support/contributors';
import { eventually } from '../support/eventually';
import { useShop, useTemporal } from '../support/use';

useTemporal({ 'limit.historyCount.suggestContinueAsNew': 40 });
const shop = useShop({ settings: { payoutReviewThreshold: 0 }, standIn: { openingBalance: 1_000_000 } });

const runOf = async (workflowId: string) => (await shop.temporal.workflow.getHandle(workflowId).describe()).runId;

/** Signals a workflow, one notification after another, until it goes on in another run. */
async function notifyUntilContinued(message: WorkflowMessage): Promise<void> {
  const { workflowId } = message;
  await eventually('it has begun', () => runOf(workflowId).catch(() => null));
  const first = await runOf(workflowId);
  await eventually('it continued', async () => {
    await shop.start(message);
    return (await runOf(workflowId)) !== first;
  });
}

test('a payout that is notified during a long review continues as new, and pays once it is approved', async () => {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { balance: 50_000, connectedAccountId });
  const id = (await withdraw(shop.api, contributor, { amount: 10_000, currency: 'usd' })).body.withdrawalId;
  await withdrawalIn(shop, contributor, id, 'under_review');
  await notifyUntilContinued(payoutMessage({ id, mode: 'live' }, 'payoutChanged'));
  await decideReview(shop.db, id, { decision: 'approve', reason: 'known to us' });
  await withdrawalIn(shop, contributor, id, 'paid');
  const transfers = (await shop.provider.ledger()).transfers.filter(({ withdrawalId }) => withdrawalId === id);
  expect(transfers).toHaveLength(1);
});

test('a reservation whose order changes again and again continues as new, and ends with its payment', async () => {
  const buyer = await shop.buyer();
  const { body } = await shop.purchase(await shop.offer(), buyer);
  const order = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: body.orderId } });
  const { id, product, accountId } = order;
  await notifyUntilContinued(reservationMessage({ id, product, accountId, mode: 'live' }, 'orderChanged'));
  await shop.provider.pay(body.checkoutSessionId!);
  await shop.orderIn(id, ['fulfilled'], buyer);
  expect(await shop.temporal.workflow.getHandle(`reservation/${id}`).result()).toMatchObject({ status: 'fulfilled' });
});
