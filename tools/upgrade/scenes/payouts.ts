import { decideReview } from '../../../store/withdrawals/decide-review';
import { advancePayoutTo, createContributor, openConnectedAccount, withdraw } from '../../../test/support/contributors';
import { eventually } from '../../../test/support/eventually';
import type { Shop } from '../../../test/support/shop';
import type { Scene } from './scene';

/** Amount of a withdrawal that nobody reviews, and of one that somebody does. */
const [SMALL, LARGE] = [10_000, 30_000];

async function asked(shop: Shop, amount = SMALL): Promise<string> {
  const connectedAccountId = await openConnectedAccount(shop.provider);
  const contributor = await createContributor(shop.db, { connectedAccountId });
  return (await withdraw(shop.api, contributor, { amount, currency: 'usd' })).body.withdrawalId;
}

const inState = (shop: Shop, id: string, status: string) =>
  eventually(`withdrawal ${id} is ${status}`, async () => {
    const { status: found } = await shop.db.prisma.withdrawal.findUniqueOrThrow({ where: { id } });
    return found === status;
  });

async function sent(shop: Shop): Promise<string> {
  const id = await asked(shop);
  await inState(shop, id, 'in_transit');
  return id;
}

async function ended(shop: Shop, ...states: string[]): Promise<string> {
  const id = await sent(shop);
  for (const status of states) {
    await advancePayoutTo(shop.provider, id, status);
    await inState(shop, id, status === 'failed' && states.length > 1 ? 'returned' : status);
  }
  return id;
}

/** Leaves withdrawals in every other state, and the workflows of those that are not at an end. */
export async function leavePayouts({ shop, leave }: Scene): Promise<void> {
  leave('payout-in-follow-up', `payout/${await ended(shop, 'paid')}`);
  await ended(shop, 'paid', 'failed');
  await ended(shop, 'failed');
  await ended(shop, 'canceled');
  leave('payout-in-transit', `payout/${await sent(shop)}`);
  const rejected = await asked(shop, LARGE);
  await inState(shop, rejected, 'under_review');
  await decideReview(shop.db, rejected, { decision: 'reject', reason: 'sale looks wrong' });
  await inState(shop, rejected, 'rejected');
  const reviewed = await asked(shop, LARGE);
  await inState(shop, reviewed, 'under_review');
  leave('payout-in-review', `payout/${reviewed}`);
}

/** Leaves a withdrawal whose transfer the provider does not make, from now on. */
export async function leaveProcessing({ shop, leave }: Scene): Promise<void> {
  await shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);
  const processing = await asked(shop);
  await inState(shop, processing, 'processing');
  leave('payout-processing', `payout/${processing}`);
}

/** With the worker gone: a withdrawal that nobody has begun. */
export async function leaveRequested({ shop }: Scene): Promise<void> {
  await asked(shop);
}
