import { setTimeout as sleep } from 'node:timers/promises';
import { withdraw } from '../../../test/support/contributors';
import type { Dice } from '../dice';
import { askWithKey, type World } from './world';

/** Too little is left, or the operator suspended the account. */
const EXPECTED = ['insufficient_balance', 'account_suspended'];

/** A contributor asks for money again and again; large amounts wait for the operator. */
export async function withdrawAgainAndAgain(world: World, dice: Dice, name: string): Promise<void> {
  const { accountId, ...contributor } = dice.oneOf(world.contributors);
  for (let request = 0; !world.over.aborted; request++) {
    await sleep(dice.between(500, 3_000));
    const amount = dice.chance(0.15) ? dice.between(50_001, 70_000) : dice.between(1_000, 9_000);
    const body = { amount, currency: 'usd' };
    const send = () => withdraw({ url: world.place.apiUrl }, { accountId, ...contributor }, body, `${name}-${request}`);
    const idOf = ({ withdrawalId }: { withdrawalId: string }) => withdrawalId;
    const twice = dice.chance(0.2);
    const asked = await askWithKey(world, 'POST /v1/withdrawals', send, { twice, expected: EXPECTED, idOf });
    if (asked) world.journal.note('withdrawal', { withdrawalId: asked.withdrawalId, amount, of: accountId });
  }
}
