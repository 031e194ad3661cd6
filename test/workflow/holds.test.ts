/** Reservations that a buyer abandons or that other buyers watch. */
import { cancelOrder } from '../../modules/orders/store/move';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useSales } from '../support/sales';
import { useEach } from '../support/use';

const { shop } = useSales();

let forms = 0;
async function atCheckout() {
  const opportunityId = await shop.offer();
  const body = new URLSearchParams({
    product: 'opportunity',
    opportunityId,
    idempotencyKey: `leaving-${forms++}`,
    immediateAccessConsent: 'on',
    withdrawalLossAcknowledgment: 'on',
  });
  const started = await fetch(`${shop.api.url}/checkout/start`, { method: 'POST', body, redirect: 'manual' });
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
  const cookie = started.headers.get('set-cookie')!.split(';')[0]!;
  return { opportunityId, orderId: order.id, sessionId: order.checkoutSessionId!, cookie };
}
const leave = (orderId: string, cookie: string) =>
  fetch(`${shop.api.url}/checkout/cancelled`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ order: orderId }),
  });
const statusOfOffer = async (id: string) =>
  (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).status;
const statusOf = async (id: string) => (await shop.db.prisma.order.findUniqueOrThrow({ where: { id } })).status;

test('releases the opportunity at once when the buyer leaves the checkout', async () => {
  const { opportunityId, orderId, sessionId, cookie } = await atCheckout();
  const answer = await leave(orderId, cookie);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/cancelled?order=${orderId}`]);
  expect([await statusOf(orderId), await statusOfOffer(opportunityId)]).toEqual(['canceled', 'available']);
  expect(await shop.temporal.workflow.getHandle(`reservation/${orderId}`).result()).toMatchObject({
    status: 'canceled',
    outcome: 'canceled',
  });
  expect((await leave(orderId, cookie)).status).toBe(303);
  // A payment that races the cancellation is refunded.
  await shop.provider.pay(sessionId, { force: true, email: 'raced@example.com' });
  await eventually('it is refunded', async () => (await statusOf(orderId)) === 'refunded');
  expect((await shop.purchase(opportunityId, await shop.buyer())).status).toBe(200);
});

test('does not release a reservation that was paid in the meantime', async () => {
  const { opportunityId, orderId, sessionId, cookie } = await atCheckout();
  await shop.provider.fault('checkout.session.completed', 'delay_event', 1, 1_000);
  await shop.provider.pay(sessionId, { email: 'paid@example.com' });
  const answer = await leave(orderId, cookie);
  expect(answer.headers.get('location')).toBe(`/checkout/success?session_id=${sessionId}`);
  await eventually('it is granted', async () => (await statusOf(orderId)) === 'fulfilled');
  expect(await statusOfOffer(opportunityId)).toBe('sold');
});

const customer = useEach(async () => {
  const { accountId } = await shop.buyer();
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(shop.api, shop.db, email);
  return { email, cookie, csrf: await csrfOf(shop.api, cookie) };
});
const send = (path: string, fields: Record<string, string>) =>
  sendForm(shop.api, path, { csrf: customer.csrf, ...fields }, { cookie: customer.cookie });

async function reserved() {
  const opportunityId = await shop.offer();
  const { status, body } = await shop.purchase(opportunityId, await shop.buyer());
  expect(status).toBe(200);
  return { opportunityId, orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const watches = (opportunityId: string) => shop.db.prisma.opportunityWatch.findMany({ where: { opportunityId } });
const told = () =>
  shop.mails.filter(({ to, idempotencyKey }) => to === customer.email && idempotencyKey.includes('watched'));

test('sends a watcher one mail when the opportunity is available again', async () => {
  const { opportunityId, orderId, sessionId } = await reserved();
  for (const _ of [1, 2]) await send(`/account/opportunities/${opportunityId}/watch`, {});
  await cancelOrder(shop.db, orderId, sessionId);
  const mail = await mailTo(shop.mails, customer.email, 'opportunity-watched');
  expect(mail.subject).toBe('You can buy this opportunity now');
  expect(mail.text).toContain(`/opportunities/${opportunityId}`);
  expect(await watches(opportunityId)).toMatchObject([{ endedAs: 'available' }]);
  // The watch ended with the email, so the next reservation sends no further email.
  const next = await shop.purchase(opportunityId, await shop.buyer());
  await cancelOrder(shop.db, next.body.orderId, next.body.checkoutSessionId!);
  expect(told()).toHaveLength(1);
});

test('sends a watcher one mail when the opportunity is sold', async () => {
  const { opportunityId, orderId, sessionId } = await reserved();
  await send(`/account/opportunities/${opportunityId}/watch`, {});
  await shop.provider.pay(sessionId);
  await eventually('it is sold', async () => (await statusOf(orderId)) === 'fulfilled');
  const mail = await mailTo(shop.mails, customer.email, 'opportunity-watched');
  expect(mail.subject).toBe('This opportunity was sold');
  expect(mail.text).not.toContain(opportunityId);
  expect(told()).toHaveLength(1);
});

test('does not watch an opportunity that is free, lapsed or unknown', async () => {
  const free = await shop.offer();
  const { opportunityId: lapsed } = await reserved();
  await shop.db.prisma.opportunity.update({ where: { id: lapsed }, data: { reservedUntil: new Date() } });
  for (const id of [free, lapsed, 'opp_01kah2v5q8e4wb6t7n9rjx3mzc']) {
    expect((await send(`/account/opportunities/${id}/watch`, {})).status).toBe(303);
    expect(await watches(id)).toEqual([]);
  }
  const without = await send(`/account/opportunities/${lapsed}/watch`, { csrf: 'forged' });
  expect(without.status).toBe(400);
});
