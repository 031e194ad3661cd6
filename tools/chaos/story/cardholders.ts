import { setTimeout as sleep } from 'node:timers/promises';
import { CASE_TYPES, DISPUTE_PHASES, type DisputeStatus } from '../../../stand-ins/payments/world';
import { retryOnOutage } from '../../../test/support/eventually';
import type { Dice } from '../journal';
import type { World } from './world';

interface Payment {
  id: string;
  mode: string;
  amount: number;
}

const TROUBLES = [
  ...(['none', 'none', 'none', 'none', 'dispute', 'dispute', 'dispute'] as const),
  ...(['dispute of a part', 'dispute of a part', 'warning', 'warned dispute', 'part', 'parts', 'whole'] as const),
];

/** Disrupts a granted payment: disputes it as the cardholder, or refunds it in the provider's dashboard. */
export async function disruptPayment(world: World, dice: Dice, orderId: string): Promise<void> {
  const trouble = dice.oneOf(TROUBLES);
  if (trouble === 'none') return;
  await sleep(dice.between(0, 2_000));
  const payment = await retryOnOutage(() => world.place.db.prisma.payment.findFirst({ where: { orderId } }));
  if (!payment) return;
  const { id: paymentIntent, amount } = payment;
  world.journal.note(`payment: ${trouble}`, { orderId, paymentIntent });
  const warned = trouble === 'warning' || trouble === 'warned dispute';
  // Send an early fraud warning. Its dispute sometimes arrives first, or while we respond to the warning.
  if (warned) await world.place.provider.control('fraud-warnings', { paymentIntent });
  if (trouble === 'dispute' || trouble === 'warned dispute') await dispute(world, dice, payment, amount);
  else if (trouble === 'dispute of a part') await dispute(world, dice, payment, Math.floor(amount / 3));
  else if (!warned) {
    const part = Math.floor(amount / 3);
    const amounts = { part: [part], parts: [part, part, amount - 2 * part], whole: [amount] }[trouble];
    for (const each of amounts) await refundByHand(world, payment, each);
  }
}

/** Refunds by hand, or disputes, a payment that the product is about to refund or failed to refund. */
export async function returnByHand(world: World, dice: Dice, orderId: string): Promise<void> {
  if (!dice.chance(0.4)) return;
  const where = { orderId, outcome: 'refund' };
  const payment = await retryOnOutage(() => world.place.db.prisma.payment.findFirst({ where }));
  if (!payment) return;
  const amount = dice.oneOf([Math.floor(payment.amount / 4), payment.amount]);
  // The cardholder may dispute all or part of the amount before we refund it.
  if (dice.chance(0.4)) await dispute(world, dice, payment, amount);
  else await refundByHand(world, payment, amount);
}

const STATUSES = Object.keys(DISPUTE_PHASES) as DisputeStatus[];
const isClosed = (status: DisputeStatus) => DISPUTE_PHASES[status] === 'closed';
const UNDECIDED = STATUSES.filter((status) => !isClosed(status));
const ENDS = STATUSES.filter(isClosed);
/** Net effect of a dispute: nothing moved, everything taken, a third kept, or everything returned. */
const NETS = ['nothing', 'nothing', 'taken', 'taken', 'in part back', 'back'] as const;
type Net = (typeof NETS)[number];
/** Changes after a dispute has ended: an appeal or another decision. A loss takes the amount again. */
const LATE = [
  ['appeal_needs_response', 'taken'],
  ['appeal_under_review', 'taken'],
  ['won', 'back'],
  ['lost', 'taken'],
] as const;

/** Draws the terms of a dispute. Only its money movements and refundability matter, not its status. */
function drawTerms(dice: Dice, status: DisputeStatus, net: Net, { taken, amount }: { taken: number; amount: number }) {
  const refundable = dice.oneOf([undefined, true, false]);
  const stays = { nothing: taken, taken: amount, 'in part back': Math.floor(amount / 3), back: 0 }[net];
  const movements = net === 'nothing' ? [] : [taken - amount, amount - stays].filter((moved) => moved !== 0);
  // The provider never refunds an amount that a dispute took.
  return { status, movements, ...(stays === 0 && net === 'nothing' && { refundable }) };
}

/** Opens a dispute in any state that the provider's types allow, and may move it to other states. */
async function dispute(world: World, dice: Dice, payment: Payment, amount: number): Promise<void> {
  const { provider } = world.place;
  const [status, caseType, net] = [dice.oneOf(STATUSES), dice.oneOf(CASE_TYPES), dice.oneOf(NETS)];
  const terms = { caseType, ...drawTerms(dice, status, net, { taken: 0, amount }) };
  const { id } = await provider.control<{ id?: string }>('disputes', { paymentIntent: payment.id, amount, ...terms });
  if (id === undefined) return;
  world.journal.note(`dispute ${status}, ${caseType}`, { paymentIntent: payment.id, disputeId: id, ...terms });
  const turns: (readonly [DisputeStatus, Net])[] = [];
  if (!isClosed(status)) {
    if (dice.chance(0.5)) turns.push([dice.oneOf(UNDECIDED), dice.oneOf(NETS)]);
    // Open disputes are closed at the end of the story.
    if (dice.chance(0.8)) turns.push([dice.oneOf(ENDS), dice.oneOf(NETS)]);
    if (status.startsWith('warning_') && dice.chance(0.4)) {
      world.journal.note('inquiry refunded by hand', { paymentIntent: payment.id, disputeId: id });
      await refundByHand(world, payment, payment.amount);
    }
  }
  if (dice.chance(0.2)) turns.push(dice.oneOf(LATE));
  for (const [next, of] of turns) {
    await sleep(dice.between(0, 3_000));
    await turn(world, dice, id, next, of);
  }
}

async function turn({ place, journal }: World, dice: Dice, id: string, next: DisputeStatus, net: Net): Promise<void> {
  const { disputes } = await place.provider.ledger();
  const { status, paymentIntent, ...money } = disputes.find((each) => each.id === id)!;
  // A full refund may have closed the inquiry. A closed dispute can only be appealed or decided again.
  if (isClosed(status) && !LATE.some(([late, of]) => late === next && of === net)) return;
  const terms = drawTerms(dice, next, net, money);
  journal.note(`dispute turned ${next}`, { paymentIntent, disputeId: id, was: status, ...terms });
  await place.provider.control(`disputes/${id}`, terms);
}

/** Closes the open disputes, as the provider does after some weeks. */
export async function closeDisputes(world: World, dice: Dice): Promise<void> {
  const { disputes } = await world.place.provider.ledger();
  for (const { id } of disputes.filter(({ status }) => !isClosed(status)))
    await turn(world, dice, id, dice.oneOf(ENDS), dice.oneOf(NETS));
}

/** Refunds in the provider's dashboard, without our ids. The provider may refuse, for example during a dispute. */
async function refundByHand({ place, journal }: World, { id, mode }: Payment, amount: number): Promise<void> {
  const refund = await place.provider.refundByHand(id, amount, mode as 'live' | 'test').catch(() => null);
  journal.note(`refund by hand ${refund ? 'made' : 'refused'}`, { paymentIntent: id, amount });
}
