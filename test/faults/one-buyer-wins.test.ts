import { compete } from '../../tools/buyers/compete';
import { useShop } from '../support/use';

const shop = useShop();

// The whole is `npm run proof -- buyers`: 300 buyers, twenty times over.
test('of 30 buyers at once one holds the opportunity and owns it at the end, three times over', async () => {
  expect(await compete(shop, { buyers: 30, rounds: 3 })).toEqual([]);
});
