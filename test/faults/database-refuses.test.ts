import { database } from '../../admin/doctor/checks/database';
import type { DoctorDeps } from '../../admin/doctor/check';
import { runChecks } from '../../admin/doctor/run-checks';
import { createReadiness } from '../../http/readiness';
import { createStatusReader } from '../../http/service-status';
import { createLiveness } from '../../platform/liveness';
import { databaseCheck } from '../../prisma/database-check';
import { openDatabase, requireWrites, transaction, type Database } from '../../prisma/client';
import { databaseStateOf, isDatabaseUnavailable, type DatabaseState } from '../../prisma/unavailable';
import { call, createCustomer, createEvaluation, startApi, type Customer, type TestApi } from '../support/api';
import { administer } from '../support/database';
import { eventually } from '../support/eventually';
import { use, useDatabase } from '../support/use';
import { workReadinessOf } from '../../worker/health';

// PostgreSQL runs, but refuses writes or sessions, for each cause that an operator or a failover can bring about.

const ROLE = `refused_${process.pid}`;
const created = useDatabase();
const server = () => process.env.TEST_DATABASE_URL!;
const name = () => new URL(created.url).pathname.slice(1);
/** Ends the sessions of the role, as a restart does: settings of roles and databases hold for new ones. */
const endSessions = () =>
  administer(server(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`);

interface Cause {
  state: DatabaseState;
  sqlstate: string;
  begin: string;
  end: string;
}

const CAUSES: Record<string, () => Cause> = {
  'default_transaction_read_only of the database': () => ({
    state: 'read_only',
    sqlstate: '25006',
    begin: `ALTER DATABASE ${name()} SET default_transaction_read_only = on`,
    end: `ALTER DATABASE ${name()} RESET default_transaction_read_only`,
  }),
  'default_transaction_read_only of the role': () => ({
    state: 'read_only',
    sqlstate: '25006',
    begin: `ALTER ROLE ${ROLE} SET default_transaction_read_only = on`,
    end: `ALTER ROLE ${ROLE} RESET default_transaction_read_only`,
  }),
  'a role without LOGIN': () => ({
    state: 'refused',
    sqlstate: '28000',
    begin: `ALTER ROLE ${ROLE} NOLOGIN`,
    end: `ALTER ROLE ${ROLE} LOGIN`,
  }),
  'another password': () => ({
    state: 'refused',
    sqlstate: '28P01',
    begin: `ALTER ROLE ${ROLE} PASSWORD 'another'`,
    end: `ALTER ROLE ${ROLE} PASSWORD 'a-password'`,
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
    patience: { connectMs: 5_000, lockMs: 5_000, statementMs: 8_000, answerMs: 9_000 },
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

const stateOf = (work: Promise<unknown>) => work.then(() => 'ok', databaseStateOf);
const ready = () => call<{ database: string }>(api, 'GET', '/health/ready');

describe.each(Object.entries(CAUSES))('with %s', (cause, causeOf) => {
  beforeAll(async () => {
    await createEvaluation(api, customer, `before ${cause}`);
    await administer(server(), causeOf().begin);
    await endSessions();
  });
  afterAll(async () => {
    await administer(server(), causeOf().end);
    await endSessions();
    await eventually('it is ready again', async () => (await ready()).status === 200);
  });

  test('PostgreSQL refuses with the SQLSTATE that stands for it', async () => {
    const { sqlstate } = causeOf();
    // Until then, sessions of the pool that were ended say so.
    const seen = await eventually(sqlstate, () =>
      requireWrites(restricted).then(
        () => false,
        ({ code }: { code?: string }) => code === sqlstate && code,
      ),
    );
    expect(seen).toBe(sqlstate);
  });

  test('reads and writes of the driver and of Prisma show its state', async () => {
    const { state } = causeOf();
    const reads = state === 'read_only' ? 'ok' : state;
    const { prisma, pool } = restricted;
    const email = 'refused@example.com';
    const data = { email, reason: 'bounce', scope: 'all' };
    expect({
      read: await stateOf(pool.query('SELECT count(*) FROM orders')),
      prismaRead: await stateOf(prisma.order.findFirst()),
      prismaRawRead: await stateOf(prisma.$queryRaw`SELECT count(*)::int FROM orders`),
      write: await stateOf(transaction(restricted, (tx) => tx.query('DELETE FROM outbox WHERE false'))),
      prismaWrite: await stateOf(prisma.suppression.create({ data })),
      prismaRawWrite: await stateOf(prisma.$executeRaw`DELETE FROM outbox WHERE false`),
    }).toEqual({
      read: reads,
      prismaRead: reads,
      prismaRawRead: reads,
      write: state,
      prismaWrite: state,
      prismaRawWrite: state,
    });
  });

  test('changes are 503 with Retry-After, and so are reads that it refuses', async () => {
    const { state } = causeOf();
    const started = await createEvaluation(api, customer, `during ${cause}`);
    expect([started.status, started.body.code]).toEqual([503, 'service_unavailable']);
    expect(Number(started.headers.get('retry-after'))).toBeGreaterThan(0);
    const read = await call(api, 'GET', '/v1/orders', { key: customer.apiKey });
    expect(read.status).toBe(state === 'read_only' ? 200 : 503);
  });

  test('readiness is 503 and names the state', async () => {
    const { state } = causeOf();
    const answer = await eventually('readiness sees it', async () => {
      const seen = await ready();
      return seen.status === 503 && seen;
    });
    expect(answer.body).toMatchObject({ status: 'not_ready', database: state });
    const worker = await workReadinessOf({
      liveness: createLiveness(),
      worker: () => null,
      isStopping: () => false,
      database: databaseCheck(restricted),
      pingTemporal: () => Promise.resolve(),
    });
    expect(worker).toMatchObject({ fine: false, reasons: { database: state } });
  });

  test('the doctor names the cause and a way out', async () => {
    const db = openDatabase(url(), 1, { readOnly: true });
    const deps = { db, env: { DATABASE_URL: url() }, role: 'operator', taskQueue: 'x' } as unknown as DoctorDeps;
    const [found] = await runChecks([database], deps);
    await db.close();
    const { state } = causeOf();
    const words = state === 'read_only' ? 'accepts no writes' : 'refuses the session';
    expect(found).toMatchObject({ status: 'fail', detail: expect.stringContaining(words) });
    expect(found!.cure).toMatch(/ALTER|GRANT|DATABASE_POOL/);
    expect(JSON.stringify(found)).not.toContain('a-password');
  });

  test('/v1/status says what still works', async () => {
    const { components } = await createStatusReader({
      db: restricted,
      pingTemporal: () => Promise.resolve(),
      isStopping: () => false,
      settings: { publicUrl: 'http://127.0.0.1' },
    }).read();
    const readable = causeOf().state === 'read_only';
    expect(components.find((one) => one.name === 'database')).toMatchObject({
      status: 'down',
      summary: readable ? 'Data can be read, but not stored.' : 'Data can be neither stored nor read.',
    });
  });
});

test('a readiness answer is shared: a flood of probes asks PostgreSQL once', async () => {
  let asked = 0;
  const db = {
    ...restricted,
    pool: { query: () => Promise.resolve(void asked++) } as unknown as Database['pool'],
  };
  const readiness = createReadiness({ db, pingTemporal: () => Promise.resolve(), isStopping: () => false }, 60_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => readiness()));
  expect(answers.every(({ fine }) => fine)).toBe(true);
  expect(asked).toBe(1);
});

test('a database that does not exist is refused, and one that nobody serves is unreachable', async () => {
  const elsewhere = async (change: Partial<URL>) => {
    const db = openDatabase(Object.assign(new URL(created.url), change).href, 1);
    const states = [await stateOf(requireWrites(db)), await stateOf(db.prisma.order.findFirst())];
    await db.close();
    return states;
  };
  expect(await elsewhere({ pathname: '/nobody_made_it' })).toEqual(['refused', 'refused']);
  expect(await elsewhere({ port: '9' })).toEqual(['unreachable', 'unreachable']);
});

test.each([
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01', '53000', '53200', '53400', '57P01', '57P02'],
  ...['57P03', '57P04', '57P05', '58030', '25P03', '55P03', '57014'],
])('an error of SQLSTATE %s is unavailable as the driver throws it and as Prisma wraps it', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(true);
  const driverAdapterError = Object.assign(new Error('x'), { cause: { originalCode: code, kind: 'postgres' } });
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code: 'P2010', meta: { driverAdapterError } }))).toBe(
    true,
  );
});

test.each(['42501', '42P01', '23505', '22P02', '40001', 'XX000'])(
  'an error of SQLSTATE %s is a fault of the statement',
  (code) => expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code, severity: 'ERROR' }))).toBe(false),
);
