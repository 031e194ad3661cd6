/** Guarantees of `first-contact`: each assumption about a provider can differ, no key is shown, and no live key used. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  contactOver,
  judgeAll,
  type Assumption,
  type Contact,
  type Provider,
  type Verdict,
} from '../../admin/first-contact/assumption';
import { AGENT_ASSUMPTIONS, contactAgents } from '../../admin/first-contact/agents';
import { ASSUMPTIONS } from '../../admin/first-contact/command';
import { forward, type Exchange } from '../../admin/first-contact/forward';
import { contactMail, MAIL_ASSUMPTIONS } from '../../admin/first-contact/mail';
import { PAYMENT_ASSUMPTIONS } from '../../admin/first-contact/payments';
import { contactPayments } from '../../admin/first-contact/payments-contact';
import { differencesOf, type RecordedCall } from '../../admin/first-contact/record';
import { STAND_IN_RECORDS } from '../../admin/first-contact/stand-ins';
import { freePort } from '../../local/ports';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { AGENTS_STAND_IN_KEY } from '../../stand-ins/agents/stand-in';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { OTHERWISE, type Alter } from './otherwise';
import { listen } from './stand-in';
import { SECRETS, startParts } from './payment-parts';
import { startInbox } from '../support/inbox';
import { runAdmin } from '../support/operator';
import { use } from '../support/use';

const MAIL_KEY = 're_FirstContactOfTheTests';
let port: number;
const inbox = use(startInbox);
const agents = use(() => listen({ stepMs: 40 }));
const payments = use(async () => {
  port = await freePort();
  return startParts({ webhook: { url: `http://127.0.0.1:${port}/`, secrets: SECRETS } });
});

/** Provider whose answers are altered on their way; unaltered at first. */
let alter: Alter = () => ({});
const alteredOn = (upstream: () => string) =>
  use(() => forward(upstream(), (exchange) => ({ ...exchange, ...alter(exchange) })));
