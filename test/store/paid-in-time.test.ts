import { createCustomer } from '../support/api';
import { openTestOrder, payTestOrder } from '../support/sales';
import { withClockAhead } from '../support/eventually';
import { checkLedger } from '../support/money-invariants';
import { offer } from '../support/shop';
import { useDatabase } from '../support/use';

let accountId: string;
const db = useDatabase();
beforeAll(async () => {
  ({ accountId } = await createCustomer(db, { credits: 0 }));
});
afterEach(() => checkLedger(db));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const orderOf = (id: string) => db.prisma.order.findUniqueOrThrow({ where: { id } });
const opportunityOf = (id: string) => db.prisma.opportunity.findUniqueOrThrow({ where: { id } });

/** An order for an opportunity whose hold ended an hour ago, but was not released. */
async function overdue(status = 'pending_payment') {
  const opportunityId = await offer(db);
  const { priceAmount: price } = await opportunityOf(opportunityId);
  const orderId = await openTestOrder(db, { accountId, opportunityId, price });
  const ended = minutesAgo(60);
  await db.prisma.order.update({ where: { id: orderId }, data: { status, expiresAt: ended, holdEndsAt: ended } });
  await db.prisma.opportunity.update({ where: { id: opportunityId }, data: { reservedUntil: ended } });
  return { orderId, opportunityId };
}

/** An order whose hold ended and was released. */
async function released(status: string) {
  const order = await overdue(status);
  await db.prisma.opportunity.update({ where: { id: order.opportunityId }, data: FREE });
  return order;
}

/** Statuses of orders that we ended, not the buyer. */
const ENDED_BY_US = ['expired', 'failed'];

const FREE = { status: 'available', reservedBy: null, reservedUntil: null };
const heldBy = (other: string, untilMinutes: number) => ({
  status: 'reserved',
  reservedBy: other,
  reservedUntil: minutesAgo(-untilMinutes),
});

describe('a payment made while its opportunity was held', () => {
  const settle = async (orderId: string, minutes = 61) =>
    (await payTestOrder(db, orderId, { paidAt: minutesAgo(minutes) })).settlement;

  test.each(['pending_payment', ...ENDED_BY_US])('is granted however late we learn of it: order %s', async (status) => {
    const { orderId, opportunityId } = status === 'pending_payment' ? await overdue() : await released(status);
    expect(await settle(orderId)).toEqual({ outcome: 'granted' });
    expect(await orderOf(orderId)).toMatchObject({ status: 'fulfilled' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'sold', soldTo: orderId });
  });

  test.each<[string, (other: string) => object]>([
    ['reserved', (other) => heldBy(other, 60)],
    // The other buyer may also have paid in time, so this order must not get the opportunity.
    ['reserved by an ended hold', (other) => heldBy(other, -1)],
    ['sold', (other) => ({ ...FREE, status: 'sold', soldTo: other })],
  ])('is refunded if another buyer has the opportunity by then: %s', async (_, taken) => {
    for (const { orderId, opportunityId } of [await overdue(), await released('expired')]) {
      const other = await openTestOrder(db, { accountId, opportunityId });
      await db.prisma.opportunity.update({ where: { id: opportunityId }, data: taken(other) });
      expect(await settle(orderId)).toEqual({ outcome: 'refund', reason: 'opportunity_gone' });
      expect((await opportunityOf(opportunityId)).soldTo).not.toBe(orderId);
    }
  });

  test('is refunded if its buyer canceled or paid after the hold', async () => {
    expect(await settle((await released('canceled')).orderId)).toEqual({ outcome: 'refund', reason: 'late' });
    const { orderId, opportunityId } = await overdue();
    expect(await settle(orderId, 59)).toEqual({ outcome: 'refund', reason: 'late' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'available', reservedBy: null });
  });
});

describe('a payment for a credit', () => {
  const paid = async (status: string, payments = 1) => {
    const orderId = await openTestOrder(db, { accountId });
    await db.prisma.order.update({ where: { id: orderId }, data: { status, holdEndsAt: minutesAgo(60) } });
    const settlements = [];
    for (let i = 0; i < payments; i++) settlements.push((await payTestOrder(db, orderId)).settlement);
    return [...settlements, await db.prisma.entitlement.count({ where: { sourceId: orderId } })];
  };

  test.each(['pending_payment', ...ENDED_BY_US])('is granted whenever it is made: order %s', async (status) => {
    expect(await paid(status)).toEqual([{ outcome: 'granted' }, 1]);
  });

  test('is refunded if its buyer canceled, even a second payment', async () => {
    const late = { outcome: 'refund', reason: 'late' };
    expect(await paid('canceled', 2)).toEqual([late, late, 0]);
  });
});

test("the worker's clock has no effect", async () => {
  await withClockAhead(6 * 60_000, async () => {
    for (const paidAt of [new Date(), null]) {
      const opportunityId = await offer(db);
      const { priceAmount: price } = await opportunityOf(opportunityId);
      const orderId = await openTestOrder(db, { accountId, opportunityId, price });
      // The hold is open for another five minutes by the database's clock.
      await db.pool.query("UPDATE orders SET hold_ends_at = now() + interval '5 minutes' WHERE id = $1", [orderId]);
      const { settlement } = await payTestOrder(db, orderId, { paidAt });
      expect(settlement).toEqual({ outcome: 'granted' });
    }
  });
});
