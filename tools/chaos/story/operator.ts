import { setTimeout as sleep } from 'node:timers/promises';
import type { Break } from '../../../store/reconciliation/row';
import { retryOnOutage } from '../../../test/support/patience';
import type { Dice } from '../dice';
import { eraseSomebody, setBudget, suspendForAWhile } from './accounts';
import { command, type World } from './world';

const LOOKS_EVERY_MS = 3_000;

/** What the operator does until the story is over, by the same commands as in production. */
export async function operate(world: World, dice: Dice): Promise<void> {
  while (!world.over.aborted) {
    await sleep(LOOKS_EVERY_MS);
    await reviewWithdrawals(world, dice);
    if (dice.chance(0.1)) await suspendForAWhile(world, dice);
    if (dice.chance(0.4)) await endOrRetryWithdrawal(world, dice);
    if (dice.chance(0.5)) await refundOrder(world, dice);
    await settleFailedRefunds(world, dice);
    if (dice.chance(0.3)) await offerAgain(world, dice);
    if (dice.chance(0.2)) await setBudget(world, dice);
    if (dice.chance(0.3)) await eraseSomebody(world, dice);
  }
}

/** Decides about withdrawals that wait for a review. */
export async function reviewWithdrawals(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const waiting = await retryOnOutage(() => db.prisma.withdrawal.findMany({ where: { status: 'under_review' } }));
  for (const { id } of waiting) {
    const decision = dice.oneOf(['approve', 'approve', 'reject']);
    await command(world, `withdrawal: ${decision}`, { withdrawalId: id }, 'withdrawals', decision, id);
  }
}

/** Intervenes in a withdrawal under way: has it checked again, or ends it. */
async function endOrRetryWithdrawal(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const underway = await retryOnOutage(() =>
    db.prisma.withdrawal.findMany({ where: { status: { in: ['processing', 'in_transit'] } }, take: 20 }),
  );
  if (underway.length === 0) return;
  const [{ id }, verb] = [dice.oneOf(underway), dice.oneOf(['retry', 'fail'])];
  await command(world, `withdrawal: ${verb}`, { withdrawalId: id }, 'withdrawals', verb, id);
}

/**
 * Follows the runbook of `withdrawal-stuck`: ends the withdrawal and, where the contributor's account no longer has the
 * money because a transfer was reversed by hand after its payout, writes it off.
 */
export async function endStuckWithdrawals(world: World, flaws: string[]): Promise<void> {
  const { db } = world.place;
  const refused = await retryOnOutage(() =>
    db.prisma.withdrawal.findMany({
      where: { status: { in: ['processing', 'in_transit', 'paid'] }, refusals: { gt: 2 } },
    }),
  );
  for (const { id, endRequested, status } of refused) {
    if (endRequested === 'write_off') continue;
    // Sent back by the bank, and not taken back since.
    const cameBack = flaws.includes(`${id} is paid with 0 payouts`);
    if (status === 'paid' && !cameBack) continue;
    const [what, how] = endRequested || cameBack ? ['written off', ['--write-off']] : ['fail when idle', []];
    await command(world, `withdrawal: ${what}`, { withdrawalId: id }, 'withdrawals', 'fail', id, ...how);
  }
}

/**
 * Settles breaks about money of withdrawals that were written off, and of paid ones whose transfer a person reversed in
 * part, as the runbook says; returns the others.
 */
export async function settleUnrecovered(world: World, breaks: Break[]): Promise<Break[]> {
  const { db } = world.place;
  const paid = { status: 'paid', id: { in: [...world.reversedInPart] } };
  const known = await retryOnOutage(() =>
    db.prisma.withdrawal.findMany({ where: { OR: [{ writtenOff: true }, paid] } }),
  );
  const lost = new Set<string | null>(known.map(({ id }) => id));
  await settle(
    world,
    breaks.filter(({ withdrawalId }) => lost.has(withdrawalId)),
  );
  return breaks.filter(({ withdrawalId }) => !lost.has(withdrawalId));
}

/** A payout whose transfer a person reversed just as it was made, and transfers that a write-off left where they are. */
const ONLY_A_PERSON_KNOWS = /^(wdr_\w+) is (?:paid with 0|(?:failed|returned) with \d+) transfers$/;

/**
 * Settles, as the runbook of `reconciliation-break` says, what the books report of withdrawals that only a person can
 * explain. It explains nothing away: the promises say which of them may be explained at all.
 */
export async function settleByHand(world: World, flaws: string[]): Promise<void> {
  const flagged = new Set(flaws.flatMap((flaw) => ONLY_A_PERSON_KNOWS.exec(flaw)?.[1] ?? []));
  if (flagged.size === 0) return;
  const listed = JSON.parse(await world.place.admin('reconcile', '--json')) as Break[];
  await settle(
    world,
    listed.filter(({ withdrawalId, status }) => status === 'open' && flagged.has(withdrawalId ?? '')),
  );
}

async function settle(world: World, breaks: Break[]): Promise<void> {
  for (const { id, withdrawalId } of breaks)
    await command(world, 'break: settled', { breakId: id, withdrawalId }, 'reconcile', '--settle', id);
}

/** Has paid withdrawals checked again, as happens every hour: their account was disconnected when the bank refused. */
export async function followPaidWithdrawals(world: World, flaws: string[]): Promise<void> {
  const { db } = world.place;
  const paid = await retryOnOutage(() => db.prisma.withdrawal.findMany({ where: { status: 'paid' } }));
  for (const { id } of paid.filter((each) => flaws.some((flaw) => flaw.includes(each.id))))
    await command(world, 'withdrawal: followed after an hour', { withdrawalId: id }, 'withdrawals', 'retry', id);
}

/** Refunds an order whole, whatever else happens to it at the time. */
async function refundOrder(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const where = { status: 'fulfilled' };
  const newest = await retryOnOutage(() => db.prisma.order.findMany({ where, orderBy: { id: 'desc' }, take: 10 }));
  if (newest.length === 0) return;
  const { id } = dice.oneOf(newest);
  const refund = () => command(world, 'order: refund', { orderId: id }, 'orders', 'refund', id);
  await Promise.all(dice.chance(0.2) ? [refund(), refund()] : [refund()]);
}

/** Says of orders whose refund failed what only a person knows; some are left as they are. */
async function settleFailedRefunds(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const failed = await retryOnOutage(() => db.prisma.order.findMany({ where: { status: 'refund_failed' }, take: 5 }));
  for (const { id } of failed) {
    if (!dice.chance(0.5)) continue;
    const outcome = dice.oneOf(['returned', 'kept']);
    await command(world, `order: settle ${outcome}`, { orderId: id }, 'orders', 'settle', id, '--outcome', outcome);
  }
}

/** Puts an opportunity on offer again after its payment went back. */
async function offerAgain(world: World, dice: Dice): Promise<void> {
  const { db } = world.place;
  const where = { product: 'opportunity', status: 'refunded' };
  const returned = await retryOnOutage(() => db.prisma.order.findMany({ where, orderBy: { id: 'desc' }, take: 10 }));
  if (returned.length === 0) return;
  const id = dice.oneOf(returned).opportunityId!;
  await command(world, 'opportunity: offer', { opportunityId: id }, 'opportunities', 'offer', id);
}
