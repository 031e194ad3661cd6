/** What buyers and callers are told while a payment waits to be confirmed: no worker is there, as in an outage of ours. */
import type { Order } from '../../contracts/orders';
import { call, createCustomer, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { CONSENTED, offer } from '../support/shop';
import { ageOrder } from '../support/aged-orders';
import { payTestOrder } from '../support/books';
import { textOfHtml } from '../support/html-text';
import { signIn } from '../support/people';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();

let buyer: Customer;
let cookie: string;
beforeAll(async () => {
  buyer = await createCustomer(db, { credits: 0 });
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: buyer.accountId } });
  cookie = await signIn(api, db, email);
});

async function ordered(product: 'idea_check' | 'opportunity' = 'idea_check') {
  const bought = product === 'opportunity' ? { product, opportunityId: await offer(db) } : { product };
  const answer = await call<{ orderId: string; checkoutSessionId: string }>(api, 'POST', '/v1/checkout-sessions', {
    key: buyer.apiKey,
    body: { ...bought, ...CONSENTED },
    headers: { 'idempotency-key': `${Math.random()}` },
  });
  return answer.body;
}
const paid = async ({ orderId, checkoutSessionId }: { orderId: string; checkoutSessionId: string }) => {
  await provider.pay(checkoutSessionId);
  await eventually('the provider has told us', () => db.prisma.paymentEvent.findFirst({ where: { orderId } }));
};
const order = async (id: string) => (await call<Order>(api, 'GET', `/v1/orders/${id}`, { key: buyer.apiKey })).body;
const page = async (path: string) => (await call(api, 'GET', path, { headers: { cookie } })).text;
const pagesOf = async ({ orderId, checkoutSessionId }: { orderId: string; checkoutSessionId: string }) =>
  Promise.all([page(`/checkout/success?session_id=${checkoutSessionId}`), page(`/account/purchases/${orderId}`)]);

const seen = (html: string) => textOfHtml(html).replaceAll(/\s+/g, ' ');

test('whoever paid is told so, that nothing is to be done and nothing is lost, for as long as it takes', async () => {
  const own = await ordered('opportunity');
  await paid(own);
  expect(await page(`/account/purchases/${own.orderId}`)).not.toContain('Continue to payment');
  await ageOrder(db, own.orderId);
  for (const text of await pagesOf(own)) {
    expect(seen(text)).toMatch(/Your payment is being confirmed/);
    expect(seen(text)).toMatch(/The payment provider has told us of your payment.*nothing is lost/);
    expect(seen(text)).toMatch(
      /what was paid by .* is yours, however late we confirm it\. Should another buyer have it/,
    );
    expect(text).not.toMatch(/Continue to payment|not paid yet/i);
  }
  expect(await order(own.orderId)).toMatchObject({ status: 'pending_payment', paid: null, payment: null });
});

test('lists of purchases say the same as the page of each: the one that was paid is being confirmed, the other is not paid', async () => {
  const [own, open] = [await ordered(), await ordered()];
  await paid(own);
  for (const path of ['/account/purchases', '/account']) {
    const rows = (await page(path)).split('<tr');
    const rowOf = ({ orderId }: { orderId: string }) => seen(rows.find((row) => row.includes(orderId))!);
    expect([path, rowOf(own)]).toEqual([path, expect.stringContaining('Being confirmed')]);
    expect([path, rowOf(open)]).toEqual([path, expect.stringContaining('Not paid yet')]);
  }
});

test('whoever paid and whom nobody has told us of is told what becomes of a payment that was made', async () => {
  const own = await ordered();
  expect(await page(`/account/purchases/${own.orderId}`)).toContain('Continue to payment');
  await ageOrder(db, own.orderId);
  for (const text of await pagesOf(own)) {
    expect(seen(text)).toMatch(/Your payment has not arrived yet/);
    expect(seen(text)).toMatch(/If you have paid, you have nothing to do, and nothing is lost/);
    expect(seen(text)).toMatch(/What is paid later goes back in full/);
    expect(text).not.toContain('another buyer');
  }
});

test('an order says when its payment was made, by the provider’s clock, whether it is granted or goes back', async () => {
  const [granted, late, unsaid] = [await ordered(), await ordered('opportunity'), await ordered()];
  const paidAt = new Date('2026-11-01T10:20:30.000Z');
  await payTestOrder(db, granted.orderId, { paidAt });
  await payTestOrder(db, unsaid.orderId, { paidAt: null });
  const afterwards = new Date(Date.now() + 3_600_000);
  afterwards.setMilliseconds(0);
  await payTestOrder(db, late.orderId, { paidAt: afterwards });

  expect(await order(granted.orderId)).toMatchObject({
    status: 'fulfilled',
    payment: { arrivedAt: '2026-11-01T10:20:30.000Z' },
  });
  expect(await order(late.orderId)).toMatchObject({
    paid: null,
    refund: { reason: 'late' },
    payment: { arrivedAt: afterwards.toISOString() },
  });
  expect(await order(unsaid.orderId)).toMatchObject({ status: 'fulfilled', payment: { arrivedAt: null } });
  const saysPaid = (moment: string) =>
    expect.stringMatching(new RegExp(`Paid(?: |</dt>\\s*<dd>)<time datetime="${moment}"`)) as string;
  for (const text of await pagesOf(granted)) expect(text).toEqual(saysPaid('2026-11-01T10:20:30.000Z'));
  for (const text of await pagesOf(late)) expect(text).toEqual(saysPaid(afterwards.toISOString()));
});
