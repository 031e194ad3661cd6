import { playSearches } from '../../tools/searches/play-searches';
import { useStack } from '../support/use';

const stack = useStack({ stepMs: 0 });

// The whole is `npm run proof -- searches`: fifty of them.
test('ten searches of 3 to 25 candidates complete with all that passed, whatever their sources, scripts and corrections', async () => {
  const { broken } = await playSearches(stack, { searches: 10, seed: 5 });
  expect(broken).toEqual([]);
}, 600_000);
