/** API and worker as `admin init` and docker-compose.yml set them up: https, TLS to PostgreSQL, secrets in files. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Finding } from '../../admin/doctor/check';
import { composeVariables, productSettings } from '../../local/cluster/product';
import { freeApi, listeningAt, startProxy } from '../../local/cluster/proxy';
import { withSecretFiles } from '../../local/files';
import { sitesOf } from '../../local/parts';
import { freePort } from '../../local/ports';
import { APP_ROLE } from '../../local/postgres/roles';
import { built } from '../../local/process/launch';
import type { Findings } from '../../modules/findings/contract/findings';
import type { CheckoutSessionCreated, Order } from '../../modules/orders/contract';
import type { RunStatus } from '../../modules/run-kinds/contract';
import { openDatabase } from '../../prisma/client';
import { startInternet, type Sites } from '../../stand-ins/internet/internet';
import { trust } from '../../stand-ins/internet/trust';
import { PAYMENTS_STAND_IN_SECRETS } from '../../stand-ins/payments/answer';
import { startAgents } from '../support/agents';
import { call, createCustomer, createEvaluation } from '../support/api';
import { eventually, failing, retryUntilAnswered } from '../support/eventually';
import { startPostbox } from '../support/mails';
import { startTlsPostgres } from '../support/postgres';
import { program } from '../support/processes';
import { CONSENTED, startProvider } from '../support/shop';
import { use } from '../support/use';

const HOST = 'noi.example.com';
const ENDS_WITHIN_MS = 120_000;

const production = use(startProduction);

/** Environment that `admin init` writes if given the stand-ins' keys. */
async function answered(folder: string): Promise<NodeJS.ProcessEnv> {
  const [answers, out] = [join(folder, 'answers'), join(folder, '.env')];
  const names = ['OPERATOR_EMAIL', 'ANTHROPIC_API_KEY', 'RESEND_API_KEY', 'RESEND_WEBHOOK_SECRET'];
  const stripe = ['STRIPE_SECRET_KEY_LIVE', 'STRIPE_WEBHOOK_SECRETS_LIVE'];
  const keys = composeVariables({}, `https://${HOST}`);
  const lines = [...names, ...stripe].map((name) => `${name}=${keys[name]}\n`);
  writeFileSync(answers, [`DOMAIN=${HOST}\nSELLER_NAME='Shop & Co.'\n`, ...lines].join(''));
  const init = [built('admin/main'), 'init', '--answers', answers, '--out', out];
  await promisify(execFile)(process.execPath, init, { env: { PATH: process.env.PATH } });
  return parseEnv(readFileSync(out, 'utf8'));
}

