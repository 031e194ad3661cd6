/** `first-contact` shows operators where a provider differs from what the product assumes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { forward, type Verdict, type Exchange } from '../../admin/first-contact/assumption';
import { differencesOf, STAND_IN_RECORDS, type RecordedCall } from '../../admin/first-contact/record';
import { PACKAGE_ROOT } from '../../base/package-root';
import { freePort } from '../../local/ports';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { operationOf } from '../../vendors/measured-calls';
import { startInbox } from '../support/mails';
import { runAdmin } from '../support/operator';
import { use } from '../support/use';
import { SECRETS, startParts } from './payment-parts';
import { listen } from './stand-in';

const MAIL_KEY = 're_FirstContactOfTheTests';
let port: number;
const inbox = use(startInbox);
// Sessions must last long enough to be interrupted.
const agents = use(() => listen({ stepMs: 250 }));
// With this seed, the agent makes its corrections as changes to the submission.
beforeAll(() => agents.request('POST', '/_control/variety', { seed: 2 }));
beforeEach(() => agents.request('DELETE', '/_control/faults'));
beforeEach(() =>
  agents.request('POST', '/_control/faults', { match: 'task:restore them', effect: 'invalid_findings', times: 1 }),
);
const payments = use(async () => {
  port = await freePort();
  return startParts({ webhook: { url: `http://127.0.0.1:${port}/`, secrets: SECRETS } });
});

/** Changes to a provider's responses, by operation, with ` refused` appended for error responses. */
type Changes = Record<string, (exchange: Exchange) => Partial<Exchange>>;
let changes: Changes = {};
const altered = (upstream: () => string) =>
  use(() =>
    forward(upstream(), (exchange) => {
      const operation = operationOf(exchange.method, exchange.path);
      const change = changes[exchange.status < 400 ? operation : `${operation} refused`] ?? (() => ({}));
      return { ...exchange, ...change(exchange) };
    }),
  );
const wires = {
  payments: altered(() => payments.url),
  mail: altered(() => inbox.url),
  agents: altered(() => agents.url),
};

const folder = mkdtempSync(join(tmpdir(), 'noi-first-contact-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = () => ({
  STRIPE_SECRET_KEY_TEST: PAYMENTS_STAND_IN_KEYS.test,
  STRIPE_WEBHOOK_SECRETS_TEST: SECRETS.test,
  STRIPE_BASE_URL: wires.payments.url,
  RESEND_API_KEY: MAIL_KEY,
  RESEND_BASE_URL: wires.mail.url,
  ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY,
  ANTHROPIC_BASE_URL: wires.agents.url,
});

async function firstContact(args: string[], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = await runAdmin(['first-contact', '--json', ...args], { ...settings(), ...more });
  if (stdout === '') throw new Error(stderr);
  return { status, stdout, stderr, verdicts: JSON.parse(stdout) as Verdict[] };
}
/** Arguments for a receiver of the stand-in's webhooks, so that no check waits for events that never arrive. */
const listening = () => ['--listen', String(port)];
const named = (verdicts: Verdict[], result: Verdict['result']) =>
  verdicts
    .filter((verdict) => verdict.result === result)
    .map(({ provider, assumption }) => `${provider} ${assumption}`);

test('passes against the stand-ins, shows no secret, and matches their recordings', async () => {
  const { status, verdicts, stdout, stderr } = await firstContact([...listening(), '--out', folder]);
  expect(named(verdicts, 'differs')).toEqual([]);
  // Stand-ins cannot show these behaviors.
  expect(named(verdicts, 'unknown')).toEqual(['mail unknown-key', 'mail bad-address', 'mail suppression']);
  expect(status).toBe(0);
  const cost = verdicts.find(({ assumption }) => assumption === 'cost')!.seen;
  expect(cost).toMatch(
    /^\$\d+\.\d+ in total: (?:(?:scan|paid-session|correction|interrupt|archive|reader) \$\d+\.\d+[,;] ){6}/u,
  );
  const written = ['payments', 'mail', 'agents'].map((name) => readFileSync(join(folder, `${name}.json`), 'utf8'));
  for (const secret of [PAYMENTS_STAND_IN_KEYS.test, SECRETS.test, MAIL_KEY, AGENTS_STAND_IN_KEY])
    expect([stdout, stderr, ...written].filter((text) => text.includes(secret))).toEqual([]);
  // After changing a stand-in, record again: `first-contact --out admin/first-contact/stand-ins`, then prettier.
  for (const [at, name] of (['payments', 'mail', 'agents'] as const).entries())
    expect(differencesOf(JSON.parse(written[at]!) as RecordedCall[], STAND_IN_RECORDS[name])).toEqual([]);
});

