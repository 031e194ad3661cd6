import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, verifyWebhook } from '../../clients/typescript/src/index';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { CLIENT_PACKAGES, PACKAGE_FILES } from '../../platform/client-packages';
import { endRun } from '../../store/runs/end-run';
import { createCustomer, createEvaluation, startApi, type Customer } from '../support/api';
import { eventually } from '../support/eventually';
import { startReceiver } from '../support/webhooks';
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

test('listen prints the events of the account and forwards each once, signed', async () => {
  const [customer, other] = await Promise.all([createCustomer(db, { credits: 2 }), createCustomer(db, { credits: 1 })]);
  await expire(await startedRun(customer, 'before'));
  const { url, received: got, close } = await startReceiver();
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
    expect(await verifyWebhook(got[0]!.body, got[0]!.headers as Record<string, string>, secret)).toMatchObject({
      data: { subject: runId },
    });
    listening.child.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    expect([...listening.printed, ...listening.said].join('\n')).not.toContain(customer.apiKey);
  } finally {
    listening.child.kill('SIGKILL');
    await close();
  }
});

test('listen says where events are off, and commands name settings that are missing', async () => {
  const { apiKey } = await createCustomer(db);
  const { code, printed, said } = await run(['listen'], environment(apiKey, off.url));
  expect([code, printed]).toEqual([1, '']);
  expect(said).toContain('PRODUCT_EVENTS=on npm start');
  const { NOI_API_URL: _url, ...unaddressed } = environment(apiKey, on.url);
  for (const [words, env, reason] of [
    [['listen'], { PATH: process.env.PATH }, 'NOI_API_KEY is not set'],
    [['listen'], unaddressed, 'NOI_API_URL is not set'],
    [['events', 'show'], environment(apiKey, on.url), 'noi-client --help'],
  ] as const) {
    const answer = await run(words, env);
    expect([answer.code, answer.said]).toEqual([2, expect.stringContaining(reason)]);
  }
});

test('events are listed for their account and mode, page by page', async () => {
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
