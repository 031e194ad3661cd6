import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createClient, verifyWebhook } from '../../clients/typescript/src/index';
import { sampleFindings } from '../../contracts/sample-findings';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { CLIENT_PACKAGES, PACKAGE_FILES } from '../../platform/client-packages';
import { endRun } from '../../store/runs/end-run';
import { createCustomer, createEvaluation, createWebhook, startApi, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { complete } from '../support/run-states';
import { use, useApi } from '../support/use';

const { db, api: off } = useApi();
const on = use(() => startApi(db, { settings: ALL_EVENTS }));
const recording = () => ({ ...db, productEvents: true });

// The command as it is installed: from the package that is served.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noi-client-'));
  execFileSync('tar', ['-xzf', join(CLIENT_PACKAGES, PACKAGE_FILES.npm), '-C', folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (apiKey: string, url: string) => ({
  PATH: process.env.PATH,
  NOI_API_KEY: apiKey,
  NOI_API_URL: url,
});

function start(words: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(folder, 'package', 'cli', 'main.js'), ...words], { env });
  const [printed, said]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on('line', (line) => printed.push(line));
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  return { child, printed, said, ended };
}

async function run(words: readonly string[], env: NodeJS.ProcessEnv) {
  const { printed, said, ended } = start(words, env);
  return { code: await ended, printed: printed.join('\n'), said: said.join('\n') };
}

const startedRun = async (customer: Customer, key: string) => (await createEvaluation(on, customer, key)).body.runId;
const expire = (runId: string) => endRun(recording(), runId, 'expired', 'queue_expired', null);

/** A server of the developer's own, and the deliveries that it got. */
async function receiver() {
  const got: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    got.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, got, server };
}

test('listen prints the events of the account as they happen and forwards each once, signed', async () => {
  const [customer, other] = await Promise.all([createCustomer(db, { credits: 2 }), createCustomer(db, { credits: 1 })]);
  await expire(await startedRun(customer, 'before'));
  const { url, got, server } = await receiver();
  const listening = start(['listen', '--forward-to', url], environment(customer.apiKey, on.url));
  try {
    await eventually('the secret', async () => listening.said.length > 0);
    const secret = /signed with (whsec_\S+)$/.exec(listening.said[0]!)![1]!;
    await expire(await startedRun(other, 'foreign'));
    const runId = await startedRun(customer, 'heard');
    await expire(runId);
    await eventually('the event', async () => listening.printed.length > 0);

    expect(listening.printed).toEqual([
      expect.stringMatching(new RegExp(`^\\S+Z {2}run\\.expired {2}${runId} {2}expired {2}#1 {2}evt_\\w+ {2}→ 204$`)),
    ]);
    expect(got).toHaveLength(1);
    expect(await verifyWebhook(got[0]!.body, got[0]!.headers, secret)).toMatchObject({ data: { subject: runId } });
    listening.child.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    expect([...listening.printed, ...listening.said].join('\n')).not.toContain(customer.apiKey);
  } finally {
    listening.child.kill('SIGKILL');
    server.close();
  }
});

test('listen begins earlier on request, chooses types, and says which event nobody took', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  const since = new Date().toISOString();
  await expire(await startedRun(customer, 'first'));
  const completed = await startedRun(customer, 'second');
  await complete(recording(), completed, sampleFindings);
  const { url, server } = await receiver();
  server.close();
  const words = ['listen', '--since', since, '--types', 'run.completed', '--forward-to', url];
  const listening = start(words, environment(customer.apiKey, on.url));
  try {
    await eventually('the event', async () => listening.printed.length > 0);
    expect(listening.printed).toEqual([
      expect.stringMatching(new RegExp(`${completed} .*→ not reached \\(ECONNREFUSED\\)$`)),
    ]);
  } finally {
    listening.child.kill('SIGKILL');
  }
});

test('where events are not commissioned listen says so', async () => {
  const { apiKey } = await createCustomer(db);
  const { code, printed, said } = await run(['listen'], environment(apiKey, off.url));
  expect([code, printed]).toEqual([1, '']);
  expect(said).toContain('PRODUCT_EVENTS=on npm start');
});