async function startProduction() {
  const folder = mkdtempSync(join(tmpdir(), 'noi-production-'));
  const [own, edgePort] = [await freeApi(), await freePort()];
  const apiPort = Number(new URL(own.url).port);
  let sites: Sites | null = null;
  const internet = await startInternet(folder, () => sites!);
  trust(internet.authority.pem);
  const postgres = await startTlsPostgres(internet.authority.issue(), internet.authorityFile);
  const edge = await startProxy(edgePort, internet.authority.issue(), [own]);
  const webhook = { url: `${edge.url}/webhooks/stripe`, secrets: PAYMENTS_STAND_IN_SECRETS };
  const [agents, mail] = [await startAgents(), await startPostbox()];
  const { provider: payments, close: closePayments } = await startProvider(apiPort, { webhook });
  const { vendors, samples } = sitesOf({ agents: agents.url, payments: payments.url, mail: mail.url });
  sites = { vendors: { ...vendors, [HOST]: apiPort }, samples };

  const values = { variables: composeVariables({}, `https://${HOST}`), addresses: { '/watched/postgres': folder } };
  const [queue, parts] = [`production-${randomUUID()}`, ['api', 'worker'] as const];
  Object.assign(values.variables, await answered(folder));
  const [api, worker] = parts.map((part) => ({
    ...withSecretFiles(
      { ...productSettings(part, {}, values, internet.settings), DATABASE_URL: postgres.application },
      join(folder, part),
    ),
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE: queue,
    METRICS_PORT: undefined,
  }));
  const run = (script: string, args: string[], env: NodeJS.ProcessEnv | undefined) =>
    promisify(execFile)(process.execPath, [built(script), ...args], { env: { ...env, LOCAL_DIR: folder } });
  const owner = withSecretFiles({ MIGRATION_DATABASE_URL: postgres.owner }, join(folder, 'migrate'));
  await run('prisma/migrate', [], { ...owner, DATABASE_APP_ROLE: APP_ROLE });
  await run('admin/main', ['agents', 'provision'], worker);
  const processes = [program('server/main', { ...api, ...listeningAt(own) }), program('worker/main', { ...worker })];
  await Promise.all(processes.map((each) => each.start()));
  const db = openDatabase(postgres.application, 2);
  return {
    url: edge.url,
    customer: await createCustomer(db, { credits: 1 }),
    payments,
    mail,
    /** Findings of the doctor, which exits with 1 if a check fails. */
    async doctor(role: 'api' | 'worker', more: NodeJS.ProcessEnv = {}) {
      const env = { ...(role === 'api' ? api : worker), ...more };
      const asked = run('admin/main', ['doctor', '--for', role, '--json'], env);
      const { stdout } = await asked.catch((failed: { stdout: string }) => failed);
      return JSON.parse(stdout) as Finding[];
    },
    async close() {
      await db.close();
      await Promise.all(processes.map((each) => each.stop()));
      await Promise.all([edge.close(), agents.close(), closePayments(), mail.close(), postgres.close()]);
      await internet.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const read = async <T>(path: string) =>
  (await call<T>(production, 'GET', path, { key: production.customer.apiKey, headers: { prefer: 'wait=20' } })).body;

test('researches an idea and verifies its sources', async () => {
  const create = () => createEvaluation(production, production.customer, 'production-run');
  const created = await retryUntilAnswered('POST /v1/evaluations', create, failing);
  expect(created).toMatchObject({ status: 202 });
  const path = `/v1/runs/${created!.body.runId}`;
  const ended = await eventually(
    'the run ends',
    async () => {
      const { status } = await read<RunStatus>(path);
      return !['queued', 'running'].includes(status) && status;
    },
    ENDS_WITHIN_MS,
  );
  expect(ended).toBe('completed');
  const { evidence } = await read<Findings>(`${path}/findings`);
  expect(evidence.map(({ verification }) => verification?.status)).toEqual(evidence.map(() => 'verified'));
  const { apiKey: key } = production.customer;
  const dossier = await call(production, 'GET', `${path}/dossier`, { key });
  expect(dossier).toMatchObject({ status: 200, text: expect.stringContaining('<html') });
});

test('sells a credit through hosted checkout', async () => {
  const create = () =>
    call<CheckoutSessionCreated & { code: string }>(production, 'POST', '/v1/checkout-sessions', {
      key: production.customer.apiKey,
      headers: { 'idempotency-key': 'production-purchase' },
      body: { ...CONSENTED, product: 'idea_check' },
    });
  const { orderId, checkoutSessionId } = (await retryUntilAnswered('POST of a checkout', create, failing))!.body;
  await production.payments.pay(checkoutSessionId!);
  // The event must arrive at the webhook, because a sweep would find the payment only five minutes later.
  const order = await eventually(
    'the order is fulfilled',
    async () => {
      const found = await read<Order>(`/v1/orders/${orderId}`);
      return found.status === 'fulfilled' && found;
    },
    ENDS_WITHIN_MS,
  );
  expect(order).toMatchObject({ product: 'idea_check' });
  const [receipt] = await eventually('a receipt is mailed', () => {
    const { mails } = production.mail;
    return mails.size > 0 && [...mails.values()];
  });
  expect(receipt).toMatchObject({ subject: expect.any(String) });
});

test('limits callers by the address that the proxy saw', async () => {
  const left: number[] = [];
  for (const claimed of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const { headers } = await call(production, 'GET', '/v1/opportunities', { headers: { 'x-forwarded-for': claimed } });
    left.push(Number(/"ip";r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
  }
  expect(left).toEqual(left.map((_, index) => left[0]! - index));
});

test.each(['api', 'worker'] as const)('the doctor finds the %s ready', async (role) => {
  const wanted = ['start', 'database', 'temporal', 'namespace', 'api'];
  // A check can be late on a busy machine.
  const found = await eventually(
    'no check is late',
    async () => {
      const findings = await production.doctor(role);
      const those = findings.filter(({ name }) => wanted.includes(name));
      return those.every(({ status }) => status === 'ok' || status === 'fail') && those;
    },
    ENDS_WITHIN_MS,
  );
  expect(found.map(({ name, status }) => `${name} ${status}`)).toEqual(wanted.map((name) => `${name} ok`));
});

test('the doctor reports a misspelled setting', async () => {
  const found = await production.doctor('api', { PUBLIC_ULR: 'https://noi.example.com' });
  expect(found.find(({ name }) => name === 'start')).toMatchObject({
    status: 'warn',
    detail: 'PUBLIC_ULR is not a setting; did you mean PUBLIC_URL?',
  });
});
