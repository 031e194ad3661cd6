import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createClient, NoiError, type ClientOptions } from '../../clients/typescript/src/index';

/** One answer of the server; the last of a list is repeated. */
type Step = (response: ServerResponse, request: IncomingMessage) => void;
interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const KEY = 'noi_live_aSecretThatMustNotBeSeenAnywhere';
const BODY = { idea: 'A weekly newsletter on heat pumps' };

const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** An API that answers by a script, and a client of it that does not wait long. */
async function scripted(steps: Step[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      (steps.length > 1 ? steps.shift()! : steps[0]!)(response, request);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { noi: createClient({ apiKey: KEY, baseUrl, ...options }), seen, baseUrl };
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  json({ status, code, title: code, detail: `It is ${code}.`, retryable: status >= 429, ...more }, status, headers);
const lost: Step = (response) => void response.destroy();
const run = (more: object = {}) => ({ runId: 'run_1', status: 'running', completedAt: null, failure: null, ...more });
const done = run({ status: 'completed', completedAt: '2026-11-22T09:00:00.000Z' });

async function failureOf(promise: Promise<unknown>): Promise<NoiError> {
  const error: unknown = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(NoiError);
  return error as NoiError;
}

test('a request whose answer is lost, refused or late is sent again with the same key and body', async () => {
  const now = { 'retry-after': '0' };
  const { noi, seen } = await scripted([
    lost,
    problem(429, 'rate_limited', now),
    problem(503, 'overloaded', now),
    problem(409, 'idempotency_in_flight', now),
    json(run({ status: 'queued' }), 202),
  ]);
  const pending = noi.runs.createEvaluation(BODY);
  expect((await pending).runId).toBe('run_1');

  expect(seen).toHaveLength(5);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([pending.idempotencyKey]));
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(BODY)]));
  expect(seen[0]!.headers['x-api-key']).toBe(KEY);
});

test('a key of the caller is the one that is sent, and a failure gives it back', async () => {
  const { noi, seen } = await scripted([problem(402, 'entitlement_required')]);
  const error = await failureOf(
    noi.runs.createSearch({ operatorProfile: 'Somebody able', expertise: ['law'] }, { idempotencyKey: 'order-17' }),
  );
  expect(error).toMatchObject({ status: 402, code: 'entitlement_required', idempotencyKey: 'order-17' });
  expect(error.problem?.detail).toBe('It is entitlement_required.');
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-17']);
});

test('a storm of 503 ends: the last answer is thrown, with the key to ask again', async () => {
  const { noi, seen } = await scripted([problem(503, 'overloaded', { 'retry-after': '0' })], { maxRetries: 3 });
  const error = await failureOf(noi.runs.createEvaluation(BODY).wait());
  expect(error).toMatchObject({ status: 503, code: 'overloaded', retryAfterSeconds: 0 });
  expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(seen).toHaveLength(4);
});

