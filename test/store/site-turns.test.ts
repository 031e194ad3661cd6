import { siteTurns } from '../../modules/findings/store/sites';
import { eventually } from '../support/eventually';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('one of many claims gets a free site, and only its holder can release it', async () => {
  const turns = siteTurns(db);
  const claims = Array.from({ length: 8 }, (_, i) => turns.claim('example.com', `holder-${i}`, 60_000));
  const waits = await Promise.all(claims);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  await turns.leave('example.com', 'somebody', 0);
  expect(await turns.claim('example.com', 'somebody', 60_000)).toBeGreaterThan(1);
  await turns.leave('example.com', `holder-${waits.indexOf(0)}`, 0);
  // Retry as the product does, because a virtual machine's clock may go back a little.
  await eventually('it is free', async () => (await turns.claim('example.com', 'somebody', 60_000)) === 0);
});
