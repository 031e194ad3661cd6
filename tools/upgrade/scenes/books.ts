import { approveReturn } from '../../../store/reconciliation/approve-return';
import { settleBreak } from '../../../store/reconciliation/settle-break';
import { eventually } from '../../../test/support/eventually';
import { breaksOf, payLostOrder, reconcile } from '../../../test/support/reconciliation';
import type { Shop } from '../../../test/support/shop';
import type { Scene } from './scene';

/** A payment of an order that we do not have, as the reconciliation tells of it. */
async function orphan(shop: Shop): Promise<string> {
  const { orderId } = await payLostOrder(shop.provider);
  const found = await eventually('the orphan is told', async () => {
    await reconcile(shop);
    return (await breaksOf(shop, 'unknown_order')).find((each) => each.orderId === orderId);
  });
  return found.id;
}

const inState = (shop: Shop, id: string, status: string) =>
  eventually(`break ${id} is ${status}`, () => shop.db.prisma.reconciliationBreak.findFirst({ where: { id, status } }));

/** Leaves breaks in every state, and a return in the middle of its work. */
export async function leaveBooks({ shop }: Scene): Promise<void> {
  const { provider } = shop;
  await settleBreak(shop.db, await orphan(shop), 'asked the payer');
  const returned = await orphan(shop);
  await approveReturn(shop.db, returned, 'asked the payer');
  await inState(shop, returned, 'returned');
  await payLostOrder(provider, { deploymentId: 'another-deployment' });
  await leaveMatched(shop);
  await orphan(shop);
  const returning = await orphan(shop);
  await provider.fault('POST /v1/refunds', 'error_500', 1_000);
  await approveReturn(shop.db, returning, 'asked the payer');
}

/** A payment whose webhooks are lost, found by the reconciliation and mended by its hint. */
async function leaveMatched(shop: Shop): Promise<void> {
  for (const event of ['checkout.session.completed', 'payment_intent.succeeded', 'charge.succeeded'])
    await shop.provider.fault(event, 'drop_event', 1);
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.provider.pay(body.checkoutSessionId!);
  await eventually('the break has closed', async () => {
    await reconcile(shop);
    return (await breaksOf(shop, 'missing_payment')).some(({ status }) => status === 'matched');
  });
}