test.each([
  ['longer than the caller wants to wait', problem(429, 'rate_limited', { 'retry-after': '3600' }), 'rate_limited'],
  [
    'said as a date far away',
    problem(503, 'overloaded', { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
    'overloaded',
  ],
  ['that nobody helps', problem(503, 'service_not_configured', {}, { retryable: false }), 'service_not_configured'],
  [
    'of the caller',
    problem(400, 'invalid_request', {}, { errors: [{ pointer: '/idea', detail: 'is short' }] }),
    'invalid_request',
  ],
])('a refusal %s is thrown at once', async (_name, step, code) => {
  const { noi, seen } = await scripted([step]);
  expect(await failureOf(noi.account())).toMatchObject({ code });
  expect(seen).toHaveLength(1);
});

test('a page of a proxy instead of a problem is a failure with its status, and never taken for an answer', async () => {
  const page: Step = (response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>no</h1>');
  const { noi } = await scripted([page, (response) => void response.end('<h1>yes</h1>')]);
  expect(await failureOf(noi.usage())).toMatchObject({ status: 403, code: 'unexpected_answer', problem: null });
  expect(await failureOf(noi.usage())).toMatchObject({ status: 200, code: 'unexpected_answer' });
});

test('waiting follows a run through changes, unchanged answers and a restart of the API, to its documents', async () => {
  const { noi, seen } = await scripted([
    json(run(), 200, { etag: '"1"' }),
    (response) => void response.writeHead(304).end(),
    lost,
    problem(503, 'service_unavailable', { 'retry-after': '0' }),
    json(done, 200, { etag: '"2"' }),
    json({ verdict: { score: 61 } }),
    (response) => void response.end('%PDF'),
  ]);
  const ended = await noi.runs.wait('run_1');
  expect(ended.status).toBe('completed');
  expect(await ended.findings()).toEqual({ verdict: { score: 61 } });
  expect(new TextDecoder().decode(await ended.dossier('pdf'))).toBe('%PDF');

  expect(seen.slice(0, 5).map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    ...Array<string>(4).fill('"1"'),
  ]);
  expect(seen[0]!.headers.prefer).toMatch(/^wait=\d+$/);
  expect(seen.at(-1)!.url).toBe('/v1/runs/run_1/dossier?format=pdf');
});

test('a run that ends without findings is a failure that says why and what became of the credit', async () => {
  const failure = { code: 'agent_refused', message: 'The agent declined.', retryable: false };
  const { noi } = await scripted([json(run({ status: 'failed', failure, entitlementRestored: true }))]);
  const error = await failureOf(noi.runs.wait('run_1'));
  expect(error).toMatchObject({ code: 'agent_refused', runId: 'run_1', run: { status: 'failed' } });
  expect(error.message).toBe('The run ended as failed: The agent declined. (agent_refused). The credit was restored.');
});

test('a status of a later version is waited through, and is final once the run has an end', async () => {
  const { noi } = await scripted([
    json(run({ status: 'paused' }), 200, { etag: '"1"' }),
    json(run({ status: 'superseded', completedAt: '2026-11-22T09:00:00.000Z' })),
  ]);
  expect(await failureOf(noi.runs.wait('run_1'))).toMatchObject({ code: 'run_superseded' });
});

test('a wait beyond its deadline ends, names the run, and asks seldom where the API does not hold its answer', async () => {
  const { noi, seen } = await scripted([
    json(run(), 200, { etag: '"1"' }),
    (response) => void response.writeHead(304).end(),
  ]);
  expect(await failureOf(noi.runs.wait('run_1', { timeoutMs: 1_500 }))).toMatchObject({
    code: 'wait_timed_out',
    runId: 'run_1',
  });
  expect(seen.length).toBeLessThanOrEqual(4);
});

test.each([
  ['while a request is under way', () => undefined],
  ['in the pause before a repetition', problem(503, 'overloaded', { 'retry-after': '30' })],
])('an abort %s rejects with its own reason', async (_name, step: Step) => {
  const abort = new AbortController();
  const { noi } = await scripted([
    (response, request) => {
      step(response, request);
      setImmediate(() => abort.abort(new Error('the user left')));
    },
  ]);
  await expect(noi.account({ signal: abort.signal })).rejects.toThrow('the user left');
});

test('a silent server is given up after the timeout, and one that keeps sending is not', async () => {
  const slowly: Step = (response) => {
    let left = 9;
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => (left-- > 0 ? response.write('x') : (clearInterval(timer), response.end())), 300);
  };
  const patient = await scripted([slowly], { timeoutMs: 2_000 });
  expect(await patient.noi.opportunities.dossier('opp_1', 'html')).toBe('x'.repeat(9));
  const silent = await scripted([() => undefined], { timeoutMs: 100, maxRetries: 1 });
  expect(await failureOf(silent.noi.account())).toMatchObject({ status: 0, code: 'timed_out' });
  expect(silent.seen).toHaveLength(2);
});

test('an answer larger than the caller allows is not read to its end', async () => {
  const endless: Step = (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };
  const { noi, seen } = await scripted([endless], { maxBytes: 1_000_000 });
  expect(await failureOf(noi.opportunities.dossier('opp_1', 'pdf'))).toMatchObject({ code: 'answer_too_large' });
  expect(seen).toHaveLength(1);
});

test('a redirect is not followed: the key reaches no other address', async () => {
  const elsewhere = await scripted([json({})]);
  const { noi } = await scripted([
    (response) => void response.writeHead(307, { location: `${elsewhere.baseUrl}/v1/account` }).end(),
  ]);
  expect(await failureOf(noi.account())).toMatchObject({ status: 307, code: 'unexpected_redirect' });
  expect(elsewhere.seen).toEqual([]);
});

test('no failure and no inspected object shows the key', async () => {
  const { noi } = await scripted([lost, problem(401, 'invalid_api_key')], { maxRetries: 0 });
  const shown: unknown[] = [noi, await failureOf(noi.account()), await failureOf(noi.account())];
  const refused = [`${KEY}\n`, `${KEY} `, '', undefined as unknown as string].map((apiKey) => {
    try {
      return createClient({ apiKey });
    } catch (error) {
      return error;
    }
  });
  for (const error of refused) expect(error).toBeInstanceOf(TypeError);
  shown.push(...refused);
  for (const one of shown) {
    const text = inspect(one, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(one);
    expect(text).not.toContain('aSecretThatMustNotBeSeen');
  }
});

test.each([
  'http://api.example.com',
  'http://127.0.0.1.example.com',
  'https://name:word@example.com',
  'ftp://localhost',
])('the key is not sent to %s', (baseUrl) =>
  expect(() => createClient({ apiKey: KEY, baseUrl })).toThrow(/must be https/),
);

test.each(['', ' padded', 'two\nlines', 'x'.repeat(256), 'umlaut-ä'])(
  'the idempotency key %j is refused before it is sent',
  async (idempotencyKey) => {
    const { noi, seen } = await scripted([json({})]);
    expect(await failureOf(noi.runs.createEvaluation(BODY, { idempotencyKey }))).toMatchObject({
      code: 'invalid_idempotency_key',
    });
    expect(seen).toEqual([]);
  },
);

test('lists are read page by page, and the catalogue by its Link header', async () => {
  const link = '<https://api.example.com/v1/opportunities?limit=1&cursor=opp_1>; rel="next"';
  const { noi, seen } = await scripted([
    json({ data: [run({ runId: 'run_2' })], nextCursor: 'run_2' }),
    json({ data: [run()], nextCursor: null }),
    json([{ opportunityId: 'opp_1' }], 200, { link }),
    json([{ opportunityId: 'opp_0' }]),
  ]);
  const ids: string[] = [];
  for await (const { runId } of noi.runs.each({ limit: 1, status: 'running' })) ids.push(runId);
  expect(ids).toEqual(['run_2', 'run_1']);
  expect(seen[1]!.url).toBe('/v1/runs?limit=1&status=running&cursor=run_2');
  const first = await noi.opportunities.list({ limit: 1 });
  expect(first).toEqual({ data: [{ opportunityId: 'opp_1' }], nextCursor: 'opp_1' });
  expect((await noi.opportunities.list({ cursor: first.nextCursor! })).nextCursor).toBeNull();
});

test('runs, orders, withdrawals, opportunities and deliveries are read to their last page', async () => {
  const pages: Step[] = [json({ data: [{ id: 3 }, { id: 2 }], nextCursor: 'c' }), json({ data: [], nextCursor: null })];
  const { noi, seen } = await scripted([...pages, ...pages, ...pages, ...pages]);
  const { each } = noi.webhooks.deliveries('whk_1');
  for (const all of [noi.runs.each({ limit: 2 }), noi.orders.each(), noi.withdrawals.each({ limit: 2 }), each()]) {
    const items: unknown[] = [];
    for await (const item of all) items.push(item);
    expect(items).toEqual([{ id: 3 }, { id: 2 }]);
  }
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/runs?limit=2',
    '/v1/runs?limit=2&cursor=c',
    '/v1/orders',
    '/v1/orders?cursor=c',
    '/v1/withdrawals?limit=2',
    '/v1/withdrawals?limit=2&cursor=c',
    '/v1/webhooks/whk_1/deliveries',
    '/v1/webhooks/whk_1/deliveries?cursor=c',
  ]);
});