const wires = {
  payments: alteredOn(() => payments.url),
  mail: alteredOn(() => inbox.url),
  agents: alteredOn(() => agents.url),
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

async function firstContact(...args: string[]) {
  const { status, stdout, stderr } = await runAdmin(['first-contact', '--json', ...args], settings());
  if (stdout === '') throw new Error(stderr);
  return { status, stdout, stderr, verdicts: JSON.parse(stdout) as Verdict[] };
}

/** What no stand-in can show. */
const UNSEEN = ['mail unknown-key', 'mail bad-address', 'mail suppression'];
const nameOf = ({ provider, assumption }: Verdict) => `${provider} ${assumption}`;

test('at the stand-ins everything held that they can show, and what they answer is what was recorded of them', async () => {
  const { status, verdicts, stdout, stderr } = await firstContact('--listen', String(port), '--out', folder);
  expect(verdicts.filter(({ result }) => result === 'differs')).toEqual([]);
  expect(verdicts.filter(({ result }) => result === 'unknown').map(nameOf)).toEqual(UNSEEN);
  expect(status).toBe(0);
  const written = ['payments', 'mail', 'agents'].map((name) => readFileSync(join(folder, `${name}.json`), 'utf8'));
  for (const secret of [PAYMENTS_STAND_IN_KEYS.test, SECRETS.test, MAIL_KEY, AGENTS_STAND_IN_KEY])
    expect([stdout, stderr, ...written].filter((text) => text.includes(secret))).toEqual([]);
  // Stand-ins that changed are recorded again: `first-contact --out admin/first-contact/stand-ins` against them, then prettier.
  for (const [at, name] of (['payments', 'mail', 'agents'] as const).entries())
    expect(differencesOf(JSON.parse(written[at]!) as RecordedCall[], STAND_IN_RECORDS[name])).toEqual([]);
});

test('every assumption has a provider that does otherwise', () => {
  const named = Object.entries(ASSUMPTIONS).flatMap(([provider, all]) =>
    [...all, { name: 'shape' }].map(({ name }) => `${provider} ${name}`),
  );
  expect(Object.keys(OTHERWISE).toSorted()).toEqual(named.filter((name) => !UNSEEN.includes(name)).toSorted());
});

/** Assumptions that are looked at first: what they see is seen once. */
const AFTERWARDS = ['payments webhook', 'agents answer'];

/** Judges each assumption twice: with altered answers, and as they are, so that the next has something to look at. */
async function judgedTwice<C extends Contact>(
  provider: Provider,
  assumptions: readonly Assumption<C>[],
  contact: C,
  altered: (name: string, contact: C) => C = (_, as) => as,
): Promise<string[]> {
  const results: string[] = [];
  for (const assumption of assumptions) {
    const name = `${provider} ${assumption.name}`;
    if (UNSEEN.includes(name)) continue;
    const asItIs = async () => judgeAll(provider, [assumption], contact);
    const otherwise = async () => {
      alter = OTHERWISE[name]!;
      return judgeAll(provider, [assumption], altered(name, { ...contact })).finally(() => (alter = () => ({})));
    };
    const order = AFTERWARDS.includes(name) ? [asItIs, otherwise] : [otherwise, asItIs];
    const verdicts = new Map<unknown, string>();
    for (const judge of order)
      verdicts.set(
        judge,
        (await judge())
          .map(({ result, seen }) => `${result}${result === 'held' || judge === otherwise ? '' : ` (${seen})`}`)
          .join(),
      );
    results.push(`${name}: ${verdicts.get(asItIs)}, ${verdicts.get(otherwise)}`);
  }
  return results;
}

const expected = (provider: Provider) =>
  Object.keys(OTHERWISE)
    .filter((name) => name.startsWith(provider) && !name.endsWith(' shape'))
    .map((name) => `${name}: held, differs`);

test('the payment provider that does otherwise is told, assumption by assumption', async () => {
  const exchanges: Exchange[] = [];
  const wire = await forward(wires.payments.url, (exchange) => (exchanges.push(exchange), exchange));
  const contact = await contactPayments(contactOver(exchanges, true), {
    key: PAYMENTS_STAND_IN_KEYS.test,
    url: wire.url,
    webhookSecrets: [SECRETS.test],
    listen: port,
    account: null,
    paidSession: null,
    unique: 'twice',
    waitsMs: 3_000,
  });
  const results = await judgedTwice('payments', PAYMENT_ASSUMPTIONS, contact, (name, as) => ({
    ...as,
    ...(name === 'payments webhook' && { received: as.received.map((each) => ({ ...each, signature: 't=1,v1=00' })) }),
  }));
  await Promise.all([contact.close(), wire.close()]);
  expect(results).toEqual(expected('payments'));
});

test('the mail provider that does otherwise is told, assumption by assumption', async () => {
  const exchanges: Exchange[] = [];
  const wire = await forward(wires.mail.url, (exchange) => (exchanges.push(exchange), exchange));
  const asked = { key: MAIL_KEY, url: wire.url, from: 'a@noi.example', unique: 'twice' };
  const results = await judgedTwice('mail', MAIL_ASSUMPTIONS, contactMail(contactOver(exchanges, true), asked));
  await wire.close();
  expect(results).toEqual(expected('mail'));
});

test('the agent provider that does otherwise is told, assumption by assumption', async () => {
  const exchanges: Exchange[] = [];
  const wire = await forward(wires.agents.url, (exchange) => (exchanges.push(exchange), exchange));
  const asked = {
    agents: { ANTHROPIC_API_KEY: AGENTS_STAND_IN_KEY, ANTHROPIC_BASE_URL: wire.url },
    readerModel: 'local-sample',
    spends: true,
    unique: 'twice',
  };
  const contact = contactAgents(contactOver(exchanges, true), asked);
  // A second session of one reference would be the one that is found.
  const results = await judgedTwice('agents', AGENT_ASSUMPTIONS, contact, (name, as) =>
    name === 'agents session' ? { ...as, settings: { ...asked, unique: 'another' } } : as,
  );
  await wire.close();
  expect(results).toEqual(expected('agents'));
});

test.each(['payments', 'mail', 'agents'])('an answer of another form is told: %s', async (provider) => {
  alter = OTHERWISE[`${provider} shape`]!;
  const { verdicts } = await firstContact('--only', provider).finally(() => (alter = () => ({})));
  expect(verdicts.find(({ assumption }) => assumption === 'shape')).toMatchObject({
    result: 'differs',
    cure: expect.any(String) as unknown,
  });
});

/** Answers of the mail provider as its documentation has them; each can be another. */
const DOCUMENTED: Record<string, [status: number, name: string]> = {
  'unknown-key': [403, 'invalid_api_key'],
  'bad-address': [422, 'validation_error'],
  suppression: [404, 'not_found'],
};

/** What a first contact says of the mail provider where all answers but one are as documented. */
async function documented(other: string | null): Promise<Verdict[]> {
  const answers: Record<string, [number, string]> = {
    ...DOCUMENTED,
    ...(other && { [other]: [500, 'other'] as const }),
  };
  const server = createServer(({ method, url, headers }, response) => {
    const asked = url === '/domains' ? 'unknown-key' : method === 'DELETE' ? 'suppression' : 'bad-address';
    const [status, name] = answers[asked]!;
    const known = url === '/domains' && headers.authorization?.endsWith(MAIL_KEY);
    response.writeHead(known ? 200 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? { data: [] } : { statusCode: status, name, message: 'No.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const exchanges: Exchange[] = [];
  const wire = await forward(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (exchange) => {
    exchanges.push(exchange);
    return exchange;
  });
  const contact = contactMail(contactOver(exchanges, false), {
    key: MAIL_KEY,
    url: wire.url,
    from: 'a@noi.example',
    unique: 'x',
  });
  try {
    return await judgeAll(
      'mail',
      MAIL_ASSUMPTIONS.filter(({ name }) => name in DOCUMENTED),
      contact,
    );
  } finally {
    await wire.close();
    server.closeAllConnections();
    server.close();
  }
}

test('what no stand-in can show is seen at a provider: that it is so, and that it is not', async () => {
  expect((await documented(null)).map((verdict) => `${nameOf(verdict)} ${verdict.result}`)).toEqual(
    UNSEEN.map((name) => `${name} held`),
  );
  for (const name of Object.keys(DOCUMENTED)) {
    const differing = (await documented(name)).filter(({ result }) => result === 'differs');
    expect(differing.map(({ assumption }) => assumption)).toEqual([name]);
  }
});

test('live keys are refused where the provider is no stand-in, before anything is sent', async () => {
  const { STRIPE_BASE_URL: _, ...own } = settings();
  const only = ['first-contact', '--only', 'payments'];
  const beside = await runAdmin(only, {
    ...own,
    STRIPE_SECRET_KEY_TEST: 'sk_test_x',
    STRIPE_SECRET_KEY_LIVE: 'sk_live_secret',
  });
  const instead = await runAdmin(only, { ...own, STRIPE_SECRET_KEY_TEST: 'sk_live_secret' });
  for (const { status, stdout, stderr } of [beside, instead]) {
    expect(status).toBe(1);
    expect(stderr).toContain('a first contact refuses');
    expect(stdout + stderr).not.toContain('sk_live_secret');
  }
});

test('without a key a provider is unknown, with what to set', async () => {
  const { status, stdout } = await runAdmin(['first-contact', '--json'], {});
  expect(status).toBe(0);
  expect((JSON.parse(stdout) as Verdict[]).map(({ result }) => result)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('what came back from a provider itself, where somebody has kept it, has all that the stand-in answers', () => {
  const kept = join(PACKAGE_ROOT, 'test', 'fixtures', 'first-contact');
  const files = readdirSync(kept).filter((name) => name.endsWith('.json'));
  const flaws = files.flatMap((file) => {
    const provider = basename(file, '.json') as keyof typeof STAND_IN_RECORDS;
    return differencesOf(
      STAND_IN_RECORDS[provider],
      JSON.parse(readFileSync(join(kept, file), 'utf8')) as RecordedCall[],
    );
  });
  expect(flaws).toEqual([]);
  // The comparison itself sees what is missing, and what is of another type.
  const [call] = STAND_IN_RECORDS.payments.filter(
    ({ operation, status }) => operation === 'POST /v1/refunds' && status === 200,
  );
  const { amount, id, ...rest } = call!.body as Record<string, unknown>;
  const other = { ...call!, body: { ...rest, id, amount: String(amount) } };
  const lacks = { ...call!, body: { ...rest, amount } };
  expect(differencesOf([call!], [call!])).toEqual([]);
  expect(differencesOf([call!], [other])).toEqual(['POST /v1/refunds 200: amount is string, not number']);
  expect(differencesOf([call!], [lacks])).toEqual(['POST /v1/refunds 200: id is not there']);
});
