import { canDrive, startPythonDriver, typescriptDriver } from '../../tools/clients/behaviours/drivers';
import { BEHAVIOURS, play, type Driver } from '../../tools/clients/behaviours/play';

// Only where Python has httpx; `npm run proof -- clients` runs them with the installed client.
const python = canDrive('python3')
  ? (['sync', 'async'] as const).map((mode) => startPythonDriver('python3', mode))
  : [];
const drivers: Driver[] = [typescriptDriver, ...python];
afterAll(() => Promise.all(drivers.map((driver) => driver.close())));

const underFaults = BEHAVIOURS.filter(({ answers }) => answers);

describe.each(drivers)('$name', (driver) => {
  // Concurrent, because they mostly wait.
  test.concurrent.each(underFaults)('$name', async (behaviour) => {
    await expect(play(behaviour, driver, null)).resolves.toBeUndefined();
  });
});
