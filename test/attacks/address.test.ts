import { spawn, type ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startApi, type TestApi } from '../support/api';
import { useDatabase } from '../support/use';

let api: TestApi;
let entrance: number;
const proxies: ChildProcess[] = [];
const db = useDatabase();
beforeEach(async () => {
  api = await startApi(db, { limitsScale: 1, settings: { trustedHops: 2 } });
  entrance = await startProxy(await startProxy(Number(new URL(api.url).port)));
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.kill();
  await api.close();
});

/** Starts a proxy in a process of its own in front of a port; returns where it listens. */
async function startProxy(target: number): Promise<number> {
  const script = join(PACKAGE_ROOT, 'test/support/children/proxy.mjs');
  const child = spawn(process.execPath, [script, String(target)], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  proxies.push(child);
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (line: Buffer) => resolve(Number(line.toString())));
    child.once('exit', () => reject(new Error('the proxy ended')));
  });
}

interface Seen {
  status: number;
  code?: string;
}

/** A request through both proxies from one of this machine's loopback addresses. */
function send(from: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: entrance,
        localAddress: from,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
          resolve({ status: answer.statusCode!, ...(code && { code }) });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const link = (from: string, forwarded?: string) =>
  send(
    from,
    '/v1/auth/sign-in-link',
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    JSON.stringify({ email: 'a@example.com' }),
  );

test('a client behind two proxies cannot buy itself another count with X-Forwarded-For', async () => {
  const spoofed = [
    '1.1.1.1',
    '2.2.2.2, 3.3.3.3',
    '9'.repeat(4_000),
    '2001:db8::7',
    '',
    'unknown, 4.4.4.4',
    '5.5.5.5:80',
    ',',
  ];
  const seen = [];
  for (const forwarded of spoofed) seen.push(await link('127.0.0.2', forwarded));
  expect(seen.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
});

test('two clients behind the same proxies do not share a count', async () => {
  for (let i = 0; i < 6; i++) await link('127.0.0.2');
  expect(await link('127.0.0.2')).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await link('127.0.0.3')).toMatchObject({ status: 202 });
});

test('a client that uses up its address does not use up another one that it names', async () => {
  for (let i = 0; i < 8; i++) await link('127.0.0.2', '127.0.0.3');
  expect(await link('127.0.0.3')).toMatchObject({ status: 202 });
});

test('bad keys of one client are refused after 300 a minute whatever it says of its address', async () => {
  const statuses = new Map<number, number>();
  for (let i = 0; i < 320; i++) {
    const { status } = await send('127.0.0.4', '/v1/runs', {
      'x-api-key': 'noi_live_x',
      'x-forwarded-for': `10.0.0.${i % 250}`,
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 300, 429: 20 });
});
