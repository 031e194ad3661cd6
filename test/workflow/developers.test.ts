/** What developers copy from our pages works as it is pasted. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DeveloperPortal } from '../../contracts/developer';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import { PACKAGE_FILES } from '../../platform/client-packages';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { signedHeaders } from '../../platform/webhook-signature';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { canDrive, FROM_SOURCES } from '../../tools/clients/behaviours/python-driver';
import { call, createWebhook } from '../support/api';
import { eventually } from '../support/eventually';
import { textOfHtml } from '../support/answers';
import { useShop } from '../support/use';

const run = promisify(execFile);
const COMPILER = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
// Inside the checkout, so that the packages named by the page resolve.
mkdirSync(join(PACKAGE_ROOT, 'dist'), { recursive: true });
const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'pasted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shop = useShop();
const PATH = process.env.PATH;
const environment = () => ({ PATH, NOI_API_URL: shop.api.url, NOI_API_KEY: shop.customer.apiKey });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const beginOf = (file: string) => readFileSync(join(folder, file)).subarray(0, 5).toString();
const VERDICT = /^(pursue|refine|avoid) \d+\n$/;

/** Repeats what fails with 503, by which a busy machine answers the first print of a dossier. */
const untilPrinted = <T>(work: () => Promise<T>): Promise<T> =>
  eventually('the dossier is printed', () =>
    work().catch((error: Error) => {
      if (!error.message.includes('503')) throw error;
      return null;
    }),
  );

test('the session of README works when it is pasted as a block', async () => {
  await shop.offer();
  mkdirSync(join(folder, '.local'));
  write(join('.local', 'ready.json'), JSON.stringify({ api: shop.api.url, keys: { live: shop.customer.apiKey } }));
  const section = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8')
    .split('\n## A session\n')[1]!
    .split('\n## ')[0]!;
  const [session, purchase] = Array.from(section.matchAll(/```sh\n(.*?)```/gs), ([, block]) => block!);
  const pasted = `set -e\n${session}\n${purchase}`;
  const { stdout } = await untilPrinted(() => run('bash', ['-c', pasted], { cwd: folder, env: { PATH } }));
  expect(stdout).toMatch(/"recommendation": "(pursue|refine|avoid)"/);
  expect(stdout).toMatch(/"status": "pending_payment",\s+"checkoutUrl": "http/);
  expect(beginOf('dossier.pdf')).toBe('%PDF-');
});

test('the code samples of the portal run in their order, and a failure leaves no file', async () => {
  const { codeSamples } = (await call<DeveloperPortal>(shop.api, 'GET', '/v1/developer')).body;
  const paste = (sample: string, RUN_ID: string) =>
    run('sh', ['-c', sample], { cwd: folder, env: { ...environment(), RUN_ID }, maxBuffer: 10_000_000 });
  for (const file of ['dossier.pdf', 'run.zip']) rmSync(join(folder, file), { force: true });
  // On a busy machine the first print of a dossier is answered by 503. Pasted again, the samples change nothing.
  await eventually('the dossier is saved', async () => {
    await paste(codeSamples.join('\n'), '');
    return existsSync(join(folder, 'dossier.pdf'));
  });
  expect([beginOf('dossier.pdf'), beginOf('run.zip').slice(0, 2)]).toEqual(['%PDF-', 'PK']);
  rmSync(join(folder, 'dossier.pdf'));
  const save = codeSamples.find((sample) => sample.includes('-o dossier.pdf'))!;
  await expect(paste(save, 'run_unknown')).rejects.toThrow('404');
  expect(existsSync(join(folder, 'dossier.pdf'))).toBe(false);
});

test('the quick starts compile against the client that is served, and run once however often', async () => {
  const served = await fetch(`${shop.api.url}/developers/clients/${PACKAGE_FILES.npm}`);
  writeFileSync(join(folder, 'noi-client.tgz'), Buffer.from(await served.arrayBuffer()));
  const installed = join(folder, 'node_modules', 'noi-client');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, 'noi-client.tgz'), '-C', installed, '--strip-components=1']);
  const ofPage = readFileSync(join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.ts'), 'utf8');
  const readme = readFileSync(join(PACKAGE_ROOT, 'clients', 'typescript', 'README.md'), 'utf8');
  const ofClient = /```ts\n(.*?)```/s.exec(readme)![1]!;
  const common = "import { createClient } from 'noi-client';\nconsole.log(typeof createClient);\n";
  const programs = { 'page.mts': ofPage, 'client.mts': ofClient, 'common.cts': common };
  for (const [name, text] of Object.entries(programs)) write(name, text);
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: ['node'], skipLibCheck: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.mts', '*.cts'] }));
  await run(process.execPath, [COMPILER, '-p', folder]);

  const pasted = async (program: string) =>
    (await run(process.execPath, [program], { cwd: folder, env: environment() })).stdout;
  const runs = () => shop.db.prisma.run.count({ where: { accountId: shop.customer.accountId } });
  const before = await runs();
  for (const program of ['page.mjs', 'client.mjs', 'client.mjs']) expect(await pasted(program)).toMatch(VERDICT);
  expect(await runs()).toBe(before + 2);
  expect(await pasted('common.cjs')).toBe('function\n');
});

