/** What buyers and callers are told while no worker is there to confirm a payment. */
import type { Order } from '../../contracts/orders';
import { ageOrder, payTestOrder } from '../support/sales';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { textOfHtml } from '../support/answers';
import { useSignedIn } from '../support/people';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();
const { customer, open } = useSignedIn({ db, api }, { credits: 0 });

type Opened = { orderId: string; checkoutSessionId: string };
async function ordered(product: 'idea_check' | 'opportunity' = 'idea_check'): Promise<Opened> {
  const bought = product === 'opportunity' ? { product, opportunityId: await offer(db) } : { product };
  const { body } = await call<Opened>(api, 'POST', '/v1/checkout-sessions', {
    key: customer.apiKey,
    body: { ...bought, ...CONSENTED },
    headers: { 'idempotency-key': `${Math.random()}` },
  });
  return body;
}
async function paid({ orderId, checkoutSessionId }: Opened): Promise<void> {
  await provider.pay(checkoutSessionId);
  await eventually('the provider has told us', () => db.prisma.paymentEvent.findFirst({ where: { orderId } }));
}
const order = async ({ orderId }: Opened) =>
  (await call<Order>(api, 'GET', `/v1/orders/${orderId}`, { key: customer.apiKey })).body;
const seen = async (path: string) => textOfHtml((await open(path)).text).replaceAll(/\s+/g, ' ');
const pagesOf = ({ orderId, checkoutSessionId }: Opened) =>
  Promise.all([seen(`/checkout/success?session_id=${checkoutSessionId}`), seen(`/account/purchases/${orderId}`)]);

test('who paid reads that the payment is being confirmed and nothing is lost', async () => {
  const own = await ordered('opportunity');
  await paid(own);
  await ageOrder(db, own.orderId);
  for (const text of await pagesOf(own)) {
    expect(text).toMatch(
      /Your payment is being confirmed.*The payment provider has told us of your payment.*nothing is lost/,
    );
    expect(text).not.toMatch(/Continue to payment|not paid yet/i);
  }
  expect(await order(own)).toMatchObject({ status: 'pending_payment', paid: null, payment: null });
});

test('an order says when it was paid by the provider’s clock, granted or late', async () => {
  const [granted, late, unsaid] = [await ordered(), await ordered('opportunity'), await ordered()];
  const paidAt = new Date('2026-11-01T10:20:30.000Z');
  const afterwards = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000);
  await payTestOrder(db, granted.orderId, { paidAt });
  await payTestOrder(db, unsaid.orderId, { paidAt: null });
  await payTestOrder(db, late.orderId, { paidAt: afterwards });
  const arrivedAt = afterwards.toISOString();
  expect(await order(granted)).toMatchObject({ status: 'fulfilled', payment: { arrivedAt: paidAt.toISOString() } });
  expect(await order(late)).toMatchObject({ paid: null, refund: { reason: 'late' }, payment: { arrivedAt } });
  expect(await order(unsaid)).toMatchObject({ status: 'fulfilled', payment: { arrivedAt: null } });
  const { text } = await open(`/account/purchases/${late.orderId}`);
  expect(text).toMatch(new RegExp(`Paid(?: |</dt>\\s*<dd>)<time datetime="${arrivedAt}"`));
});
