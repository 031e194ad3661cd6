import type { Order } from '../../contracts/orders';
import { eventually } from '../support/eventually';
import { startShop, type Shop } from '../support/shop';

const CHECK = { product: 'idea_check' };
const MONTH_MS = 30 * 24 * 3_600_000;

let shop: Shop;
afterEach(() => shop.close());

const shopWith = (behavior: 'exclusive' | 'inclusive') =>
  startShop({ checkout: { tax: { behavior, code: 'txcd_10000000' }, invoices: true } });

async function bought(payment: object, body: object = CHECK): Promise<Order> {
  const { body: checkout } = await shop.checkout(body);
  await shop.provider.pay(checkout.checkoutSessionId!, payment);
  return shop.orderIn(checkout.orderId, ['fulfilled']);
}

const paymentOf = ({ orderId }: Order) => shop.db.prisma.payment.findFirstOrThrow({ where: { orderId } });

async function entriesOf(order: Order): Promise<Record<string, number>> {
  const { rows } = await shop.db.pool.query<{ account: string; amount: number }>(
    `SELECT account, sum(amount)::int AS amount FROM ledger_transactions AS made
     JOIN ledger_entries ON transaction_id = made.id WHERE payment_id = $1 GROUP BY account`,
    [(await paymentOf(order)).id],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

test('tax that is added to the price is no mismatch: order, receipt and books show it, with the numbered invoice', async () => {
  shop = await shopWith('exclusive');
  const order = await bought({ country: 'DE' });

  expect(order).toMatchObject({
    price: { amount: 4_900 },
    paid: { total: { amount: 5_831, currency: 'usd' }, tax: 931 },
  });
  const { number, url, pdfUrl } = order.invoice!;
  expect(number).toMatch(/^[0-9A-F]{8}-0001$/);
  expect(await (await fetch(url!)).text()).toContain(`Invoice ${number}`);
  expect((await (await fetch(pdfUrl!)).text()).slice(0, 5)).toBe('%PDF-');
  expect(await entriesOf(order)).toEqual({ provider: -5_831, sales: 4_900, tax: 931 });
  const receipt = await eventually('the receipt', () =>
    shop.mails.find(({ subject }) => subject.startsWith('Receipt')),
  );
  expect(receipt.text).toContain('You paid $58.31, of it $9.31 tax, for one Idea Check');
  expect(receipt.text).toContain(`Invoice ${number}`);
  expect(receipt.text).toContain(url);
});

test('a payer in a country without tax, or a business that owes it itself, pays the price', async () => {
  shop = await shopWith('exclusive');
  for (const payer of [{ country: 'US' }, { country: 'DE', taxId: 'DE123456789' }]) {
    expect((await bought(payer)).paid).toMatchObject({ total: { amount: 4_900 }, tax: 0 });
  }
});

test('tax in the price lowers the share of a contributor, which is of what was sold', async () => {
  shop = await shopWith('inclusive');
  const opportunityId = await shop.offer('live', shop.customer.accountId);
  const { body: checkout } = await shop.purchase(opportunityId, await shop.buyer());
  await shop.provider.pay(checkout.checkoutSessionId!, { country: 'DE' });
  const payment = await eventually('the payment', () =>
    shop.db.prisma.payment.findFirst({ where: { orderId: checkout.orderId, outcome: 'granted' } }),
  );
  const { price } = checkout;
  const tax = Math.round((price.amount * 19) / 119);
  expect(payment).toMatchObject({ amount: price.amount, taxAmount: tax });
  const share = await shop.db.prisma.share.findUniqueOrThrow({ where: { orderId: checkout.orderId } });
  const { revenueShareBps } = await shop.db.prisma.contributor.findFirstOrThrow();
  expect(share.amount).toBe(Math.floor(((price.amount - tax) * revenueShareBps) / 10_000));
});

test('a refund returns the tax too', async () => {
  shop = await shopWith('exclusive');
  const { body: checkout } = await shop.checkout(CHECK);
  await shop.db.prisma.order.update({ where: { id: checkout.orderId }, data: { priceAmount: 5_831 - 1 } });
  await shop.provider.pay(checkout.checkoutSessionId!, { country: 'DE' });
  expect((await shop.orderIn(checkout.orderId, ['refunded'])).refund).toMatchObject({ reason: 'mismatched' });
  expect((await shop.provider.ledger()).refunds).toMatchObject([{ amount: 5_831, status: 'succeeded' }]);
});

test('an invoice that is made after the payment was settled is recorded when the provider reports it', async () => {
  shop = await shopWith('exclusive');
  const order = await bought({ country: 'FR' });
  const { invoiceId } = await paymentOf(order);
  await eventually('the receipt', () => shop.mails.find(({ subject }) => subject.startsWith('Receipt')));
  const unknown = { invoiceId: null, invoiceNumber: null, invoiceUrl: null, invoicePdfUrl: null };
  await shop.db.prisma.payment.updateMany({ where: { orderId: order.orderId }, data: unknown });

  await shop.provider.control('events', { type: 'invoice.paid', object: invoiceId });

  await eventually('the invoice', async () => (await shop.order(order.orderId)).invoice);
  expect((await shop.order(order.orderId)).invoice).toEqual(order.invoice);
});

test('addresses of an old invoice are renewed at the provider, and those that we have are shown while it is down', async () => {
  shop = await shopWith('exclusive');
  const order = await bought({ country: 'DE' });
  const { id } = await paymentOf(order);
  const old = { createdAt: new Date(Date.now() - MONTH_MS), invoiceUrl: 'https://invoice.example/expired' };
  await shop.db.prisma.payment.update({ where: { id }, data: old });

  expect((await shop.order(order.orderId)).invoice).toEqual(order.invoice);
  await shop.provider.fault('GET /v1/invoices/*', 'error_500', 10);
  expect((await shop.order(order.orderId)).invoice).toMatchObject({ url: old.invoiceUrl });
});
