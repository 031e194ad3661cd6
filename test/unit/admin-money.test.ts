import { inMoney } from '../../admin/money';

test.each([
  ['an amount beside its currency', { amount: 149_900, currency: 'usd', id: 'x' }, { amount: '$1,499.00', id: 'x' }],
  ['a currency without cents', { amount: 500, currency: 'jpy' }, { amount: '¥500' }],
  ['an amount that was taken', { amount: -500, currency: 'usd' }, { amount: '-$5.00' }],
  ['a price with a currency of its own', { priceAmount: 4_900, priceCurrency: 'eur' }, { price: '€49.00' }],
  ['cents', { monthlyBudgetCents: 5_000 }, { monthlyBudget: '$50.00' }],
  ['no cents', { monthlyBudgetCents: null }, { monthlyBudget: null }],
  ['zero', { reservedCents: 0 }, { reserved: '$0.00' }],
  ['millionths of a dollar', { costMicros: 123_456 }, { cost: '$0.1235' }],
  ['tax with the amount', { amount: 100, taxAmount: 19, currency: 'usd' }, { amount: '$1.00', taxAmount: '$0.19' }],
  ['what is inside', { payments: [{ amount: 1, currency: 'usd' }] }, { payments: [{ amount: '$0.01' }] }],
])('%s is shown to people with its currency', (_, value, shown) => {
  expect(inMoney(value)).toEqual(shown);
});

test('what is no money stays as it is', () => {
  const at = new Date();
  const value = { count: 3, at, none: null, amount: 4, text: 'usd', nested: { currency: 'usd', id: 'x' } };
  expect(inMoney(value)).toEqual(value);
});
