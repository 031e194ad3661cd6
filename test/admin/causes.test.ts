/** The doctor names one cause with a fix to paste, and does not judge what it cannot check. */
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { causeOf } from '../../admin/doctor/causes';
import { runChecks, type DoctorDeps, type Finding } from '../../admin/doctor/check';
import { CHECKS, report } from '../../admin/doctor/command';
import { DEFAULT_TASK_QUEUE } from '../../base/workflow-messages';
import { freePort } from '../../local/ports';
import { noteAgentStop } from '../../modules/runs/store/agent-stops';
import { runAdmin } from '../support/operator';
import { use, useDatabase } from '../support/use';

const db = useDatabase();
const connection = use(() => Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! }));

const deps = (more: Partial<DoctorDeps>): DoctorDeps => ({
  db,
  env: { DATABASE_URL: db.url },
  temporal: new Client({ connection }),
  taskQueue: DEFAULT_TASK_QUEUE,
  role: 'operator',
  ...more,
});

async function finding(name: string, more: Partial<DoctorDeps> = {}): Promise<Finding> {
  return (await runChecks([CHECKS.find((declared) => declared.name === name)!], deps(more)))[0]!;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('reports everything it can while PostgreSQL and Temporal are both down', async () => {
  const env = {
    DATABASE_URL: `postgres://noi_app:a-password@127.0.0.1:${await freePort()}/noi`,
    TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
  };
  const { status, stdout } = await runAdmin(['doctor', '--json'], env);
  expect(status).toBe(1);
  const findings = JSON.parse(stdout) as Finding[];
  const statuses = Object.fromEntries(findings.map(({ name, status: of }) => [name, of]));
  const unknown = { migrations: 'unchecked', storage: 'unchecked', namespace: 'unchecked', schedules: 'unchecked' };
  expect(statuses).toMatchObject({ database: 'fail', temporal: 'fail', ...unknown });
  expect(findings.filter(({ status: of, cure }) => of !== 'ok' && !cure)).toEqual([]);
  expect(stdout).not.toContain('a-password');
  const told = (await runAdmin(['doctor'], env)).stdout;
  expect(told).toMatch(
    /^Cause: PostgreSQL did not answer \(unreachable\): .*ECONNREFUSED.* -> Start it \(docker compose up/,
  );
  expect(told).toMatch(/^Not checked: secrets, .*, storage, .*\. Needs database\.$/m);
});

test('names an unknown namespace as the cause, and skips checks inside it', async () => {
  const own = new Client({ connection, namespace: 'nobody-made-it' });
  const findings = await runChecks(CHECKS, deps({ temporal: own }));
  expect(causeOf(findings)).toMatchObject({
    name: 'namespace',
    cure: expect.stringContaining('namespace create --namespace nobody-made-it'),
  });
  const left = findings.filter(({ name }) => ['search-attributes', 'task-queue', 'builds', 'waiting'].includes(name));
  expect(left.map(({ status }) => status)).toEqual(left.map(() => 'unchecked'));
});

test('distinguishes a rejected Temporal key from an unreachable server', async () => {
  const server = createHttp2Server();
  const refusal = {
    ':status': 200,
    'content-type': 'application/grpc',
    'grpc-status': '16',
    'grpc-message': 'expired',
  };
  server.on('stream', (stream) => stream.respond(refusal, { endStream: true }));
  const address = `127.0.0.1:${await listening(server)}`;
  const own = new Client({ connection: Connection.lazy({ address }) });
  expect(await finding('temporal', { temporal: own, env: { TEMPORAL_ADDRESS: address } })).toMatchObject({
    status: 'fail',
    cure: expect.stringContaining('TEMPORAL_API_KEY'),
  });
  await own.connection.close();
  server.close();
});

test('says why the API is unreachable at its address', async () => {
  const proxy = createServer((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  const port = await listening(proxy);
  const saidOf = async (url: string) => {
    const { status, detail, cure } = await finding('api', { env: { PUBLIC_URL: url } });
    return `${status}: ${detail} ${cure}`;
  };
  expect(await saidOf(`http://127.0.0.1:${port}`)).toMatch(
    /^fail: The proxy at .* answers 502.* up --detach --wait api/,
  );
  expect(await saidOf(`https://127.0.0.1:${port}`)).toMatch(/^fail: .*TLS of 127\.0\.0\.1 is not accepted.*openssl/);
  expect(await saidOf('http://noi.invalid')).toMatch(/^fail: .*DNS has no address for noi\.invalid.*dig \+short/);
  expect(await saidOf(`http://127.0.0.1:${await freePort()}`)).toMatch(/^fail: .*nothing answers at 127\.0\.0\.1:\d+/);
  proxy.close();
});

test.each([
  ['Agent provider: 401 authentication_error: invalid x-api-key', 'ANTHROPIC_API_KEY'],
  ['Agent provider: 400 invalid_request_error: You have reached your specified API usage limits', 'spend limit'],
  ['Agent provider: 403 permission_error: This workspace is disabled', 'workspace'],
])('reports a stop by the agent provider in its own words: %s', async (words, cure) => {
  await noteAgentStop(db, 'anthropic', new Date(), words);
  expect(await finding('agent')).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining(words),
    cure: expect.stringContaining(cure),
  });
  await db.prisma.agentStop.deleteMany();
});

test.each([
  [['api', 'database', 'temporal'], 'database'],
  [['workers', 'outbox', 'queue'], 'workers'],
  [['money', 'agent'], 'agent'],
  [['archive'], 'archive'],
])('names the cause first among failures of %s', (names, cause) => {
  const findings = names.map((name): Finding => ({ name, status: 'fail', detail: `no ${name}`, cure: `get ${name}` }));
  expect(report(findings).split('\n')[0]).toBe(`Cause: no ${cause} -> get ${cause}`);
});
