/** Connections whose other side is gone without a word: packets are dropped, nothing is closed. */
import { Connection } from '@temporalio/client';
import { DEFAULT_TASK_QUEUE } from '../../contracts/workflow-messages';
import { mailMessage } from '../../domain/messages/mails';
import { openDatabase, REQUEST_PATIENCE, type Database } from '../../prisma/client';
import { openAgents } from '../../providers/agents/open-agents';
import { processIdentity } from '../../platform/build';
import { createTemporalClient } from '../../providers/temporal-client';
import { createWorkflowStarter } from '../../providers/workflow-starter';
import { startAgents } from '../support/agents';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { startStallingProxy, type StallingProxy } from '../support/silence';
import { startSweeping } from '../support/sweeping';

const NOTICED_WITHIN_MS = 30_000;

let created: TestDatabase;
let proxy: StallingProxy;
const toClose: { close(): Promise<void> }[] = [];
const closed = <T extends { close(): Promise<void> }>(part: T): T => {
  toClose.push(part);
  return part;
};
beforeEach(async () => {
  created = await createTestDatabase();
  proxy = await startStallingProxy(Number(new URL(created.url).port));
});
afterEach(async () => {
  for (const part of toClose.splice(0)) await part.close();
  await proxy.close();
  await created.close();
});

const throughProxy = () => Object.assign(new URL(created.url), { port: String(proxy.port) }).href;
const noticed = (what: string, ask: () => Promise<boolean>) => eventually(what, ask, NOTICED_WITHIN_MS);
const answers = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
/** Uses as many connections at once. */
const warm = (db: Database, count: number) =>
  Promise.all(Array.from({ length: count }, () => db.pool.query('SELECT pg_sleep(0.2)')));

test.each([
  ['requests', REQUEST_PATIENCE],
  ['background work', undefined],
])(
  'a pool of %s, all of whose connections are half open, answers again within 30 s, one statement after the other',
  async (_of, patience) => {
    const db = closed(openDatabase(throughProxy(), 8, patience ? { patience } : {}));
    await warm(db, 8);
    proxy.stall();
    await noticed('SQL answers', () => answers(db.pool.query('SELECT 1')));
    await noticed('Prisma answers', () => answers(db.prisma.run.count()));
    expect(proxy.connections()).toBeGreaterThan(8);
  },
  120_000,
);

test('the worker’s sweep, whose connections are half open, completes a pass within 30 s', async () => {
  const db = closed(openDatabase(throughProxy(), 8));
  const agents = closed(await startAgents());
  await warm(db, 8);
  const sweep = startSweeping(db, openAgents(agents.settings), 100, NOTICED_WITHIN_MS);
  await eventually('it sweeps', () => sweep.passes() > 0);
  proxy.stall();
  const before = sweep.passes();
  // The pass that was under way may still be completed.
  await noticed('it sweeps again', () => Promise.resolve(sweep.passes() > before + 1));
  expect(sweep.liveness.loops()).toMatchObject([{ loop: 'sweep', late: false }]);
  await sweep.stop();
}, 120_000);

test('a client of Temporal whose connection is half open delivers again within 30 s', async () => {
  const [, port] = process.env.TEST_TEMPORAL_ADDRESS!.split(':');
  const silent = closed(await startStallingProxy(Number(port)));
  const client = createTemporalClient(
    { connection: { address: `127.0.0.1:${silent.port}` }, namespace: 'default' },
    processIdentity('api'),
  );
  const start = createWorkflowStarter(client, `${DEFAULT_TASK_QUEUE}-half-open`);
  await start(mailMessage({ mail: 'new_key', id: 'key_before' }));
  silent.stall();
  await noticed('it delivers', () => answers(start(mailMessage({ mail: 'new_key', id: 'key_after' }))));
  expect(silent.connections()).toBeGreaterThan(1);
  await (client.connection as Connection).close();
}, 120_000);
