import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { SCOPES } from '../../base/access';
import type { AnyRoute } from '../../http/endpoint';
import { createKey } from '../../modules/accounts/store/keys';
import { createCustomer, TEST_MAIL_WEBHOOK_SECRET } from '../support/api';
import { allRoutes, named, needsTestKey, requestFor, type RequestParts } from '../support/routes';
import { WEBHOOK_SECRETS } from '../support/shop';
import { use, useSellingApi } from '../support/use';
import { mailHeaders, stripeHeaders } from '../support/webhooks';

const { db, api } = useSellingApi();
const customer = use(async () => {
  const made = await createCustomer(db);
  const { secret } = await createKey(db, { ...made, name: 'test', mode: 'test', scopes: SCOPES });
  return { ...made, testKey: secret };
});

type Line = [name: string, value: string];
interface Answer {
  status: number;
  body: { code?: string; errors?: { pointer: string }[] };
}

/** Sends header lines unchanged; `fetch` would join them. */
function send(method: string, path: string, lines: Line[], body = ''): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const headers = [...lines, ['Host', hostname], ['Content-Length', `${Buffer.byteLength(body)}`]].flat();
    request({ hostname, port, method, path, headers }, (answer) => {
      text(answer).then(
        (sent) => resolve({ status: answer.statusCode!, body: JSON.parse(sent || '{}') as Answer['body'] }),
        reject,
      );
    })
      .on('error', reject)
      .end(body);
  });
}

/** Sends a valid request for the route, with one header replaced by these lines. */
function ask(route: AnyRoute, lines: Line[], parts: RequestParts = {}): Promise<Answer> {
  const { path, init } = requestFor(route, parts);
  const replaced = new Set(lines.map(([name]) => name.toLowerCase()));
  const others = Object.entries(init.headers as Record<string, string>).filter(([name]) => !replaced.has(name));
  return send(init.method!, path, [...others, ...lines], (init.body as string | undefined) ?? '');
}

/** Ways to repeat a header: same value, different value, different case, empty. */
const repeated = (name: string, value: string): Line[][] => {
  const again: Line[] = [
    [name, value],
    [name, `${value}2`],
    [name.toUpperCase(), value],
    [name, ''],
  ];
  return again.map((second) => [[name, value], second]);
};

const routes = allRoutes();
const keyFor = (route: AnyRoute) => (needsTestKey(route) ? customer.testKey : customer.apiKey);

/** The distinct responses to all ways of repeating a header. */
async function answersTo(route: AnyRoute, header: string): Promise<Set<string>> {
  const all = [];
  for (const lines of [...repeated(header, '1'), [[header, '1, 1']] as Line[]]) {
    const { status, body } = await ask(route, lines, { key: keyFor(route) });
    all.push(`${status} ${body.code} ${body.errors?.[0]?.pointer}`);
  }
  return new Set(all);
}

test.each(named(routes.filter(({ idempotent }) => idempotent)))(
  '%s rejects a repeated Idempotency-Key',
  async (_, route) => {
    const answers = await answersTo(route, 'Idempotency-Key');
    expect(answers).toEqual(new Set(['400 invalid_idempotency_key Idempotency-Key']));
  },
);

test.each(named(routes.filter(({ streams }) => streams)))('%s rejects a repeated Last-Event-ID', async (_, route) => {
  expect(await answersTo(route, 'Last-Event-ID')).toEqual(new Set(['400 invalid_request Last-Event-ID']));
});

const EVENT = JSON.stringify({ id: 'evt_1', type: 'x', livemode: true, created: 1, data: { object: {} } });
test.each([
  ['/webhooks/stripe', () => stripeHeaders(Buffer.from(EVENT), WEBHOOK_SECRETS.live)],
  ['/webhooks/resend', () => mailHeaders(Buffer.from(EVENT), TEST_MAIL_WEBHOOK_SECRET, 'msg_1')],
])('%s rejects a repeated signature header', async (path, sign) => {
  const headers = Object.entries(sign());
  expect((await send('POST', path, headers, EVENT)).status).toBe(200);
  for (const [name, value] of headers) {
    const others = headers.filter(([other]) => other !== name);
    for (const lines of repeated(name, value)) {
      expect((await send('POST', path, [...others, ...lines], EVENT)).status).toBe(400);
    }
  }
});

test.each(named(routes.filter(({ auth }) => auth.type === 'key')))('%s answers 401 to two keys', async (_, route) => {
  const key = keyFor(route);
  for (const lines of [...repeated('X-Api-Key', key), ...repeated('Authorization', `Bearer ${key}`)]) {
    expect((await ask(route, lines)).status).toBe(401);
  }
});
