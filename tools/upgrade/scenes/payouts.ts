import { decideReview } from '../../../store/withdrawals/decide-review';
import { openContributor, payoutsOf } from '../../../test/support/contributors';
import { eventually } from '../../../test/support/eventually';
import type { Shop } from '../../../test/support/shop';
import type { Scene } from './scene';

/** Amount of a withdrawal that somebody reviews. */
const LARGE = 30_000;

/** A withdrawal of a new contributor, and what befalls it. */
async function asked(shop: Shop, amount?: number) {
  const payouts = payoutsOf(shop, await openContributor(shop));
  return { ...payouts, id: await payouts.requested(amount) };
}

/** One whose payout comes to these states at the provider, in their order. */
async function brought(shop: Shop, ...states: string[]): Promise<string> {
  const { id, inState, bring } = await asked(shop);
  await inState(id, 'in_transit');
  for (const status of states) {
    await bring(id, status);
    await inState(id, status === 'failed' && states.length > 1 ? 'returned' : status);
  }
  return id;
}

/** Leaves withdrawals in every other state. */
export async function leavePayouts({ shop }: Scene): Promise<void> {
  await brought(shop, 'paid');
  await brought(shop, 'paid', 'failed');
  await brought(shop, 'failed');
  await brought(shop, 'canceled');
  await brought(shop);
  const rejected = await asked(shop, LARGE);
  await rejected.inState(rejected.id, 'under_review');
  await decideReview(shop.db, rejected.id, { decision: 'reject', reason: 'sale looks wrong' });
  await rejected.inState(rejected.id, 'rejected');
  const reviewed = await asked(shop, LARGE);
  await reviewed.inState(reviewed.id, 'under_review');
}

/** Leaves a withdrawal whose transfer the provider does not make, from now on. */
export async function leaveProcessing({ shop }: Scene): Promise<void> {
  await shop.provider.fault('GET /v1/transfers', 'error_500', 1_000);
  const { id, row } = await asked(shop);
  await eventually('it is being moved', async () => (await row(id)).status === 'processing');
}

/** With the worker gone: a withdrawal that nobody has begun. */
export async function leaveRequested({ shop }: Scene): Promise<void> {
  await asked(shop);
}
