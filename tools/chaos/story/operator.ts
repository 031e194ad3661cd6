import { setTimeout as sleep } from 'node:timers/promises';
import type { Break } from '../../../modules/reconciliation/store/breaks';
import { retryOnOutage } from '../../../test/support/eventually';
import type { Dice } from '../journal';
import { command, type World } from './world';

const LOOKS_EVERY_MS = 3_000;
/** Monthly budgets in US cents. The small ones pay for few runs, so later runs are refused or reserve less. */
const BUDGETS = ['none', '500', '3000'];
const NEWEST = { orderBy: { id: 'desc' }, take: 10 } as const;

interface Deed {
  chance: number;
  among(world: World): Promise<(string | null)[]>;
  command(id: string, dice: Dice): string[];
}

const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);

const DEEDS: readonly Deed[] = [
  {
    chance: 0.4,
    among: ({ place: { db } }) =>
      idsOf(db.prisma.withdrawal.findMany({ where: { status: { in: ['processing', 'in_transit'] } }, take: 20 })),
    command: (id, dice) => ['withdrawals', dice.oneOf(['retry', 'fail']), id],
  },
  {
    chance: 0.5,
    among: ({ place: { db } }) => idsOf(db.prisma.order.findMany({ where: { status: 'fulfilled' }, ...NEWEST })),
    command: (id) => ['orders', 'refund', id],
  },
  {
    chance: 0.5,
    among: ({ place: { db } }) => idsOf(db.prisma.order.findMany({ where: { status: 'refund_failed' }, take: 5 })),
    command: (id, dice) => ['orders', 'settle', id, '--outcome', dice.oneOf(['returned', 'kept'])],
  },
  {
    chance: 0.3,
    async among({ place: { db } }) {
      const where = { product: 'opportunity', status: 'refunded' };
      return (await db.prisma.order.findMany({ where, ...NEWEST })).map(({ opportunityId }) => opportunityId);
    },
    command: (id) => ['opportunities', 'offer', id],
  },
  {
    chance: 0.2,
    among: ({ buyers }) => Promise.resolve(buyers.map(({ accountId }) => accountId)),
    command: (id, dice) => ['accounts', 'budget', id, '--monthly', dice.oneOf(BUDGETS)],
  },
  {
    // Erases a guest buyer or a departing contributor. The product refuses while the account has unsettled money.
    chance: 0.3,
    async among({ place: { db }, leaving }) {
      const where = { email: { endsWith: '@stranger.example' }, status: 'active' };
      const strangers = await idsOf(db.prisma.account.findMany({ where, take: 20, orderBy: { id: 'asc' } }));
      return [...strangers, ...leaving];
    },
    command: (id) => ['accounts', 'erase', id],
  },
];

/** Acts as the operator until the story ends, using the same commands as in production. */
export async function operate(world: World, dice: Dice): Promise<void> {
  while (!world.over.aborted) {
    await sleep(LOOKS_EVERY_MS);
    await decideReviews(world, dice);
    for (const deed of DEEDS) {
      if (!dice.chance(deed.chance)) continue;
      const among = await retryOnOutage(() => deed.among(world));
      const id = among.length > 0 ? dice.oneOf(among) : null;
      if (id === null) continue;
      const args = deed.command(id, dice);
      const again = dice.chance(0.1) ? [command(world, ...args)] : [];
      await Promise.all([command(world, ...args), ...again]);
    }
  }
}

/** Decides withdrawals and releases runs that are waiting for review. */
export async function decideReviews(world: World, dice: Dice): Promise<void> {
  const { prisma } = world.place.db;
  const waiting = await retryOnOutage(() => prisma.withdrawal.findMany({ where: { status: 'under_review' } }));
  for (const { id } of waiting) await command(world, 'withdrawals', dice.oneOf(['approve', 'approve', 'reject']), id);
  const held = await retryOnOutage(() => prisma.run.findMany({ where: { review: true, status: 'queued' } }));
  for (const { id } of held) await command(world, 'runs', 'release', id);
}

/** Follows the runbook where only an operator can restore a promise. */
export async function repairByHand(world: World, flaws: string[]): Promise<void> {
  await followPaidWithdrawals(world, flaws);
  await settleByHand(world, flaws);
  await endStuckWithdrawals(world, flaws);
}

/** Refunds payments whose orders were lost. Returns the other breaks. */
export async function returnOrphans(world: World, breaks: Break[]): Promise<Break[]> {
  const isOrphan = ({ cause, kind }: Break) => cause === 'unknown_order' && kind === 'charge';
  for (const { id } of breaks.filter(isOrphan)) await command(world, 'orphans', 'return', id);
  return breaks.filter((each) => !isOrphan(each));
}

/** Follows the runbook for `withdrawal-stuck`: ends the withdrawal, and writes it off if the account has no money. */
async function endStuckWithdrawals(world: World, flaws: string[]): Promise<void> {
  const where = { status: { in: ['processing', 'in_transit', 'paid'] }, refusals: { gt: 2 } };
  const refused = await retryOnOutage(() => world.place.db.prisma.withdrawal.findMany({ where }));
  for (const { id, endRequested, status } of refused) {
    if (endRequested === 'write_off') continue;
    // The bank returned the payout, and nobody has recovered the money yet.
    const cameBack = flaws.includes(`${id} is paid with 0 payouts`);
    if (status === 'paid' && !cameBack) continue;
    await command(world, 'withdrawals', 'fail', id, ...(endRequested || cameBack ? ['--write-off'] : []));
  }
}

/** Settles breaks caused by written-off withdrawals and partly reversed transfers. Returns the other breaks. */
export async function settleUnrecovered(world: World, breaks: Break[]): Promise<Break[]> {
  const paid = { status: 'paid', id: { in: [...world.reversedInPart] } };
  const where = { OR: [{ writtenOff: true }, paid] };
  const known = await retryOnOutage(() => world.place.db.prisma.withdrawal.findMany({ where }));
  const isLost = ({ withdrawalId }: Break) => known.some(({ id }) => id === withdrawalId);
  for (const { id } of breaks.filter(isLost)) await command(world, 'reconcile', '--settle', id);
  return breaks.filter((each) => !isLost(each));
}

/** A payout whose transfer was reversed at the same moment, or transfers that remained after a write-off. */
const ONLY_A_PERSON_KNOWS = /^(wdr_\w+) is (?:paid with 0|(?:failed|returned) with \d+) transfers$/;

/** Settles withdrawal breaks that only a person can explain, as the runbook's `reconciliation-break` section says. */
async function settleByHand(world: World, flaws: string[]): Promise<void> {
  const flagged = new Set(flaws.flatMap((flaw) => ONLY_A_PERSON_KNOWS.exec(flaw)?.[1] ?? []));
  if (flagged.size === 0) return;
  const listed = JSON.parse(await world.place.admin('reconcile', '--json')) as Break[];
  for (const { id, withdrawalId, status } of listed)
    if (status === 'open' && flagged.has(withdrawalId ?? '')) await command(world, 'reconcile', '--settle', id);
}

/** Retries paid withdrawals with a problem, as the hourly check does. Their account may have been disconnected. */
async function followPaidWithdrawals(world: World, flaws: string[]): Promise<void> {
  const where = { status: 'paid' };
  const paid = await retryOnOutage(() => world.place.db.prisma.withdrawal.findMany({ where }));
  for (const { id } of paid.filter((each) => flaws.some((flaw) => flaw.includes(each.id))))
    await command(world, 'withdrawals', 'retry', id);
}
