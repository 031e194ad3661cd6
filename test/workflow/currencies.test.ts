import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useShop } from '../support/use';

const shop = useShop();
beforeAll(async () => {
  await shop.db.asOwner("UPDATE products SET price_amount = 4500, price_currency = 'eur' WHERE id = 'idea_check'");
});

test('a product is sold in the currency of its price, from the page to the books', async () => {
  expect((await call(shop.api, 'GET', '/buy')).text).toContain('€45.00');
  const { body } = await shop.checkout({ product: 'idea_check' });
  expect(body.price).toEqual({ amount: 4_500, currency: 'eur' });
  await shop.provider.pay(body.checkoutSessionId!);

  const order = await shop.orderIn(body.orderId, ['fulfilled']);
  expect(order.paid).toMatchObject({ total: { amount: 4_500, currency: 'eur' } });
  expect((await shop.provider.ledger()).charges).toMatchObject([{ amount: 4_500, currency: 'eur' }]);
  const { rows } = await shop.db.pool.query<{ currency: string; amount: number }>(
    `SELECT currency, amount FROM ledger_transactions AS made JOIN ledger_entries ON transaction_id = made.id
     WHERE account = 'sales' AND payment_id IN (SELECT id FROM payments WHERE order_id = $1)`,
    [body.orderId],
  );
  expect(rows).toEqual([{ currency: 'eur', amount: 4_500 }]);
  const receipt = await eventually('the receipt', () => shop.mails.find(({ text }) => text.includes(body.orderId)));
  expect(receipt.text).toContain('You paid €45.00 for one Idea Check');
});

test('the right number of another currency is a mismatch and goes back', async () => {
  const { body } = await shop.checkout({ product: 'idea_check' });
  await shop.db.prisma.order.update({ where: { id: body.orderId }, data: { priceCurrency: 'usd' } });
  await shop.provider.pay(body.checkoutSessionId!);

  const { refund } = await shop.orderIn(body.orderId, ['refunded']);
  expect(refund).toMatchObject({ amount: 4_500, reason: 'mismatched' });
});

test('an opportunity is shown in the currency of its price', async () => {
  const id = await shop.offer();
  await shop.db.prisma.opportunity.update({ where: { id }, data: { priceAmount: 149_900, priceCurrency: 'gbp' } });
  const { body: list } = await call<{ price: object }[]>(shop.api, 'GET', '/v1/opportunities');
  expect(list[0]!.price).toEqual({ amount: 149_900, currency: 'gbp' });
  expect((await call(shop.api, 'GET', `/opportunities/${id}`)).text).toContain('£1,499.00');
});
