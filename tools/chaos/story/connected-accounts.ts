import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnOutage } from '../../../test/support/eventually';
import type { Dice } from '../dice';
import type { World } from './world';

const TROUBLES = ['disable', 'disconnect', 'reverse', 'reverse a part', 'complete late'] as const;
const LASTS_MS = 2_500;

/** What happens to contributors' accounts at the provider until the story is over; each trouble passes. */
export async function disruptAccounts(world: World, dice: Dice): Promise<void> {
  while (!world.over.aborted) {
    await sleep(dice.between(1_500, 5_000));
    const trouble = dice.oneOf(TROUBLES);
    if (trouble === 'disable') await forAWhile(world, dice, { payoutsEnabled: false }, { payoutsEnabled: true });
    else if (trouble === 'disconnect') await forAWhile(world, dice, { deauthorized: true }, { deauthorized: false });
    else await touchTransfer(world, dice, trouble);
  }
}

async function forAWhile(
  { place, journal, connected }: World,
  dice: Dice,
  change: object,
  back: object,
): Promise<void> {
  const id = dice.oneOf(connected);
  journal.note('account changed', { connectedAccountId: id, ...change });
  await place.provider.control(`accounts/${id}`, change);
  await sleep(LASTS_MS);
  await place.provider.control(`accounts/${id}`, back);
}

/** Reverses a transfer by hand, or completes it once more, as the provider may after it had answered 500. */
async function touchTransfer({ place, journal, reversedInPart }: World, dice: Dice, trouble: string): Promise<void> {
  const { transfers } = await place.provider.ledger();
  const made = transfers.filter(({ status }) => status === 'paid').slice(0, 3);
  if (made.length === 0) return;
  const { id, amount, withdrawalId } = dice.oneOf(made);
  // A payout that was seen paid is final: nobody reverses its transfer, and the provider completes nothing after days.
  const withdrawal = await retryOnOutage(() => place.db.prisma.withdrawal.findUnique({ where: { id: withdrawalId } }));
  if (withdrawal?.status !== 'processing') return;
  journal.note(`transfer: ${trouble}`, { transferId: id, withdrawalId });
  if (trouble === 'complete late') await place.provider.control(`transfers/${id}/repeat`, {});
  else {
    const part = trouble === 'reverse' ? {} : { amount: Math.floor(amount / 2) };
    if (part.amount) reversedInPart.add(withdrawalId);
    await place.provider.control(`transfers/${id}/reverse`, part);
  }
}
