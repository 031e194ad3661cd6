import { setTimeout as sleep } from 'node:timers/promises';
import { resumeAccount, suspendAccount } from '../../../modules/erasure/store/suspension';
import { withdraw } from '../../../test/support/contributors';
import { retryOnOutage } from '../../../test/support/eventually';
import { moneyOutOf } from '../../../test/support/money-invariants';
import type { Dice } from '../journal';
import { askWithKey, breaks, type World } from './world';

/** Expected refusals: the balance is too low, or the operator suspended the account. */
const EXPECTED = ['insufficient_balance', 'account_suspended'];

/** Keeps requesting withdrawals; large amounts wait for the operator's review. */
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

const TROUBLES = ['disable', 'disconnect', 'reverse', 'reverse a part', 'complete late'] as const;
const LASTS_MS = 2_500;

/** Keeps disrupting contributors' accounts at the provider until the story ends; each problem is temporary. */
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

/** Reverses a transfer by hand, or completes it again, as the provider may after a 500 response. */
async function touchTransfer(world: World, dice: Dice, trouble: string): Promise<void> {
  const { place, journal, reversedInPart, completedLate } = world;
  const { transfers } = await place.provider.ledger();
  const made = transfers.filter(({ status }) => status === 'paid').slice(0, 3);
  if (made.length === 0) return;
  const { id, amount, withdrawalId } = dice.oneOf(made);
  // Touch only withdrawals in progress: nobody reverses a paid one, and the provider completes nothing days later.
  const withdrawal = await retryOnOutage(() => place.db.prisma.withdrawal.findUnique({ where: { id: withdrawalId } }));
  if (withdrawal?.status !== 'processing') return;
  journal.note(`transfer: ${trouble}`, { transferId: id, withdrawalId });
  if (trouble === 'complete late')
    completedLate.add((await place.provider.control<{ id: string }>(`transfers/${id}/repeat`, {})).id);
  else {
    const part = trouble === 'reverse' ? {} : { amount: Math.floor(amount / 2) };
    if (part.amount) reversedInPart.add(withdrawalId);
    await place.provider.control(`transfers/${id}/reverse`, part);
  }
}

/** No step in progress on a frozen worker or at a slow provider takes this long. */
const UNDERWAY_MS = 13_000;

/** Keeps suspending and resuming buyers and contributors until the story ends, and watches some of them. */
export async function suspendAgainAndAgain(world: World, dice: Dice): Promise<void> {
  const { place, journal, buyers, contributors } = world;
  while (!world.over.aborted) {
    await sleep(dice.between(500, 4_000));
    const { accountId } = dice.oneOf(dice.oneOf([buyers, contributors]));
    await retryOnOutage(() => suspendAccount(place.db, accountId));
    journal.note('account suspended', { accountId });
    if (dice.chance(0.3)) await watchSuspended(world, dice, accountId);
    else await sleep(dice.between(0, 4_000));
    await resume(world, accountId);
  }
}

async function resume({ place, journal }: World, accountId: string): Promise<void> {
  await retryOnOutage(() => resumeAccount(place.db, accountId));
  journal.note('account resumed', { accountId });
}

/** Resumes accounts whose earlier resumption was undone by a restore. */
export async function resumeAll(world: World): Promise<void> {
  const where = { status: 'suspended' };
  const { prisma } = world.place.db;
  for (const { id } of await retryOnOutage(() => prisma.account.findMany({ where }))) await resume(world, id);
}

/** Checks that money stops leaving a suspended account once work in progress has ended. */
async function watchSuspended(world: World, dice: Dice, accountId: string): Promise<void> {
  const { db, provider } = world.place;
  await sleep(UNDERWAY_MS);
  const before = await retryOnOutage(() => moneyOutOf(db, provider, accountId));
  await sleep(dice.between(2_000, 10_000));
  const after = await retryOnOutage(() => moneyOutOf(db, provider, accountId));
  // After a restore, the database may not know of the suspension.
  const account = await retryOnOutage(() => db.prisma.account.findUnique({ where: { id: accountId } }));
  if (account?.status !== 'suspended') return;
  for (const id of after.filter((each) => !before.includes(each) && !world.completedLate.has(each)))
    breaks(world, `${id} paid ${accountId} while it was suspended`);
}
