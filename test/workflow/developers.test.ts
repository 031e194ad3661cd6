/** Samples that developers copy from our pages work when pasted. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SCOPE_PRESETS } from '../../base/access';
import { PACKAGE_ROOT } from '../../base/package-root';
import { signedHeaders } from '../../base/webhook-settings';
import { freePort } from '../../local/ports';
import { createKey } from '../../modules/accounts/store/keys';
import { requestTestDelivery } from '../../modules/webhooks/store/replay';
import { textOfHtml } from '../support/answers';
import { call, createWebhook } from '../support/api';
import { eventually } from '../support/eventually';
import { useShop } from '../support/use';

const run = promisify(execFile);
// Use a folder inside the checkout, so that packages named on the page resolve.
mkdirSync(join(PACKAGE_ROOT, 'dist'), { recursive: true });
const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'pasted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shop = useShop();
const PATH = process.env.PATH;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const beginOf = (file: string) => readFileSync(join(folder, file)).subarray(0, 5).toString();

/** Retries after 503, which a busy machine returns until the first dossier is printed. */
const untilPrinted = <T>(work: () => Promise<T>): Promise<T> =>
  eventually('the dossier is printed', () =>
    work().catch((error: Error) => {
      if (!error.message.includes('503')) throw error;
      return null;
    }),
  );

test('runs the session of the README when pasted as one block', async () => {
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

test('runs the curl samples as pasted, in the sandbox, with a default key', async () => {
  const scopes = SCOPE_PRESETS.runs;
  const { secret } = await createKey(shop.db, { ...shop.customer, name: 'test', mode: 'test', scopes });
  const page = (await call(shop.api, 'GET', '/developers')).text;
  const blocks = [...page.matchAll(/<code[^>]* id="sample-\d+"[^>]*>(.*?)<\/code>/gs)].map(([, block]) =>
    textOfHtml(block!),
  );
  expect(blocks.length).toBeGreaterThan(5);
  const env = { PATH, NOI_API_URL: shop.api.url, NOI_API_KEY: secret };
  const { stdout } = await untilPrinted(() => run('sh', ['-e', '-c', blocks.join('\n')], { cwd: folder, env }));
  expect(stdout).toMatch(/"mode":"test".*"recommendation":"(pursue|refine|avoid)"/s);
  for (const answer of stdout.trim().split('\n')) expect(JSON.parse(answer)).toEqual(expect.any(Object));
  expect([beginOf('dossier.pdf'), beginOf('run.zip').slice(0, 2)]).toEqual(['%PDF-', 'PK']);
});

test('accepts our deliveries and refuses forged ones in the documented webhook receiver', async () => {
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
    const limits = { firstRetryMs: 1, maxRetryMs: 1 };
    const { deliveryId, pending } = await requestTestDelivery(shop.db, webhookId, { limits });
    await shop.start(pending!.message);
    await eventually('the receiver prints the id', () => printed.includes(deliveryId));
    const old = signedHeaders([signingSecret], 'whd_old', new Date(Date.now() - 600_000), '{}');
    const another = signedHeaders([signingSecret], 'whd_other', new Date(), '{ }');
    for (const headers of [{}, old, another]) expect((await post(headers)).status).toBe(400);
  } finally {
    child.kill('SIGKILL');
  }
});
