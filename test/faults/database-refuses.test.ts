import pino from 'pino';
import { runChecks, type DoctorDeps, type Finding } from '../../admin/doctor/check';
import { database } from '../../admin/doctor/checks/database';
import { createLiveness } from '../../base/observation/server';
import { createProbes } from '../../http/service-status';
import { readWatchFigures } from '../../modules/operations/store/watch-figures';
import { openDatabase, requireWrites, transaction, type Database } from '../../prisma/client';
import { databaseStateOf, isDatabaseUnavailable, type DatabaseState } from '../../prisma/connection';
import { databaseCheck } from '../../prisma/connection-flaw';
import { runWatch } from '../../server/watch';
import { workReadinessOf } from '../../worker/observe-worker';
import { call, createCustomer, createEvaluation, startApi, type Customer, type TestApi } from '../support/api';
import { administer } from '../support/database';
import { eventually } from '../support/eventually';
import { use, useDatabase } from '../support/use';

// PostgreSQL is running but refuses writes or sessions. Covers every cause that an operator or a failover can create.

const ROLE = `refused_${process.pid}`;
const created = useDatabase();
const server = () => process.env.TEST_DATABASE_URL!;
const name = () => new URL(created.url).pathname.slice(1);
/** Ends the role's sessions, as a restart does, because role and database settings apply only to new sessions. */
const endSessions = () =>
  administer(server(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`);

interface Cause {
  state: DatabaseState;
  sqlstate: string;
  begin: string;
  end: string;
  /** The fix that the doctor suggests; by default the statement in `end`. */
  cure?: string;
}

const CAUSES: Record<string, () => Cause> = {
  'default_transaction_read_only of the database': () => ({
    state: 'read_only',
    sqlstate: '25006',
    begin: `ALTER DATABASE ${name()} SET default_transaction_read_only = on`,
    end: `ALTER DATABASE ${name()} RESET default_transaction_read_only`,
  }),
  'a role without LOGIN': () => ({
    state: 'refused',
    sqlstate: '28000',
    begin: `ALTER ROLE ${ROLE} NOLOGIN`,
    end: `ALTER ROLE ${ROLE} LOGIN`,
  }),
  'a database that allows no connections': () => ({
    state: 'refused',
    sqlstate: '55000',
    begin: `ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`,
    end: `ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`,
  }),
  'no CONNECT privilege': () => ({
    state: 'refused',
    sqlstate: '42501',
    begin: `REVOKE CONNECT ON DATABASE ${name()} FROM PUBLIC, noi_app`,
    end: `GRANT CONNECT ON DATABASE ${name()} TO PUBLIC`,
    cure: `GRANT CONNECT ON DATABASE ${name()} TO ${ROLE}`,
  }),
  'no connections left': () => ({
    state: 'refused',
    sqlstate: '53300',
    begin: `ALTER ROLE ${ROLE} CONNECTION LIMIT 0`,
    end: `ALTER ROLE ${ROLE} CONNECTION LIMIT -1`,
  }),
};

const url = () => {
  const address = new URL(created.url);
  return Object.assign(address, { username: ROLE, password: 'a-password' }).href;
};
const restricted = use<Database>(async () => {
  await administer(server(), `CREATE ROLE ${ROLE} LOGIN PASSWORD 'a-password' IN ROLE noi_app`);
  const db = openDatabase(url(), 5, {
    timeouts: { connectMs: 5_000, lockMs: 5_000, statementMs: 8_000, answerMs: 9_000 },
  });
  const close = async () => {
    await db.close();
    await endSessions();
    await administer(server(), `DROP ROLE ${ROLE}`);
  };
  return { ...db, close };
});
const api: TestApi = use(() => startApi({ ...created, ...restricted, url: url(), close: () => Promise.resolve() }));
const customer: Customer = use(() => createCustomer(created, { credits: 100 }));

async function diagnosed(): Promise<Finding> {
  const db = openDatabase(url(), 1, { readOnly: true });
  const deps = { db, env: { DATABASE_URL: url() }, role: 'operator', taskQueue: 'x' } as unknown as DoctorDeps;
  const [found] = await runChecks([database], deps);
  await db.close();
  return found!;
}

const stateOf = (work: Promise<unknown>) => work.then(() => 'ok', databaseStateOf);
const ready = () => call<{ database: string }>(api, 'GET', '/health/ready');

test.each(Object.entries(CAUSES))('says what still works with %s, and recovers', async (cause, causeOf) => {
  const { state, sqlstate, begin, end, cure = end } = causeOf();
  const isReadable = state === 'read_only';
  await createEvaluation(api, customer, `before ${cause}`);
  await administer(server(), begin);
  await endSessions();
  try {
    // The pool's ended sessions first report their own error, so wait until the database refuses writes.
    await eventually(sqlstate, () =>
      requireWrites(restricted).then(
        () => false,
        ({ code }: { code?: string }) => code === sqlstate,
      ),
    );
    const { prisma, pool } = restricted;
    const reads = [pool.query('SELECT count(*) FROM orders'), prisma.order.findFirst()];
    const data = { email: 'refused@example.com', reason: 'bounce', scope: 'all' };
    const writes = [
      transaction(restricted, (tx) => tx.query('DELETE FROM outbox WHERE false')),
      prisma.suppression.create({ data }),
      prisma.$executeRaw`DELETE FROM outbox WHERE false`,
    ];
    expect(await Promise.all(reads.map(stateOf))).toEqual(reads.map(() => (isReadable ? 'ok' : state)));
    expect(await Promise.all(writes.map(stateOf))).toEqual(writes.map(() => state));

    const started = await createEvaluation(api, customer, `during ${cause}`);
    expect([started.status, started.body.code]).toEqual([503, 'service_unavailable']);
    expect(Number(started.headers.get('retry-after'))).toBeGreaterThan(0);
    const read = await call(api, 'GET', '/v1/orders', { key: customer.apiKey });
    expect(read.status).toBe(isReadable ? 200 : 503);

    await eventually('readiness sees it', async () => (await ready()).status === 503);
    expect((await ready()).body).toMatchObject({ status: 'not_ready', database: state });
    const worker = await workReadinessOf({
      liveness: createLiveness(),
      worker: () => null,
      isStopping: () => false,
      database: databaseCheck(restricted),
      pingTemporal: () => Promise.resolve(),
    });
    expect(worker).toMatchObject({ fine: false, reasons: { database: state } });

    const { components } = await createProbes({
      db: restricted,
      pingTemporal: () => Promise.resolve(),
      isStopping: () => false,
      settings: { publicUrl: 'http://127.0.0.1' },
    }).status.read();
    expect(components.find((one) => one.name === 'database')).toMatchObject({
      status: 'down',
      summary: isReadable ? 'Reads data, but cannot save it.' : 'Cannot read or save data.',
    });

    const found = await diagnosed();
    const words = isReadable ? 'accepts no writes (read_only)' : 'refuses the session (refused)';
    expect(found).toMatchObject({ status: 'fail', detail: expect.stringContaining(words) });
    expect(found.cure).toContain(`${cure};`);
    expect(JSON.stringify(found)).not.toContain('a-password');
  } finally {
    await administer(server(), end);
    await endSessions();
  }
  await eventually('it is ready again', async () => (await ready()).status === 200);
});

/** The alert raised by an API process that can still read the figures for its alerts. */
async function alertOfWatch(): Promise<string> {
  const lines: string[] = [];
  const stop = new AbortController();
  const options = {
    db: restricted,
    figures: () => readWatchFigures(restricted),
    limits: { queueAgeMs: 60_000, outboxAgeMs: 60_000, failureShare: 1 },
    mailbox: null,
    receiver: null,
    publicUrl: 'http://127.0.0.1',
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    ...{ everyMs: 10, unreachableMs: 50 },
  };
  const watching = runWatch(options, stop.signal);
  const alert = await eventually('an alert', () => lines.find((line) => line.includes('database-unreachable')));
  stop.abort();
  await watching;
  return alert;
}

// Limits temporary files, because a test cannot fill the disk of a shared server.
test('notices a full disk while small writes still fit', async () => {
  await administer(server(), `ALTER ROLE ${ROLE} SET temp_file_limit = 0`);
  await endSessions();
  try {
    await eventually('readiness sees it', async () => (await ready()).body.database === 'disk_full');
    expect((await ready()).status).toBe(503);
    const found = await diagnosed();
    expect(found).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('no space left on its disk (disk_full)'),
    });
    expect(found.cure).toContain('Free disk space');
    expect((await createEvaluation(api, customer, 'still fits')).status).toBe(202);
    expect(await alertOfWatch()).toContain('it has no space left on its disk');
  } finally {
    await administer(server(), `ALTER ROLE ${ROLE} RESET temp_file_limit`);
    await endSessions();
  }
  await eventually('it is ready again', async () => (await ready()).status === 200);
});

test('distinguishes a database that refuses from one that is unreachable', async () => {
  const elsewhere = async (change: Partial<URL>) => {
    const db = openDatabase(Object.assign(new URL(created.url), change).href, 1);
    const states = [await stateOf(requireWrites(db)), await stateOf(db.prisma.order.findFirst())];
    await db.close();
    return states;
  };
  expect(await elsewhere({ pathname: '/nobody_made_it' })).toEqual(['refused', 'refused']);
  expect(await elsewhere({ port: '9' })).toEqual(['unreachable', 'unreachable']);
});

test.each(['08006', '53300', '57P01', '57P03', '57014', '55P03', '25P03', '58030'])(
  'treats SQLSTATE %s as an outage, from the driver and from Prisma',
  (code) => {
    const driverAdapterError = Object.assign(new Error('x'), { cause: { originalCode: code, kind: 'postgres' } });
    const ofPrisma = Object.assign(new Error('x'), { code: 'P2010', meta: { driverAdapterError } });
    for (const error of [Object.assign(new Error('x'), { code }), ofPrisma])
      expect(isDatabaseUnavailable(error)).toBe(true);
  },
);