test('events replay delivers a span of time again, and says what is not there', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const env = environment(customer.apiKey, on.url);
  const body = { url: 'https://hooks.example.com/noi', eventTypes: ['run.expired'] };
  const { webhookId } = (await createWebhook(on, customer, 'replayed', body)).body as { webhookId: string };
  const since = new Date(Date.now() - 1_000).toISOString();
  await expire(await startedRun(customer, 'again'));
  const until = new Date(Date.now() + 1_000).toISOString();

  const replayed = await run(['events', 'replay', webhookId, '--since', since, '--until', until], env);
  expect(replayed).toMatchObject({ code: 0, printed: expect.stringMatching(/^whd_\w+$/) as string });
  const one = await run(['events', 'replay', webhookId, '--delivery', replayed.printed], env);
  expect(one).toMatchObject({ code: 0, printed: expect.stringMatching(/^whd_\w+$/) as string });
  const foreign = environment((await createCustomer(db)).apiKey, on.url);
  expect(await run(['events', 'replay', webhookId, '--since', since], foreign)).toMatchObject({
    code: 1,
    said: expect.stringContaining('GET /v1/webhooks lists them') as string,
  });
});

test('runs wait prints the state in which a run ended, and its exit code says whether there are findings', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  const env = environment(customer.apiKey, on.url);
  const [sound, stale] = [await startedRun(customer, 'sound'), await startedRun(customer, 'stale')];
  const early = await run(['runs', 'wait', sound, '--timeout', '0.5'], env);
  expect(early).toMatchObject({ code: 1, said: expect.stringContaining('Give the same command again') as string });
  await complete(recording(), sound, sampleFindings);
  await expire(stale);
  const [completed, expired] = [await run(['runs', 'wait', sound], env), await run(['runs', 'wait', stale], env)];
  expect([completed.code, JSON.parse(completed.printed)]).toEqual([0, expect.objectContaining({ runId: sound })]);
  expect([expired.code, JSON.parse(expired.printed)]).toEqual([1, expect.objectContaining({ status: 'expired' })]);
});

test('words that no command can use are refused with the way out, and no key or secret is repeated', async () => {
  const { apiKey } = await createCustomer(db);
  const env = environment(apiKey, on.url);
  const help = await run(['--help'], {});
  expect(help).toMatchObject({ code: 0, printed: expect.stringContaining('noi-client listen') as string });
  for (const [words, reason] of [
    [['constructor'], 'There is no command "constructor"'],
    [['events', 'show'], 'There is no command "events show"'],
    [['listen', 'here'], '"here" is not needed'],
    [['listen', '--forward-to', 'localhost:4000'], 'http://localhost:4000/hooks'],
    [['listen', '--secret', 'whsec_short'], '--secret must be whsec_'],
    [['listen', '--since', 'yesterday'], '2026-11-25T09:30:00Z'],
    [['events', 'replay'], 'Give one WEBHOOK_ID'],
    [['events', 'replay', 'whk_1'], 'either --delivery or --since'],
    [['runs', 'wait', 'run_1', '--timeout', 'long'], 'number of seconds'],
    [['runs', 'wait', '--often'], '--often'],
  ] as const) {
    const { code, said } = await run(words, env);
    expect([code, said]).toEqual([2, expect.stringContaining(reason)]);
    expect(said).toContain('noi-client --help');
    expect(said).not.toContain('whsec_short');
  }
  expect((await run(['listen'], { PATH: process.env.PATH })).said).toContain('NOI_API_KEY is not set');
  const { NOI_API_URL: _url, ...unaddressed } = env;
  for (const address of [{}, { NOI_API_URL: '' }, { NOI_API_URL: ' \t' }]) {
    const { code, said } = await run(['listen'], { ...unaddressed, ...address });
    expect([code, said]).toEqual([2, expect.stringContaining('NOI_API_URL is not set')]);
  }
  const wrong = await run(['listen'], environment(`${apiKey.slice(0, -4)}AAAA`, on.url));
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('Set NOI_API_KEY')]);
  const nowhere = await run(['runs', 'wait', 'run_1'], environment(apiKey, 'ftp://example.com'));
  expect([nowhere.code, nowhere.said]).toEqual([1, expect.stringContaining('baseUrl must be https')]);
});

test('the list of events is that of the account and mode, page by page', async () => {
  const [customer, other] = await Promise.all([createCustomer(db, { credits: 3 }), createCustomer(db)]);
  const runs: string[] = [];
  for (const key of ['a', 'b', 'c']) {
    const runId = await startedRun(customer, key);
    await expire(runId);
    runs.push(runId);
  }
  const noi = createClient({ apiKey: customer.apiKey, baseUrl: on.url });
  const first = await noi.events.list({ limit: 2 });
  expect(first.data.map(({ data }) => data.subject)).toEqual([runs[2], runs[1]]);
  const rest = await noi.events.list({ limit: 2, cursor: first.nextCursor! });
  expect([rest.data.map(({ data }) => data.subject), rest.nextCursor]).toEqual([[runs[0]], null]);
  const none = createClient({ apiKey: other.apiKey, baseUrl: on.url });
  expect((await none.events.list()).data).toEqual([]);
});
