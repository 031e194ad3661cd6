import { createCustomer } from '../support/api';
import { openTestOrder, payTestOrder } from '../support/books';
import { withClockAhead } from '../support/clock';
import { checkLedger } from '../support/ledger-invariants';
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

/** An order for an opportunity whose hold ended an hour ago while nobody was there to end it. */
async function overdue(status = 'pending_payment') {
  const opportunityId = await offer(db);
  const { priceAmount: price } = await opportunityOf(opportunityId);
  const orderId = await openTestOrder(db, { accountId, opportunityId, price });
  const ended = minutesAgo(60);
  await db.prisma.order.update({ where: { id: orderId }, data: { status, expiresAt: ended, holdEndsAt: ended } });
  await db.prisma.opportunity.update({ where: { id: opportunityId }, data: { reservedUntil: ended } });
  return { orderId, opportunityId };
}

/** One whose hold was ended and released. */
async function released(status: string) {
  const order = await overdue(status);
  const free = { status: 'available', reservedBy: null, reservedUntil: null };
  await db.prisma.opportunity.update({ where: { id: order.opportunityId }, data: free });
  return order;
}

/** Ends of an order that are not its buyer's word. */
const ENDED_BY_US = ['expired', 'failed'];

describe('a payment for an opportunity that was made while it was held', () => {
  const PAID_AT = () => minutesAgo(61);

  test('is granted however late we check', async () => {
    const { orderId, opportunityId } = await overdue();
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'granted' });
    expect(await orderOf(orderId)).toMatchObject({ status: 'fulfilled' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'sold', soldTo: orderId });
  });

  test('is granted where another buyer held it meanwhile and released it', async () => {
    const { orderId, opportunityId } = await overdue();
    const free = { status: 'available', reservedBy: null, reservedUntil: null };
    await db.prisma.opportunity.update({ where: { id: opportunityId }, data: free });
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'granted' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'sold', soldTo: orderId, reservedBy: null });
  });

  test.each([
    ['reserved', 60],
    // His payment may be on its way as well.
    ['reserved, by a hold that has ended', -1],
  ])('goes back where it is another buyer’s by now: %s', async (_, minutes) => {
    const { orderId, opportunityId } = await overdue();
    const other = await openTestOrder(db, { accountId, opportunityId });
    await db.prisma.opportunity.update({
      where: { id: opportunityId },
      data: { status: 'reserved', reservedBy: other, reservedUntil: minutesAgo(-minutes) },
    });
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'opportunity_gone' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'reserved', reservedBy: other });
  });

  test('goes back where it was sold to another buyer', async () => {
    const { orderId, opportunityId } = await overdue();
    const other = await openTestOrder(db, { accountId, opportunityId });
    const sold = { status: 'sold', soldTo: other, reservedBy: null, reservedUntil: null };
    await db.prisma.opportunity.update({ where: { id: opportunityId }, data: sold });
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'opportunity_gone' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ soldTo: other });
  });

  test.each(ENDED_BY_US)('is granted where its order has ended as %s before we heard of it', async (status) => {
    const { orderId, opportunityId } = await released(status);
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'granted' });
    expect(await orderOf(orderId)).toMatchObject({ status: 'fulfilled' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'sold', soldTo: orderId });
  });

  test('goes back where its order has expired and the opportunity is another buyer’s by now', async () => {
    const { orderId, opportunityId } = await released('expired');
    const other = await openTestOrder(db, { accountId, opportunityId });
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'opportunity_gone' });
    expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'reserved', reservedBy: other });
  });

  test('goes back where its buyer canceled the order', async () => {
    const { orderId } = await released('canceled');
    const { settlement } = await payTestOrder(db, orderId, { paidAt: PAID_AT() });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
  });
});

test('a payment that was made after the hold of its opportunity goes back, even where that is still free', async () => {
  const { orderId, opportunityId } = await overdue();
  const { settlement } = await payTestOrder(db, orderId, { paidAt: minutesAgo(59) });
  expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
  expect(await opportunityOf(opportunityId)).toMatchObject({ status: 'available', reservedBy: null });
});

describe('a payment for a credit', () => {
  const credits = (orderId: string) => db.prisma.entitlement.count({ where: { sourceId: orderId } });
  const ordered = async (status: string) => {
    const orderId = await openTestOrder(db, { accountId });
    await db.prisma.order.update({ where: { id: orderId }, data: { status, holdEndsAt: minutesAgo(60) } });
    return orderId;
  };

  test.each(['pending_payment', ...ENDED_BY_US])('is granted whenever it was made: the order is %s', async (status) => {
    const orderId = await ordered(status);
    const { settlement } = await payTestOrder(db, orderId, { paidAt: new Date() });
    expect(settlement).toEqual({ outcome: 'granted' });
    expect(await orderOf(orderId)).toMatchObject({ status: 'fulfilled' });
    expect(await credits(orderId)).toBe(1);
  });

  test('goes back where its buyer canceled the order', async () => {
    const orderId = await ordered('canceled');
    const { settlement } = await payTestOrder(db, orderId, { paidAt: minutesAgo(61) });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
    expect(await credits(orderId)).toBe(0);
  });

  test('goes back where another payment of the order went back', async () => {
    const orderId = await ordered('canceled');
    await payTestOrder(db, orderId);
    const { settlement } = await payTestOrder(db, orderId);
    expect(settlement).toEqual({ outcome: 'refund', reason: 'late' });
    expect(await credits(orderId)).toBe(0);
  });
});

test('the clock of the worker decides nothing', async () => {
  await withClockAhead(6 * 60_000, async () => {
    for (const paidAt of [new Date(), null]) {
      const opportunityId = await offer(db);
      const { priceAmount: price } = await opportunityOf(opportunityId);
      const orderId = await openTestOrder(db, { accountId, opportunityId, price });
      // Open for another five minutes, by the database's clock.
      await db.pool.query("UPDATE orders SET hold_ends_at = now() + interval '5 minutes' WHERE id = $1", [orderId]);
      const { settlement } = await payTestOrder(db, orderId, { paidAt });
      expect(settlement).toEqual({ outcome: 'granted' });
    }
  });
});
