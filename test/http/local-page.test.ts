import { request } from 'node:http';
import { call, createCustomer, IDEA, startApi, type Customer, type TestApi } from '../support/api';
import { cookiesAfter, sendForm } from '../support/people';
import { writeReadyFile } from '../support/ready-file';
import { useDatabase } from '../support/use';

let ready: ReturnType<typeof writeReadyFile>;
let api: TestApi;
let customer: Customer;
const db = useDatabase();
beforeAll(async () => {
  customer = await createCustomer(db, { credits: 5 });
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  ready = writeReadyFile({
    keys: { live: customer.apiKey, test: 'noi_test_sample' },
    account: { id: customer.accountId, email },
  });
  api = await startApi(db, { settings: { localReadyFile: ready.file } });
});
afterAll(async () => {
  await api.close();
  ready.remove();
});

const runs = () => db.prisma.run.count({ where: { accountId: customer.accountId } });
const idempotencyKey = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('the page of this machine names every address and the keys to copy', async () => {
  const { status, text } = await call(api, 'GET', '/local');
  expect(status).toBe(200);
  for (const words of ['3100/inbox', '3200', '3300', '8233', '9464/metrics', customer.apiKey, 'noi_test_sample']) {
    expect(text).toContain(words);
  }
});

test('one click starts one run, signs the browser in as its owner and opens the page of the run', async () => {
  const before = await runs();
  const first = await sendForm(api, '/local/run', { idea: IDEA, idempotencyKey });
  const again = await sendForm(api, '/local/run', { idea: IDEA, idempotencyKey });
  expect(await runs()).toBe(before + 1);
  const run = await db.prisma.run.findFirstOrThrow({
    where: { accountId: customer.accountId },
    orderBy: { id: 'desc' },
  });
  for (const { status, headers } of [first, again]) {
    expect([status, headers.get('location')]).toEqual([303, `/account/runs/${run.id}`]);
  }
  expect(JSON.stringify(api.delivered)).toContain(run.id);
  const account = await call(api, 'GET', '/account', { headers: { cookie: cookiesAfter(first) } });
  expect(account.status).toBe(200);
  const sessions = await db.prisma.accountSession.count({ where: { accountId: customer.accountId } });
  await sendForm(api, '/local/sign-in', {}, { cookie: cookiesAfter(first) });
  expect(await db.prisma.accountSession.count({ where: { accountId: customer.accountId } })).toBe(sessions);
});

test('what /local does is in the audit log as such', async () => {
  await sendForm(api, '/local/sign-in', {});
  const { rows } = await db.pool.query("SELECT after FROM audit_events WHERE action = 'session.signed_in'");
  expect(rows).toContainEqual({ after: { method: 'local' } });
});

const ASKS = [
  ['GET', '/local', undefined],
  ['POST', '/local/run', `idea=${encodeURIComponent(IDEA)}&idempotencyKey=${idempotencyKey}`],
  ['POST', '/local/sign-in', 'x=1'],
] as const;

test.each(ASKS)('%s %s does not exist where it is not switched on', async (method, path, body) => {
  const production = await startApi(db);
  const before = await runs();
  try {
    const headers = { accept: 'text/html', ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) };
    const answer = await call(production, method, path, { body, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
    expect(answer.text).not.toContain(customer.apiKey);
    expect(await runs()).toBe(before);
  } finally {
    await production.close();
  }
});

test('a site whose name was made to point to this machine reads no key', async () => {
  const { port } = new URL(api.url);
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'x y']) {
    const text = await new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/local', headers: { host } }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString())).on('end', () => resolve(body));
      })
        .on('error', reject)
        .end();
    });
    expect(text).not.toContain(customer.apiKey);
    expect(text).toContain('Page not found');
  }
});

test('another machine finds nothing', async () => {
  const exposed = await startApi(db, { settings: { localReadyFile: ready.file, trustedHops: 1 } });
  try {
    const answer = await call(exposed, 'GET', '/local', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(answer.status).toBe(404);
  } finally {
    await exposed.close();
  }
});
