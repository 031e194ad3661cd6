import { setTimeout as sleep } from 'node:timers/promises';
import { withdraw } from '../../../test/support/contributors';
import type { Dice } from '../dice';
import { breaks, retryUntilAnswered, type World } from './world';

/** Refusals that are no surprise: too little is left, or the operator suspended the account. */
const EXPECTED = ['insufficient_balance', 'account_suspended'];

/** A contributor asks for money again and again; large amounts wait for the operator. */
export async function withdrawAgainAndAgain(world: World, dice: Dice, name: string): Promise<void> {
  const contributor = dice.oneOf(world.contributors);
  for (let request = 0; !world.over.aborted; request++) {
    await sleep(dice.between(500, 3_000));
    const amount = dice.chance(0.15) ? dice.between(50_001, 70_000) : dice.between(1_000, 9_000);
    const send = () =>
      withdraw({ url: world.parts.apiUrl }, contributor, { amount, currency: 'usd' }, `${name}-${request}`);
    const { forgotten } = world;
    const what = 'POST /v1/withdrawals';
    const [answer, again] = await Promise.all([
      retryUntilAnswered(world, what, send),
      dice.chance(0.2) ? retryUntilAnswered(world, what, send) : null,
    ]);
    if (answer?.status === 202)
      world.journal.note('withdrawal', { withdrawalId: answer.body.withdrawalId, amount, of: contributor.accountId });
    else if (answer && !EXPECTED.includes(answer.body.code ?? ''))
      breaks(world, `${what} was refused: ${answer.text.slice(0, 300)}`);
    const both = answer?.status === 202 && again?.status === 202 && forgotten === world.forgotten;
    if (both && answer.body.withdrawalId !== again.body.withdrawalId)
      breaks(world, `one key asked for two withdrawals: ${answer.body.withdrawalId} and ${again.body.withdrawalId}`);
  }
}
