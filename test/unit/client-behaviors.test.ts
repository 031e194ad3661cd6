import { canDrive, startPythonDriver, typescriptDriver } from '../../tools/clients/behaviors/drivers';
import { BEHAVIORS, play, type Driver } from '../../tools/clients/behaviors/play';

// Python's client is tested only if Python has httpx. `npm run proof -- clients` checks the same behaviors with the
// installed client.
const python = canDrive('python3')
  ? (['sync', 'async'] as const).map((mode) => startPythonDriver('python3', mode))
  : [];
const drivers: Driver[] = [typescriptDriver, ...python];
afterAll(() => Promise.all(drivers.map((driver) => driver.close())));

const underFaults = BEHAVIORS.filter(({ answers }) => answers);

describe.each(drivers)('$name', (driver) => {
  // The tests are concurrent, because they spend most of their time waiting.
  test.concurrent.each(underFaults)('$name', async (behavior) => {
    await expect(play(behavior, driver, null)).resolves.toBeUndefined();
  });
});
