import { request } from 'node:http';
import { call, createCustomer, IDEA, startApi, type Customer, type TestApi } from '../support/api';
import { writeReadyFile } from '../support/programs';
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

test.each([
  ['GET', '/local', undefined],
  ['POST', '/local/run', `idea=${encodeURIComponent(IDEA)}&idempotencyKey=${idempotencyKey}`],
  ['POST', '/local/sign-in', 'x=1'],
])('%s %s does not exist where it is not switched on, nor for another machine', async (method, path, body) => {
  const before = await runs();
  const elsewhere = { localReadyFile: ready.file, trustedHops: 1 };
  for (const closed of [await startApi(db), await startApi(db, { settings: elsewhere })]) {
    const type = body && { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.7', ...type };
    const answer = await call(closed, method, path, { body, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
    expect(answer.text).not.toContain(customer.apiKey);
    await closed.close();
  }
  expect(await runs()).toBe(before);
});

test('a site whose name points to this machine reads no key', async () => {
  const { port } = new URL(api.url);
  for (const host of ['evil.example', '127.0.0.1.evil.example']) {
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
