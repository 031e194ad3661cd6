import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { exampleOf } from '../../api/description/openapi-examples';
import { allEndpoints } from '../../api/endpoints/table';
import type { AnyEndpoint } from '../../http/endpoint';
import { newId } from '../../contracts/ids';
import { call, createEvaluation, TEST_MAIL_WEBHOOK_SECRET, TEST_TOKEN_SECRETS } from '../../tools/support/api';
import { WEBHOOK_SECRETS } from '../../tools/support/shop';
import { prepareShop, type ShopProcesses } from '../../tools/support/shop-processes';
import { hostileBody, mailHeaders, random, SORT_NAMES, stripeHeaders } from './hostile-bodies';

const BODIES = 5_000;
const AT_ONCE = 24;
/** STORM_SEED repeats a storm. */
const SEED = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);

/** Limits in bytes of a Problem and of any answer to a POST: a page can show a form again with its input. */
const MAX_PROBLEM_BYTES = 16_000;
const MAX_ANSWER_BYTES = 512_000;

/** Limit of the process's growth. Without bounds one large error list took 2,200 MB, one bomb of the storm 50 MB. */
const MAX_GROWTH_MB = 400;

let product: ShopProcesses;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  product = await prepareShop(
    { lifetime: '31m', grace: '5m', sweep: '10m' },
    {
      env: {
        LIMITS_SCALE: '100000',
        RESEND_API_KEY: 're_of_nobody',
        TOKEN_SECRET: TEST_TOKEN_SECRETS[0].value,
        RESEND_WEBHOOK_SECRET: TEST_MAIL_WEBHOOK_SECRET,
      },
    },
  );
  await product.api.start();
});
afterAll(async () => {
  agent.destroy();
  await product.close();
});

