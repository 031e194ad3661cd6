/** Who asks is told once, by mail, what becomes of an opportunity that somebody else reserved. */
import { cancelOrder } from '../../store/orders/cancel-order';
import { watchOpportunity } from '../../store/opportunities/watch-opportunity';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { mailTo } from '../support/mails';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useCheckedShop, useEach } from '../support/use';

const shop = useCheckedShop();
const customer = useEach(async () => {
  const { accountId } = await shop.buyer();
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(shop.api, shop.db, email);
  return { email, cookie, csrf: await csrfOf(shop.api, cookie) };
});
const open = (path: string) =>
  call(shop.api, 'GET', path, { headers: { cookie: customer.cookie, accept: 'text/html' } });
const send = (path: string, fields: Record<string, string>) =>
  sendForm(shop.api, path, { csrf: customer.csrf, ...fields }, { cookie: customer.cookie });

/** An opportunity that another customer has reserved. */
async function reserved() {
  const opportunityId = await shop.offer();
  const { status, body } = await shop.purchase(opportunityId, await shop.buyer());
  expect(status).toBe(200);
  return { opportunityId, orderId: body.orderId, sessionId: body.checkoutSessionId! };
}
const watches = (opportunityId: string) => shop.db.prisma.opportunityWatch.findMany({ where: { opportunityId } });
const told = () =>
  shop.mails.filter(({ to, idempotencyKey }) => to === customer.email && idempotencyKey.includes('watched'));

test('the page of a reserved opportunity offers to tell, and leads visitors to sign in and back', async () => {
  const { opportunityId } = await reserved();
  const path = `/opportunities/${opportunityId}`;
  const visitor = await call(shop.api, 'GET', path, { headers: { accept: 'text/html' } });
  expect(visitor.text).toContain(`href="/sign-in?return=${encodeURIComponent(path)}"`);
  expect(visitor.text).not.toContain('/watch"');
  expect((await open(path)).text).toContain('Tell me</button>');
  const answer = await send(`/account${path}/watch`, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  expect((await open(path)).text).toContain(`We will send ${customer.email} one e-mail`);
  expect((await open(`/opportunities/${await shop.offer()}`)).text).not.toContain('/watch"');
});

test('it is on offer again: one mail with the way there, however often it was asked for', async () => {
  const { opportunityId, orderId, sessionId } = await reserved();
  for (const _ of [1, 2]) await send(`/account/opportunities/${opportunityId}/watch`, {});
  await cancelOrder(shop.db, orderId, sessionId);
  const mail = await mailTo(shop.mails, customer.email, 'opportunity-watched');
  expect(mail.subject).toBe('The opportunity is on offer again');
  expect(mail.text).toContain(`/opportunities/${opportunityId}`);
  expect(await watches(opportunityId)).toMatchObject([{ endedAs: 'available' }]);
  // Whoever reserves it next is not watched for them any more.
  const next = await shop.purchase(opportunityId, await shop.buyer());
  await cancelOrder(shop.db, next.body.orderId, next.body.checkoutSessionId!);
  expect(told()).toHaveLength(1);
});

test('it was sold: one mail, by the transaction that sells it', async () => {
  const { opportunityId, orderId, sessionId } = await reserved();
  await send(`/account/opportunities/${opportunityId}/watch`, {});
  await shop.provider.pay(sessionId);
  await eventually('it is sold', async () => {
    const { status } = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    return status === 'fulfilled';
  });
  const mail = await mailTo(shop.mails, customer.email, 'opportunity-watched');
  expect(mail.subject).toBe('The opportunity was sold');
  expect(mail.text).not.toContain(opportunityId);
  expect(told()).toHaveLength(1);
});

test('who takes it back is told nothing, and a form of somebody else changes nothing', async () => {
  const { opportunityId, orderId, sessionId } = await reserved();
  const { accountId } = await shop.buyer();
  await watchOpportunity(shop.db, accountId, opportunityId);
  await send(`/account/opportunities/${opportunityId}/watch`, {});
  await send(`/account/opportunities/${opportunityId}/unwatch`, {});
  expect(await watches(opportunityId)).toMatchObject([{ accountId, endedAt: null }]);
  await cancelOrder(shop.db, orderId, sessionId);
  await eventually('the other is told', () => shop.mails.some(({ subject }) => subject.includes('on offer again')));
  expect(told()).toEqual([]);
});

test('a watch that meets the end of the hold is told, or is none: it never waits for a hold that is over', async () => {
  const { accountId } = await shop.buyer();
  for (let turn = 0; turn < 12; turn++) {
    const { opportunityId, orderId, sessionId } = await reserved();
    const [kept] = await Promise.all([
      watchOpportunity(shop.db, accountId, opportunityId),
      cancelOrder(shop.db, orderId, sessionId),
    ]);
    expect((await watches(opportunityId)).map(({ endedAs }) => endedAs)).toEqual(
      kept === 'watched' ? ['available'] : [],
    );
  }
});

test('two hundred are told of one opportunity: who comes after hears that in words, who asks again does not', async () => {
  const { opportunityId } = await reserved();
  const watch = () => send(`/account/opportunities/${opportunityId}/watch`, {});
  const crowd = (from: number, to: number) =>
    shop.db.pool.query({
      text: `WITH crowd AS (
               INSERT INTO accounts (id, email, plan, status)
               SELECT 'acc_crowd_' || n, 'crowd-' || n || '@example.com', 'free', 'active' FROM generate_series($2::int, $3::int) n
               RETURNING id)
             INSERT INTO opportunity_watches (id, account_id, opportunity_id) SELECT 'wch_' || id, id, $1 FROM crowd`,
      values: [opportunityId, from, to],
    });
  await crowd(1, 199);
  expect([(await watch()).status, (await watch()).status]).toEqual([303, 303]);
  await send(`/account/opportunities/${opportunityId}/unwatch`, {});
  await crowd(200, 200);
  const late = await watch();
  expect(late.status).toBe(409);
  expect(late.text).toContain('No further one can be told');
});

test('one that is free, lapsed or unknown is not watched', async () => {
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
