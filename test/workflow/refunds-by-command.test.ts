import { offerAgain } from '../../store/opportunities/offer-again';
import { refundOrder } from '../../store/orders/refund-order';
import { settleRefunds } from '../../store/orders/settle-refunds';
import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

const sales = useSales();
const { shop, buyer, bought, refundFailed, refundsOf, paymentOf, credits, dossierStatus } = sales;
const { dispute, disputed, disputeIs, decide } = sales;

describe('a refund by command', () => {
  test('returns a granted payment whole and takes its credit back', async () => {
    const orderId = await bought();
    const decided = await refundOrder(shop.db, orderId);
    expect(decided).toMatchObject({ status: 'refund_pending', payments: [{ amount: 4900, currency: 'usd' }] });
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    const order = await shop.orderIn(orderId, ['refunded'], buyer);
    expect(order.refund).toEqual({ status: 'succeeded', amount: 4900, reason: 'returned' });
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 4900, status: 'succeeded' }]);
  });

  test('returns what is left after a part was returned by hand', async () => {
    const orderId = await bought();
    await shop.provider.refundByHand(await paymentOf(orderId), 900);
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect((await refundsOf(orderId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([900, 4000]);
  });

  test('given several times at once is one refund and one decision', async () => {
    const orderId = await bought();
    await Promise.all(Array.from({ length: 5 }, () => refundOrder(shop.db, orderId)));
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toHaveLength(1);
    expect(await shop.db.prisma.auditEvent.count({ where: { subject: orderId, action: 'order.refunded' } })).toBe(1);
    await expect(refundOrder(shop.db, orderId)).rejects.toThrow('is left to return');
  });

  test('makes another refund after one had failed, however often it is given', async () => {
    const { orderId } = await refundFailed();
    await Promise.all([refundOrder(shop.db, orderId), refundOrder(shop.db, orderId)]);
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect((await refundsOf(orderId)).map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'failed',
      'succeeded',
    ]);
  });

  test('that fails again alerts again', async () => {
    const { orderId } = await refundFailed();
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    const second = (await refundsOf(orderId)).find(({ status }) => status === 'succeeded')!;
    await shop.provider.control(`refunds/${second.id}`, { status: 'failed' });
    await shop.orderIn(orderId, ['refund_failed'], buyer);
    const paymentId = await paymentOf(orderId);
    const alerts = await shop.db.prisma.alert.findMany({
      where: { subject: { startsWith: paymentId } },
      orderBy: { subject: 'asc' },
    });
    expect(alerts.map(({ alert, subject }) => [alert, subject])).toEqual([
      ['refund-failed', paymentId],
      ['refund-failed', `${paymentId}/2`],
    ]);
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
  });

  test('is refused while a dispute is open, and after one is lost', async () => {
    const orderId = await bought();
    const id = await disputed(orderId);
    await expect(refundOrder(shop.db, orderId)).rejects.toThrow('is disputed');
    await decide(orderId, id, 'lost');
    await expect(refundOrder(shop.db, orderId)).rejects.toThrow('is left to return');
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test.each([
    ['won', 1],
    ['lost', 0],
  ] as const)('given while a dispute opens waits for it; once it is %s there are %i refunds', async (outcome, made) => {
    const orderId = await bought();
    await shop.provider.fault('charge.dispute.created', 'drop_event', 1);
    const id = await dispute(orderId);
    await refundOrder(shop.db, orderId);
    await shop.sweep();
    await disputeIs(orderId, 'open');
    expect(await shop.order(orderId, buyer)).toMatchObject({ status: 'refund_pending' });
    await shop.provider.control(`disputes/${id}/close`, { outcome });
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toHaveLength(made);
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
  });

  test('of an order that nobody paid says so', async () => {
    const { body } = await shop.checkout({ product: 'idea_check' }, buyer);
    await expect(refundOrder(shop.db, body.orderId)).rejects.toThrow('is left to return');
    await expect(refundOrder(shop.db, 'ord_unknown')).rejects.toThrow('No order ord_unknown');
  });
});

describe('a refund that failed', () => {
  test.each([
    ['returned', 'refunded', 'succeeded'],
    ['kept', 'refund_waived', 'waived'],
  ] as const)('ends as a person says: %s', async (outcome, status, shown) => {
    const { orderId } = await refundFailed();
    expect(await settleRefunds(shop.db, orderId, outcome)).toMatchObject({ orderId, status });
    expect(await shop.order(orderId, buyer)).toMatchObject({ status, refund: { status: shown } });
    await expect(settleRefunds(shop.db, orderId, 'kept')).rejects.toThrow('No refund of order');
    await shop.sweep();
    expect((await shop.order(orderId, buyer)).status).toBe(status);
  });

  test('is settled by one of two operators at once', async () => {
    const { orderId } = await refundFailed();
    const decisions = await Promise.allSettled([
      settleRefunds(shop.db, orderId, 'returned'),
      settleRefunds(shop.db, orderId, 'kept'),
    ]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an opportunity whose payment went back', () => {
  test('is offered again by command only, to another buyer, who alone reads it', async () => {
    const opportunityId = await shop.offer('live', (await shop.buyer()).accountId);
    const orderId = await bought(opportunityId);
    await expect(offerAgain(shop.db, opportunityId)).rejects.toThrow('still with us');
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    const other = await shop.buyer();
    expect((await shop.purchase(opportunityId, other)).body.code).toBe('opportunity_unavailable');
    await offerAgain(shop.db, opportunityId);
    await expect(offerAgain(shop.db, opportunityId)).rejects.toThrow('is not sold');
    await bought(opportunityId, other);
    expect([await dossierStatus(opportunityId), await dossierStatus(opportunityId, other)]).toEqual([404, 200]);
  });

  test('by a lost dispute is offered again; its order then ends as refunded', async () => {
    const opportunityId = await shop.offer();
    const orderId = await bought(opportunityId);
    const id = await disputed(orderId);
    await expect(offerAgain(shop.db, opportunityId)).rejects.toThrow('still with us');
    await decide(orderId, id, 'lost');
    await offerAgain(shop.db, opportunityId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    expect(await refundsOf(orderId)).toEqual([]);
    await bought(opportunityId, await shop.buyer());
  });

  test('by a lost dispute that is won late gives its buyer the money, and the dossier only to the next buyer', async () => {
    const contributor = await shop.buyer();
    const opportunityId = await shop.offer('live', contributor.accountId);
    const orderId = await bought(opportunityId);
    const id = await disputed(orderId);
    await decide(orderId, id, 'lost');
    await offerAgain(shop.db, opportunityId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    const other = await shop.buyer();
    await bought(opportunityId, other);

    await decide(orderId, id, 'won');
    await eventually('the money goes back', async () => (await refundsOf(orderId)).length > 0);
    await shop.orderIn(orderId, ['refunded'], buyer);
    // Reported again by the provider, and checked by the sweep: nothing is given twice.
    await shop.provider.control('events', { type: 'charge.dispute.funds_reinstated', object: id });
    await shop.sweep();
    const [payment] = await shop.db.prisma.payment.findMany({ where: { orderId } });
    expect(await refundsOf(orderId)).toMatchObject([{ amount: payment!.amount, status: 'succeeded' }]);
    expect([await dossierStatus(opportunityId), await dossierStatus(opportunityId, other)]).toEqual([404, 200]);
    const shares = await shop.db.prisma.share.findMany({ where: { accountId: contributor.accountId } });
    expect(shares.map((share) => [share.orderId === orderId, share.status === 'taken_back'])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    );
  });

  test('that was given back by hand loses a late dispute too: nothing more is returned', async () => {
    const opportunityId = await shop.offer();
    const orderId = await bought(opportunityId);
    await refundOrder(shop.db, orderId);
    await shop.orderIn(orderId, ['refunded'], buyer);
    await offerAgain(shop.db, opportunityId);
    const id = await disputed(orderId);
    await decide(orderId, id, 'lost');
    await decide(orderId, id, 'won');
    await shop.sweep();
    expect(await refundsOf(orderId)).toHaveLength(1);
    expect(await dossierStatus(opportunityId)).toBe(404);
    await bought(opportunityId, await shop.buyer());
  });

  test('stays sold for everybody else: the database refuses', async () => {
    const opportunityId = await shop.offer();
    await bought(opportunityId);
    const change = shop.db.prisma.opportunity.update({
      where: { id: opportunityId },
      data: { status: 'available', soldTo: null },
    });
    await expect(change).rejects.toThrow('is sold and stays so');
  });
});
