import type { Order } from '../../modules/orders/contract';
import { eventually } from '../support/eventually';
import { useShop } from '../support/use';

const CHECK = { product: 'idea_check' };

const taxed = (behavior: 'exclusive' | 'inclusive') => ({
  checkout: { tax: { behavior, code: 'txcd_10000000' }, invoices: true },
});
const shop = useShop(taxed('exclusive'));
const inclusive = useShop(taxed('inclusive'));

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

test('shows tax added to the price in order, receipt, books and a numbered invoice', async () => {
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
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(order.orderId)));
  expect(receipt.text).toContain('You paid $58.31 (including $9.31 tax) for one Idea Check');
  expect(receipt.text).toContain(`Invoice: ${number}`);
  expect(receipt.text).toContain(url);
});

test('lowers the contributor’s share by the tax included in the price', async () => {
  const opportunityId = await inclusive.offer('live', inclusive.customer.accountId);
  const { body: checkout } = await inclusive.purchase(opportunityId, await inclusive.buyer());
  await inclusive.provider.pay(checkout.checkoutSessionId!, { country: 'DE' });
  const payment = await eventually('the payment', () =>
    inclusive.db.prisma.payment.findFirst({ where: { orderId: checkout.orderId, outcome: 'granted' } }),
  );
  const { price } = checkout;
  const tax = Math.round((price.amount * 19) / 119);
  expect(payment).toMatchObject({ amount: price.amount, taxAmount: tax });
  const share = await inclusive.db.prisma.share.findUniqueOrThrow({ where: { orderId: checkout.orderId } });
  const { revenueShareBps } = await inclusive.db.prisma.contributor.findFirstOrThrow();
  expect(share.amount).toBe(Math.floor(((price.amount - tax) * revenueShareBps) / 10_000));
});
