import { formatMoney } from '../../platform/format-money';

test.each([
  [149_900, 'usd', '$1,499.00'],
  [50, 'usd', '$0.50'],
  [-500, 'usd', '-$5.00'],
  [2_050, 'eur', '€20.50'],
  [500, 'jpy', '¥500'],
])('%d minor units of %s are %s', (amount, currency, text) => {
  expect(formatMoney({ amount, currency })).toBe(text);
});

test.each([
  [120_000, 'where needed', '$1,200'],
  [-50, 'where needed', '-$0.50'],
  [12_050, 'where needed', '$120.50'],
  [-119_950, 'never', '-$1,200'],
  [-49, 'never', '$0'],
] as const)('%d cents with cents %s are %s', (amount, minorUnits, text) => {
  expect(formatMoney({ amount, currency: 'usd' }, minorUnits)).toBe(text);
});
