/** Runs `npm start` with small child programs instead of the product, for tests of process supervision. */
import { Client } from 'pg';
import { runLocal } from '../../../local/main';
import type { Preparation } from '../../../local/parts';
import { built } from '../../../local/process/launch';

const preparation: Preparation = {
  async migrate(databaseUrl) {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz)');
    await client.query('INSERT INTO starts VALUES (now())');
    await client.end();
    return { applied: [] };
  },
  seed: async () => ({ keys: { live: 'noi_live_x', test: 'noi_test_x' }, account: { id: 'acc_x', email: 'a@b.c' } }),
  provisionAgents: async () => undefined,
};

void runLocal(preparation, {
  mail: built('stand-ins/mail/main'),
  agents: built('test/support/children/agents'),
  payments: built('stand-ins/payments/main'),
  collector: built('stand-ins/collector/main'),
  api: built('test/support/children/api'),
  worker: built('test/support/children/worker'),
});
