/**
 * `node dist/tools/clients/main PYTHON`: runs clients/behaviors.json with our clients against the product at
 * NOI_API_URL and NOI_DATABASE_URL. PYTHON must have the Python client installed.
 */
import { openDatabase } from '../../prisma/client';
import { createCustomer } from '../../test/support/api';
import { exitWith } from '../../test/support/exit-with';
import { startPythonDriver, typescriptDriver } from './behaviors/drivers';
import { BEHAVIORS, play } from './behaviors/play';

async function main(python: string): Promise<number> {
  const { NOI_API_URL: url, NOI_DATABASE_URL: database } = process.env;
  const db = openDatabase(database!, 2);
  const installed = (['sync', 'async'] as const).map((mode) => startPythonDriver(python, mode, { installed: true }));
  let failed = 0;
  for (const driver of [typescriptDriver, ...installed]) {
    const { apiKey } = await createCustomer(db, { mode: 'test', credits: 0 });
    for (const behavior of BEHAVIORS) {
      await play(behavior, driver, { url: url!, apiKey }).catch((error: Error) => {
        console.error(`${driver.name}: ${behavior.name}: ${error.message}`);
        failed++;
      });
    }
    await driver.close();
  }
  await db.close();
  return failed > 0 ? 1 : 0;
}

exitWith(main(process.argv[2]!));
