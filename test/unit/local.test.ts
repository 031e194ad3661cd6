import { childSettings } from '../../local/child-settings';
import { temporalAccess } from '../../vendors/temporal-client';

const parts = {
  database: 'postgresql://db',
  databaseOwner: 'postgresql://owner@db',
  temporal: '127.0.0.1:7233',
  api: { host: '127.0.0.1', port: 3000, url: 'http://127.0.0.1:3000' },
  metrics: { api: 9464, worker: 9465 },
  mail: 'http://127.0.0.1:3100',
  agents: 'http://127.0.0.1:3200',
  payments: 'http://127.0.0.1:3300',
};
const KEPT = { webhookKey: 'key', tokenSecret: 'a secret of this machine that is kept in LOCAL_DIR' };

test("npm start does not give processes the database owner's connection", () => {
  const env = { DATABASE_URL: 'postgresql://mine', MIGRATION_DATABASE_URL: 'postgresql://owner@mine' };
  expect(JSON.stringify(childSettings(env, parts, KEPT))).not.toContain('owner@');
});

test('npm start does not send credentials of another server to the embedded Temporal', () => {
  const elsewhere = { TEMPORAL_NAMESPACE: 'prod', TEMPORAL_TLS: 'true', TEMPORAL_API_KEY: 'key of the user' };
  const { worker } = childSettings(elsewhere, parts, KEPT);
  expect(temporalAccess(worker)).toMatchObject({ connection: { address: parts.temporal }, namespace: 'default' });
  expect(JSON.stringify(worker)).not.toContain('key of the user');
});
