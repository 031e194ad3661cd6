import type { ServiceStatus } from '../../contracts/service-status';
import { createStatusReader } from '../../http/service-status';
import { openDatabase } from '../../prisma/client';
import { recordDrift, recordProvisionedAgent } from '../../store/agents/provisioned-agents';
import { beat, recordStop } from '../../store/workers/beat';
import { call, startApi, type TestApi } from '../support/api';
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

test('before anything was set up, the status says what is missing and that requests are answered', async () => {
  const status = await statusOf();
  expect(status.status).toBe('impaired');
  expect(partsOf(status)).toMatchObject({
    api: { status: 'working' },
    database: { status: 'working', lastSeenAt: status.checkedAt },
    workflows: { status: 'working', lastSeenAt: status.checkedAt },
    workers: { status: 'down', lastSeenAt: null },
    agent: { status: 'down', lastSeenAt: null },
    books: { status: 'working', lastSeenAt: null },
  });
});

test('what works is said in words with when it was seen, on a page too, without a name of ours', async () => {
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

test('a worker that stopped, an agent that drifted and a Temporal that is away are told, with when they were seen', async () => {
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

test('while the database is silent the status says so, in time, and when it last answered', async () => {
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

test('many who look at once cost one look', async () => {
  let looks = 0;
  const watched = await startApi(db, {
    pingTemporal: () => {
      looks++;
      return Promise.resolve();
    },
  });
  try {
    await Promise.all(Array.from({ length: 20 }, () => call(watched, 'GET', '/v1/status')));
    await call(watched, 'GET', '/status');
    expect(looks).toBe(1);
  } finally {
    await watched.close();
  }
});
