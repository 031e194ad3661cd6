import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnOutage } from '../../../test/support/eventually';
import type { Dice } from '../dice';
import type { World } from './world';

const TROUBLES = [
  'none',
  'none',
  'none',
  'none',
  'dispute',
  'dispute',
  'dispute of a part',
  'warning',
  'warned dispute',
  'part',
  'parts',
  'whole',
] as const;

/** What happens to a payment after it was granted: a dispute of the cardholder, or refunds by hand at the provider. */
export async function disruptPayment(world: World, dice: Dice, orderId: string): Promise<void> {
  const trouble = dice.oneOf(TROUBLES);
  if (trouble === 'none') return;
  await sleep(dice.between(0, 2_000));
  const payment = await retryOnOutage(() => world.place.db.prisma.payment.findFirst({ where: { orderId } }));
  if (!payment) return;
  const { id: paymentIntent, mode, amount } = payment;
  world.journal.note(`payment: ${trouble}`, { orderId, paymentIntent });
  const warned = trouble === 'warning' || trouble === 'warned dispute';
  // An early fraud warning; sometimes the dispute that it foretells comes first, or while it is answered.
  if (warned) await world.place.provider.control('fraud-warnings', { paymentIntent });
  if (trouble === 'dispute' || trouble === 'warned dispute') await dispute(world, dice, paymentIntent);
  else if (trouble === 'dispute of a part') await dispute(world, dice, paymentIntent, Math.floor(amount / 3));
  else if (!warned) {
    const part = Math.floor(amount / 3);
    const amounts = { part: [part], parts: [part, part, amount - 2 * part], whole: [amount] }[trouble];
    for (const each of amounts) await refundByHand(world, { paymentIntent, mode, amount: each });
  }
}

/** A payment that the product is about to return, or whose refund failed, is returned by hand, or disputed. */
export async function returnByHand(world: World, dice: Dice, orderId: string): Promise<void> {
  if (!dice.chance(0.4)) return;
  const where = { orderId, outcome: 'refund' };
  const payment = await retryOnOutage(() => world.place.db.prisma.payment.findFirst({ where }));
  if (!payment) return;
  const { id: paymentIntent, mode, amount } = payment;
  // A cardholder may be faster than we are: what was to go back is disputed, in part or whole.
  if (dice.chance(0.4)) return dispute(world, dice, paymentIntent, dice.oneOf([Math.floor(amount / 4), amount]));
  await refundByHand(world, { paymentIntent, mode, amount: dice.oneOf([Math.floor(amount / 4), amount]) });
}

async function dispute({ place, journal }: World, dice: Dice, paymentIntent: string, amount?: number): Promise<void> {
  const { provider } = place;
  const { id } = await provider.control<{ id?: string }>('disputes', { paymentIntent, amount });
  if (id === undefined) return;
  // Those left open are closed at the end of the story.
  if (dice.chance(0.2)) return;
  await sleep(dice.between(0, 5_000));
  const outcome = dice.oneOf(['won', 'lost']);
  journal.note(`dispute ${outcome}`, { paymentIntent, disputeId: id });
  await provider.control(`disputes/${id}/close`, { outcome });
}

/** Closes the disputes that are still open, as the provider does after some weeks. */
export async function closeDisputes({ place, journal }: World, dice: Dice): Promise<void> {
  const { disputes } = await place.provider.ledger();
  for (const { id, status, paymentIntent } of disputes) {
    if (status === 'won' || status === 'lost') continue;
    const outcome = dice.oneOf(['won', 'lost']);
    journal.note(`dispute ${outcome}`, { paymentIntent, disputeId: id });
    await place.provider.control(`disputes/${id}/close`, { outcome });
  }
}

/** Refunds at the provider's dashboard, which names nothing of ours. The provider may refuse it, such as in a dispute. */
async function refundByHand(
  { place, journal }: World,
  { paymentIntent, mode, amount }: { paymentIntent: string; mode: string; amount: number },
): Promise<void> {
  const refund = await place.provider.refundByHand(paymentIntent, amount, mode as 'live' | 'test').catch(() => null);
  journal.note(`refund by hand ${refund ? 'made' : 'refused'}`, { paymentIntent, amount });
}
