import { isCrossBorder } from '../../domain/payout-regions';

test.each([
  ['US', 'US', false],
  ['DE', 'FR', false],
  ['de', 'FR', false],
  ['US', 'DE', true],
  ['GB', 'DE', true],
  ['DE', 'CH', true],
  ['US', 'CA', true],
])('money from %s to %s crosses a border: %s', (from, to, crosses) => {
  expect(isCrossBorder(from, to)).toBe(crosses);
});
