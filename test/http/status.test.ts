import type { ServiceStatus } from '../../contracts/service-status';
import { createStatusReader } from '../../http/service-status';
import { openDatabase } from '../../prisma/client';
import { recordDrift, recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { beat, recordStop } from '../../store/workers/beat';
import { call, startApi, type TestApi } from '../support/api';
import { createTestDatabase } from '../support/database';
import { portOf, startStallingProxy, through } from '../support/silence';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();
// A look is kept for seconds, so each test has a process of its own.
const api = useEach(() => startApi(db));

const WORKER = {
  identity: 'worker@secret-host',
  role: 'worker' as const,
  host: 'secret-host',
  pid: 4711,
  version: '1.0.0',
  buildId: 'secret-build',
  startedAt: new Date(),
};

const AGENT = { provider: 'p', agentId: 'secret-agent', agentVersion: '1', definition: 'd', providerData: {} };

const statusOf = async (of: TestApi = api) => (await call<ServiceStatus>(of, 'GET', '/v1/status')).body;
const partsOf = ({ components }: ServiceStatus) => Object.fromEntries(components.map((part) => [part.name, part]));

async function everythingWorks(): Promise<void> {
  await recordProvisionedAgent(db, 'newsletter-research', AGENT);
  await beat(db, WORKER);
}

test('the status says in words what works, without internal names', async () => {
  await everythingWorks();
  const { status, summary, ...rest } = await statusOf();
  expect([status, summary]).toEqual(['working', 'Everything works.']);
  expect(rest).toMatchObject({ apiVersion: 'v1', serviceVersion: '1.0.0', findingsSchemaVersion: '1.2.0' });
  expect(rest.components.map(({ name, status: state }) => [name, state])).toEqual(
    ['api', 'database', 'workflows', 'workers', 'agent', 'books'].map((name) => [name, 'working']),
  );
  const page = await call(api, 'GET', '/status');
  expect(page.status).toBe(200);
  for (const words of ['Everything works.', 'Research agent', 'Runs are worked on.', '<time']) {
    expect(page.text).toContain(words);
  }
  expect(page.text + JSON.stringify(rest)).not.toContain('secret');
});

test('a stopped worker, a drifted agent and an absent Temporal are told with when last seen', async () => {
  await everythingWorks();
  await recordStop(db, WORKER.identity);
  await recordDrift(db, 'newsletter-research', { definition: AGENT.definition, driftStatus: 'drifted' });
  const away = await startApi(db, { pingTemporal: () => Promise.reject(new Error('no')) });
  try {
    const status = await statusOf(away);
    expect(status.status).toBe('impaired');
    expect(partsOf(status)).toMatchObject({
      database: { status: 'working' },
      workflows: { status: 'down', lastSeenAt: null, summary: expect.stringContaining('none is lost') as string },
      workers: { status: 'down', lastSeenAt: expect.stringMatching(/Z$/) as string },
      agent: { status: 'impaired', lastSeenAt: expect.stringMatching(/Z$/) as string },
    });
  } finally {
    await away.close();
  }
});

test('while the database is silent the status is down and says when it last answered', async () => {
  await everythingWorks();
  const proxy = await startStallingProxy(portOf(db.url));
  const url = through(db.url, proxy);
  const behind = openDatabase(url, 4);
  const reader = createStatusReader(
    {
      db: behind,
      pingTemporal: () => Promise.resolve(),
      isStopping: () => false,
      settings: { publicUrl: 'http://127.0.0.1:1' },
    },
    0,
  );
  try {
    const { checkedAt, status } = await reader.read();
    expect(status).toBe('working');
    proxy.stall({ further: true });
    const silent = await reader.read();
    expect(silent.status).toBe('down');
    expect(partsOf(silent)).toMatchObject({
      database: { status: 'down', lastSeenAt: checkedAt },
      workflows: { status: 'working' },
      workers: { status: 'unknown', lastSeenAt: null },
      agent: { status: 'unknown', lastSeenAt: null },
      books: { status: 'unknown' },
    });
  } finally {
    await proxy.close();
    await behind.close();
  }
});

test('health reports versions and is degraded while no agent is provisioned', async () => {
  const fresh = await createTestDatabase();
  const newborn = await startApi(fresh);
  const health = async () => (await call(newborn, 'GET', '/health')).body;
  expect(await health()).toMatchObject({
    status: 'degraded',
    apiVersion: 'v1',
    findingsSchemaVersion: '1.2.0',
    hostingContract: { valid: true, violations: [] },
    managedAgent: { driftStatus: 'unprovisioned', checkedAt: null },
  });
  expect(partsOf(await statusOf(newborn))).toMatchObject({ workers: { status: 'down' }, agent: { status: 'down' } });
  await recordProvisionedAgent(fresh, 'newsletter-research', AGENT);
  expect(await health()).toMatchObject({ status: 'ok', managedAgent: { driftStatus: 'in_sync' } });
  const { body } = await call<{ checks: { name: string; status: string }[] }>(newborn, 'GET', '/health/ready');
  expect(body).toMatchObject({ status: 'ready', checks: [{ name: 'database' }, { name: 'temporal', status: 'ok' }] });
  await newborn.close();
  await fresh.close();
});
