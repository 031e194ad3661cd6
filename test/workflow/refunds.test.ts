import { offerAgain, refundOrder } from '../../modules/orders/store/decisions';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useSales } from '../support/sales';
import { useEach } from '../support/use';

/** Runs after the provider made a refund, but before its response arrives. */
let beforeAnswer: (refundId: string) => Promise<unknown> = async () => undefined;
const sales = useSales({
  observe: (payments) => ({
    ...payments,
    async refund(request) {
      const refund = await payments.refund(request);
      await beforeAnswer(refund.id);
      return refund;
    },
  }),
});
const { shop, buyer, mispriced, bought, refundFailed, refundsOf, paymentOf, credits } = sales;
const { disputed, decide, dossierStatus } = sales;
beforeEach(() => {
  beforeAnswer = () => Promise.resolve();
});

const known = (orderId: string) =>
  shop.db.prisma.refund.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' }, omit: { updatedAt: true } });

test('refunds the rest of a payment that was partly returned by hand, and no more', async () => {
  const { orderId, sessionId } = await mispriced();
  await shop.provider.fault('*', 'drop_event', 5);
  await shop.provider.pay(sessionId);
  await shop.provider.refundByHand(await paymentOf(orderId), 1000);
  await shop.sweep();
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect((await refundsOf(orderId)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([1000, 3900]);
  expect(await known(orderId)).toMatchObject([
    { origin: 'dashboard', amount: 1000, status: 'succeeded' },
    { origin: 'ours', amount: 3900, status: 'succeeded' },
  ]);
});

test('revokes the grant when partial refunds add up to the payment', async () => {
  const orderId = await bought();
  for (const amount of [900, 1500, 2500]) await shop.provider.refundByHand(await paymentOf(orderId), amount);
  expect((await shop.orderIn(orderId, ['refunded'], buyer)).refund).toMatchObject({ reason: 'returned' });
  expect(await known(orderId)).toHaveLength(3);
  expect(await credits()).toMatchObject([{ status: 'revoked' }]);
});

test('records a failed refund as failed even if it is remade before its answer arrives', async () => {
  const { orderId, sessionId } = await mispriced();
  // Without events, nothing corrects the ledger later.
  await shop.provider.fault('refund.*', 'drop_event', 20);
  let again = '';
  beforeAnswer = async (refundId) => {
    await shop.provider.control(`refunds/${refundId}`, { status: 'failed' });
    again = await shop.provider.refundByHand(await paymentOf(orderId));
  };
  await shop.provider.pay(sessionId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  // Sort by status, because both refunds have the same timestamp in whole seconds.
  expect((await known(orderId)).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
    { status: 'failed', origin: 'ours', amount: 4900 },
    { id: again, status: 'succeeded', origin: 'dashboard', amount: 4900 },
  ]);
});

describe('refunding by command', () => {
  test('returns the payment and revokes its credit once, even if repeated', async () => {
    const orderId = await bought();
    const [decided] = await Promise.all(Array.from({ length: 5 }, () => refundOrder(shop.db, orderId)));
    expect(decided).toMatchObject({ status: 'refund_pending', payments: [{ amount: 4900, currency: 'usd' }] });
    expect(await credits()).toMatchObject([{ status: 'revoked' }]);
    const order = await shop.orderIn(orderId, ['refunded'], buyer);
    expect(order.refund).toEqual({ status: 'succeeded', amount: 4900, reason: 'returned' });
    expect(await refundsOf(orderId)).toMatchObject([{ amount: 4900, status: 'succeeded' }]);
    expect(await shop.db.prisma.auditEvent.count({ where: { subject: orderId, action: 'order.refunded' } })).toBe(1);
    await expect(refundOrder(shop.db, orderId)).rejects.toThrow('Nothing is left to refund');
  });

  test('alerts again when the refund fails again, and can be repeated', async () => {
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
});

test('refunds a dispute that is won after the opportunity was sold again', async () => {
  const contributor = await shop.buyer();
  const opportunityId = await shop.offer('live', contributor.accountId);
  const orderId = await bought(opportunityId);
  const id = await disputed(orderId);
  await expect(offerAgain(shop.db, opportunityId)).rejects.toThrow('still with us');
  await decide(orderId, id, 'lost');
  await offerAgain(shop.db, opportunityId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  const other = await shop.buyer();
  await bought(opportunityId, other);

  await decide(orderId, id, 'won');
  await eventually('the money goes back', async () => (await refundsOf(orderId)).length > 0);
  await shop.orderIn(orderId, ['refunded'], buyer);
  // The provider reports the dispute again and the sweep checks it, but nothing is refunded twice.
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

const browser = useEach(async () => signedIn(buyer.accountId));

async function signedIn(accountId: string) {
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(shop.api, shop.db, email);
  return { email, cookie, csrf: await csrfOf(shop.api, cookie) };
}

const visit = (path: string, cookie = '') =>
  call(shop.api, 'GET', path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
const send = (path: string, fields: Record<string, string>, { cookie, csrf } = browser) =>
  sendForm(shop.api, path, { csrf, ...fields }, { cookie });

async function sharedPath(orderId: string): Promise<string> {
  const { status, text } = await send(`/account/purchases/${orderId}/share`, { days: '7' });
  expect(status).toBe(200);
  return new URL(/id="link">([^<]+)</.exec(text)![1]!).pathname;
}

test('hides a later purchase from the link to a returned one', async () => {
  const opportunityId = await shop.offer();
  const orderId = await bought(opportunityId);
  const path = await sharedPath(orderId);
  await refundOrder(shop.db, orderId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await offerAgain(shop.db, opportunityId);
  const later = await bought(opportunityId);
  expect((await visit(path)).status).toBe(404);
  expect((await visit(await sharedPath(later))).status).toBe(200);
});