// Where httpx is; `npm run proof -- clients` plays it by the client as it is installed.
if (canDrive('python3')) {
  test('the quick start in Python runs as it is shown', async () => {
    const program = join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.py');
    const { stdout } = await run('python3', [program], { env: { ...environment(), ...FROM_SOURCES } });
    expect(stdout).toMatch(VERDICT);
  });
}

test('the webhook receiver of the page takes our deliveries and refuses forged ones', async () => {
  const page = (await call(shop.api, 'GET', '/developers/webhooks')).text;
  write('receive.mjs', textOfHtml(/<h3>Node.js<\/h3>.*?<pre[^>]*><code[^>]*>(.*?)<\/code><\/pre>/s.exec(page)![1]!));
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const wanted = { url, eventTypes: ['webhook.test'] };
  const { webhookId, signingSecret } = (await createWebhook(shop.api, shop.customer, 'receiver', wanted)).body;
  const env = { ...process.env, PORT: String(port), NOI_WEBHOOK_SECRET: signingSecret };
  const child = spawn(process.execPath, ['receive.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', body: '{}', headers });
    await eventually('the receiver listens', () => post({}).catch(() => null));
    const patience = { firstRetryMs: 1, maxRetryMs: 1 };
    const { deliveryId, pending } = await requestTestDelivery(shop.db, webhookId, { patience });
    await shop.start(pending!.message);
    await eventually('the receiver prints the id', () => printed.includes(deliveryId));
    const old = signedHeaders([signingSecret], 'whd_old', new Date(Date.now() - 600_000), '{}');
    const another = signedHeaders([signingSecret], 'whd_other', new Date(), '{ }');
    for (const headers of [{}, old, another]) expect((await post(headers)).status).toBe(400);
  } finally {
    child.kill('SIGKILL');
  }
});

test('the MCP server checks an idea once, waits for it and gives its findings', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { ...environment(), PATH: PATH! };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [built('clients/mcp/main')], env }));
  const use = async (name: string, args: object = {}) => {
    const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
    const said = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { said, content: result.structuredContent as Record<string, never> };
  };
  const request = { idea: 'A weekly letter on rooftop solar for schools', idempotencyKey: 'mcp-1' };
  const started = await use('check_idea', request);
  expect(started.said).toContain('One credit was spent.');
  expect((await use('check_idea', request)).said).toContain('nothing more was spent');
  const { runId } = started.content;
  await eventually('the end of the run', async () => {
    const waited = await use('wait_for_run', { runId, seconds: 20 });
    return waited.content.status === 'completed';
  });
  expect((await use('get_findings', { runId })).content).toMatchObject({ verdict: { score: expect.any(Number) } });
  const { contents } = await client.readResource({ uri: `noi://runs/${runId}/dossier` });
  expect(contents).toMatchObject([{ mimeType: 'text/html' }]);
  await client.close();
});
