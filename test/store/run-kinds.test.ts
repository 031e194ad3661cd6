import { allEndpoints } from '../../api/endpoints/table';
import { RUN_KIND_NAMES } from '../../contracts/runs';
import { WORKFLOWS } from '../../contracts/workflow-messages';
import { RUN_KINDS } from '../../domain/run-kinds';
import { readPrices } from '../../store/orders/read-prices';
import * as workflows from '../../workflows';
import { useDatabase } from '../support/use';

const db = useDatabase();

test.each(RUN_KIND_NAMES)(
  'a run of kind %s can be bought, created by its scope, and executed by its workflow',
  async (kind) => {
    const { scope, workflow } = RUN_KINDS[kind];
    expect((await readPrices(db))[kind]?.[1].amount).toBeGreaterThan(0);
    const creating = allEndpoints('https://api.example.com').filter(({ startsRun }) => startsRun);
    const paths = creating.flatMap(({ auth, path }) =>
      auth.type === 'key' && auth.scopes.includes(scope) ? path : [],
    );
    // One by one, and several at once below it.
    expect(paths[0]).toMatch(/^\/v1\/\w+$/);
    expect(paths.slice(1)).toEqual(paths.length > 1 ? [`${paths[0]}/batch`] : []);
    expect(Object.keys(workflows)).toContain(WORKFLOWS[workflow]);
  },
);

test('the shop has a price for the kinds of runs and for nothing else', async () => {
  expect(Object.keys(await readPrices(db)).sort()).toEqual([...RUN_KIND_NAMES].sort());
});

test('every workflow type that can be started by name is one that the worker registers', () => {
  expect(Object.keys(workflows).sort()).toEqual(Object.values(WORKFLOWS).sort());
});