/** Resident memory of the API; its peak if the system reports it. */
function residentMb(): number {
  const pid = product.api.pid()!;
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

interface Heard {
  status: number;
  type: string;
  bytes: number;
}

function send(path: string, bytes: Buffer, headers: Record<string, string>): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(product.api.url + path, { method: 'POST', agent, headers }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', bytes: length }),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

const endpoints = allEndpoints('http://x').filter(({ method }) => method === 'POST');
const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', raw: 'application/json', json: 'application/json' };
const EVENTS: Record<string, object> = {
  '/webhooks/stripe': {
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: true,
    created: 1_795_000_000,
    data: { object: { id: 'cs_1', payment_intent: 'pi_1', metadata: { orderId: 'ord_1' } } },
  },
  '/webhooks/resend': { type: 'email.complained', data: { to: ['reader@example.com'] } },
};

/** One request of the storm: endpoint, kind of body, and whether it passes authentication. */
function shot(number: number, dice: () => number) {
  const endpoint = endpoints[number % endpoints.length]!;
  const sort = SORT_NAMES[Math.floor(dice() * SORT_NAMES.length)]!;
  const example = EVENTS[endpoint.path] ?? (endpoint.body ? exampleOf(endpoint.body) : {});
  const { bytes, headers } = hostileBody(sort, dice, example);
  const signed = dice() < 0.8;
  return {
    name: `${endpoint.path} ${sort}`,
    path: endpoint.path.replace('{id}', newId(endpoint.id?.prefix ?? 'run')),
    bytes,
    headers: {
      'content-type': CONTENT_TYPES[endpoint.bodyType ?? 'json'],
      ...(endpoint.auth.type === 'key' && { 'x-api-key': product.customer.apiKey }),
      ...(endpoint.idempotent && { 'idempotency-key': `storm-${SEED}-${number}` }),
      ...(signed && signature(endpoint, bytes, number)),
      ...headers,
    },
  };
}

function signature({ path }: AnyEndpoint, bytes: Buffer, number: number): Record<string, string> {
  if (path === '/webhooks/stripe') return stripeHeaders(bytes, WEBHOOK_SECRETS.live);
  return path === '/webhooks/resend' ? mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, `msg_${number}`) : {};
}

/** Attempts of an honest request: load may be shed (503 with Retry-After), as any client of the API has to expect. */
const ATTEMPTS = 5;

/** Calls as a client that does nothing wrong until the storm is over, and collects answers other than the expected ones. */
async function honestCaller(over: () => boolean): Promise<{ asked: number; shed: number; wrong: string[] }> {
  const { api, customer } = product;
  const wrong: string[] = [];
  let asked = 0;
  let shed = 0;
  const expectStatus = async (name: string, status: number, ask: () => Promise<{ status: number }>) => {
    asked++;
    for (let attempt = 1; ; attempt++) {
      const got = (await ask().catch((error: Error) => ({ status: error.message }))).status;
      if (got === status) return;
      if (got !== 503 || attempt === ATTEMPTS) {
        wrong.push(`${name}: ${got} instead of ${status}`);
        return;
      }
      shed++;
    }
  };
  const options = { key: customer.apiKey };
  for (let round = 0; !over(); round++) {
    if (round < 50) await expectStatus('new evaluation', 202, () => createEvaluation(api, customer, `honest-${round}`));
    await expectStatus('same evaluation', 202, () => createEvaluation(api, customer, 'honest-0'));
    await expectStatus('account', 200, () => call(api, 'GET', '/v1/account', options));
    await expectStatus('unknown run', 404, () => call(api, 'GET', `/v1/runs/${newId('run')}`, options));
    await expectStatus('sample', 200, () => call(api, 'GET', '/v1/runs/sample/findings'));
  }
  return { asked, shed, wrong };
}

test('eight requests at once of the largest error list leave the process as it was', async () => {
  const body = `{"${'k'.repeat(31_000)}":${'['.repeat(7)}${Array.from({ length: 11_000 }, () => '[]').join(',')}${']'.repeat(7)}}`;
  const { api } = product;
  const pid = api.pid();
  await send('/v1/scan/status', Buffer.from('{}'), { 'content-type': 'application/json' });
  const before = residentMb();

  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        send('/v1/scan/status', Buffer.from(body), { 'content-type': 'application/json' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
    for (const { bytes } of answers) expect(bytes).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  }

  expect(api.pid()).toBe(pid);
  expect(residentMb() - before).toBeLessThan(MAX_GROWTH_MB);
});

test(`a storm of ${BODIES} hostile bodies stops nobody: STORM_SEED=${SEED} repeats it`, async () => {
  const dice = random(SEED);
  const shots = Array.from({ length: BODIES }, (_, number) => () => shot(number, dice));
  const pid = product.api.pid();
  const before = residentMb();
  const failed: string[] = [];
  const statuses = new Map<number, number>();
  let over = false;

  const honest = honestCaller(() => over);
  const shoot = async () => {
    for (let next = shots.pop(); next; next = shots.pop()) {
      const { name, path, bytes, headers } = next();
      const heard = await send(path, bytes, headers).catch((error: Error) => error);
      if (heard instanceof Error) {
        failed.push(`${name}: ${heard.message}`);
        continue;
      }
      statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1);
      if (heard.status >= 500 && heard.status !== 503) failed.push(`${name}: ${heard.status}`);
      const most = heard.type.startsWith('application/problem+json') ? MAX_PROBLEM_BYTES : MAX_ANSWER_BYTES;
      if (heard.bytes > most) failed.push(`${name}: an answer of ${heard.bytes} bytes`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shoot));
  over = true;
  const { asked, shed, wrong } = await honest;

  expect(failed.slice(0, 20)).toEqual([]);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(asked).toBeGreaterThan(20);
  expect(shed).toBeLessThan(asked / 10);
  expect(product.api.pid()).toBe(pid);
  expect(residentMb() - before).toBeLessThan(MAX_GROWTH_MB);
  // Proves that bodies passed authentication: some were accepted, invalid, too large and of the wrong type.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 413, 415]));
}, 600_000);