test('a loop that ends early reads no further page', async () => {
  const { noi, seen } = await scripted([json({ data: [run(), run()], nextCursor: 'c' })]);
  for await (const { runId } of noi.runs.each()) {
    expect(runId).toBe('run_1');
    break;
  }
  expect(seen).toHaveLength(1);
});

test('a deletion whose answer was lost has succeeded when nothing is left; one of something unknown fails', async () => {
  const gone = problem(404, 'webhook_not_found');
  const { noi, seen } = await scripted([lost, gone, problem(429, 'rate_limited', { 'retry-after': '0' }), gone]);
  expect(await noi.webhooks.delete('whk_1')).toBeUndefined();
  expect(await failureOf(noi.webhooks.delete('whk_2'))).toMatchObject({ status: 404, code: 'webhook_not_found' });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...Array<string>(2).fill('DELETE /v1/webhooks/whk_1'),
    ...Array<string>(2).fill('DELETE /v1/webhooks/whk_2'),
  ]);
});

test('a secret that is made again is the same: a rotation keeps its key through repetitions', async () => {
  const { noi, seen } = await scripted([lost, json({ webhookId: 'whk_1', signingSecret: 'whsec_1' })]);
  expect((await noi.webhooks.rotate('whk_1')).signingSecret).toBe('whsec_1');
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});