// Answers are altered field by field.
// oxlint-disable-next-line typescript/no-explicit-any
const body = (change: (json: any) => void) => (exchange: Exchange) => {
  const json: unknown = JSON.parse(exchange.body);
  change(json);
  return { body: JSON.stringify(json) };
};

test.each<[string, string[], Changes]>([
  [
    'payments',
    ['payments refund', 'payments unknown-object', 'payments endpoint', 'payments account-abroad', 'payments shape'],
    {
      // The endpoint lacks the subscriptions needed to pay contributors.
      'GET /v1/webhook_endpoints': body(({ data }) => (data[0].enabled_events = ['checkout.session.expired'])),
      'POST /v2/core/accounts': ({ asked }) => (asked.includes('"DE"') ? { status: 400, body: '{"error":{}}' } : {}),
      'POST /v1/refunds': body((refund) => (refund.amount = String(refund.amount))),
      'POST /v1/refunds refused': body(({ error }) => (error.code = 'refunded')),
      'GET /v1/payment_intents/{id} refused': body(({ error }) => (error.code = 'gone')),
    },
  ],
  ['mail', ['mail mail'], { 'POST /emails': () => ({ status: 422 }) }],
  [
    'agents',
    ['agents session-found', 'agents archive', 'agents shape'],
    {
      'POST /v1/sessions/{id}/archive': body((session) => (session.archived_at = null)),
      'POST /v1/sessions': body((session) => (session.created_at = 7)),
      'GET /v1/sessions': body((list) => (list.data = [])),
    },
  ],
])('reports how %s differs, and what to do', async (provider, expected, altering) => {
  changes = altering;
  const { status, verdicts } = await firstContact(['--only', provider, ...listening()]).finally(() => (changes = {}));
  expect(status).toBe(1);
  expect(named(verdicts, 'differs')).toEqual(expect.arrayContaining(expected));
  for (const { result, cure } of verdicts) expect(cure === null).toBe(result === 'held');
});

test("tries this deployment's checkout, and says what it could not verify", async () => {
  const only = ['--only', 'payments', ...listening()];
  const of = (verdicts: Verdict[]) =>
    Object.fromEntries(verdicts.map(({ assumption, result, cure }) => [assumption, { result, cure }]));
  const restricted = { 'GET /v1/webhook_endpoints': () => ({ status: 403 }) };
  await payments.control('platform', { tax: false });
  changes = restricted;
  const untaxed = of((await firstContact(only)).verdicts);
  expect(untaxed['session']).toMatchObject({ result: 'held' });
  expect(untaxed['tax-and-invoice']).toMatchObject({ result: 'unknown', cure: expect.stringContaining('head office') });
  expect(untaxed['endpoint']).toMatchObject({ result: 'unknown', cure: expect.stringContaining('may not read') });
  changes = {};
  const elsewhere = { CHECKOUT_AUTOMATIC_TAX: 'true', PUBLIC_URL: 'https://shop.example' };
  const taxed = of((await firstContact(only, elsewhere)).verdicts);
  await payments.control('platform', { tax: true });
  expect([taxed['session'], taxed['tax-and-invoice']]).toMatchObject([{ result: 'differs' }, { result: 'differs' }]);
  const none = 'No endpoint is enabled in test mode at https://shop.example/webhooks/stripe';
  expect(taxed['endpoint']).toMatchObject({ result: 'unknown', cure: expect.stringContaining(none) });
});

test('refuses live keys before it sends anything, without quoting them', async () => {
  const { STRIPE_BASE_URL: _, ...own } = settings();
  const only = ['first-contact', '--only', 'payments'];
  const live = 'sk_live_secret';
  for (const keys of [
    { STRIPE_SECRET_KEY_TEST: 'sk_test_x', STRIPE_SECRET_KEY_LIVE: live },
    { STRIPE_SECRET_KEY_TEST: live },
  ]) {
    const { status, stdout, stderr } = await runAdmin(only, { ...own, ...keys });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/refuses live keys|is not a test key/)]);
    expect(stdout + stderr).not.toContain(live);
  }
});

test('keeps a provider recording with everything that the stand-in answers', () => {
  const kept = join(PACKAGE_ROOT, 'test', 'fixtures', 'first-contact');
  for (const file of readdirSync(kept).filter((name) => name.endsWith('.json'))) {
    const recorded = JSON.parse(readFileSync(join(kept, file), 'utf8')) as RecordedCall[];
    expect(differencesOf(STAND_IN_RECORDS[basename(file, '.json') as keyof typeof STAND_IN_RECORDS], recorded)).toEqual(
      [],
    );
  }
});
