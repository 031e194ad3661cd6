import { strFromU8, unzipSync } from 'fflate';
import { newId } from '../../base/ids';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { moveWithdrawal } from '../../modules/payouts/store/move';
import { textOfHtml } from '../support/answers';
import { call, createCustomer, createEvaluation, createWebhook, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { createContributor } from '../support/contributors';
import { sessionCookie, useSignedIn } from '../support/people';
import { complete } from '../support/runs';
import { ageOrder, openTestOrder } from '../support/sales';
import { CONSENTED, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi();
const { customer, open, send } = useSignedIn({ db, api });

test('shows the caller and its remaining credits, but neither key nor address', async () => {
  await createEvaluation(api, customer, 'one');
  const { status, headers, body, text } = await call(api, 'GET', '/v1/account', { key: customer.apiKey });
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect(body).toMatchObject({
    accountId: customer.accountId,
    emailMasked: 'a***@example.com',
    plan: 'pro',
    mode: 'live',
    apiKey: { apiKeyId: customer.keyId, name: 'test', prefix: customer.apiKey.slice(0, 13), plan: 'pro' },
    entitlements: [
      { kind: 'idea_check', unused: 4, consumed: 1 },
      { kind: 'custom_search', unused: 0, consumed: 0 },
    ],
    contributorBalance: null,
  });
  for (const secret of [customer.apiKey, customer.email]) expect(text).not.toContain(secret);
});

describe('a data export', () => {
  async function download(): Promise<Record<string, string>> {
    const response = await fetch(`${api.url}/account/data/export`, {
      method: 'POST',
      headers: { cookie: customer.cookie },
      body: new URLSearchParams({ csrf: customer.csrf }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  test('contains everything about its account, nothing about others, and no secret or hash', async () => {
    const stranger = await createCustomer(db);
    await createEvaluation(api, stranger, 'not-yours');
    const { runId } = (await createEvaluation(api, customer, 'mine')).body;
    const bytes = Buffer.from('{"found":true}');
    await db.prisma.artifact.create({ data: { runId, name: 'findings', contentType: 'application/json', bytes } });
    const { webhookId, signingSecret } = (await createWebhook(api, customer, 'hook')).body;
    const request = { email: customer.email, subject: 'A question', message: 'Where is my dossier?' };
    await call(api, 'POST', '/v1/support-requests', { body: request });
    // Insert more rows than one batch reads.
    await db.pool.query(
      `INSERT INTO audit_events (id, actor_kind, actor, action, account_id)
       SELECT 'aud_' || n, 'system', 'system', 'key.created', $1 FROM generate_series(1, 1201) AS n`,
      [customer.accountId],
    );
    const files = await download();
    const rows = (table: string) => JSON.parse(files[`${table}.json`]!) as Record<string, unknown>[];
    expect(rows('accounts')).toMatchObject([{ id: customer.accountId, email: customer.email }]);
    expect(rows('runs')).toMatchObject([{ id: runId, input: { idea: IDEA } }]);
    expect(files['runs.json']).not.toMatch(/cost|cents/);
    expect(files[`runs/${runId}/findings.json`]).toBe('{"found":true}');
    expect(rows('webhooks')).toMatchObject([{ id: webhookId }]);
    expect(rows('support_requests')).toMatchObject([{ message: 'Where is my dossier?' }]);
    const ids = rows('audit_events').map(({ id }) => id);
    expect(ids.filter((id) => /^aud_\d+$/.test(String(id)))).toHaveLength(1_201);
    expect(new Set(ids).size).toBe(ids.length);
    // No file name may escape the folder into which the archive is unpacked.
    for (const name of Object.keys(files)) expect(name).toMatch(/^(?:\w+\/){0,3}\w+\.\w+$/);
    const all = JSON.stringify(files);
    for (const foreign of [stranger.accountId, stranger.keyId, customer.apiKey, signingSecret])
      expect(all).not.toContain(foreign);
    expect(all).not.toMatch(/hash"|secret"|\\\\x[0-9a-f]{16}/);
  });
});

describe('erasing an account', () => {
  const erase = (email: string) => send('/account/data/erase', { email });
  const isActive = async () =>
    (await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } })).status === 'active';

  test('requires its email address, allows typos, and signs the browser out', async () => {
    for (let time = 0; time < 8; time++) expect((await erase('somebody@example.com')).status).toBe(400);
    expect(await isActive()).toBe(true);
    const erased = await erase(` ${customer.email.toUpperCase()} `);
    expect([erased.status, sessionCookie(erased)]).toEqual([200, null]);
    expect((await open('/account')).status).toBe(303);
    expect(api.delivered.map(({ message }) => message.workflowId)).toContain(`erasure/${customer.accountId}`);
  });
});

async function scanOf(email: string, idea: string, data: object = {}): Promise<string> {
  const id = newId('scn');
  const confirmedAt = new Date('2026-11-20T10:00:00Z');
  const basis = { marketingConsent: false, status: 'confirmed', confirmationExpiresAt: confirmedAt, confirmedAt };
  await db.prisma.freeScan.create({ data: { id, email, idea, ...basis, ...data } });
  return id;
}
const findings = Buffer.from(JSON.stringify(sampleFindings));
const completed = { status: 'completed', completedAt: new Date(), findings };

test('lists only the free scans that the address confirmed, with their results', async () => {
  const ready = await scanOf(customer.email, 'A letter on wells\nand on springs', completed);
  const running = await scanOf(customer.email, 'A letter on <b>roofs</b>', { status: 'running' });
  const failed = { status: 'failed', failureCode: 'agent_refused' };
  const ended = await scanOf(customer.email, 'A letter on doors', failed);
  const unconfirmed = { status: 'awaiting_confirmation', confirmedAt: null };
  const asked = await scanOf(customer.email, 'Text of a stranger', unconfirmed);
  const foreign = await scanOf('somebody-else@example.com', 'A letter of somebody else', completed);
  const { text } = await open('/account/scans');
  const links = [...text.matchAll(/href="\/account\/scans\/(scn_\w+)"/g)].map(([, id]) => id);
  expect(links).toEqual([ended, running, ready]);
  expect(text).not.toMatch(/Text of a stranger|somebody else|<b>roofs/);
  const result = (await open(`/account/scans/${ready}`)).text;
  expect(result).toContain(sampleFindings.evidence[0]!.sourceUrl.replaceAll('&', '&amp;'));
  for (const id of [asked, foreign, newId('scn')]) expect((await open(`/account/scans/${id}`)).status).toBe(404);
});

test('lists orders and withdrawals newest first, once each, per account and mode', async () => {
  const at = new Date('2026-11-21T05:00:00.000Z');
  const order = { product: 'idea_check', productName: 'Idea Check', priceAmount: 4_900, priceCurrency: 'usd' };
  const dates = { expiresAt: at, holdEndsAt: at, consentRecordedAt: at, consentTextVersion: '2026-11-01' };
  const add = async (accountId: string, mode: 'live' | 'test') => {
    const [ord, wdr] = [newId('ord'), newId('wdr')];
    await db.prisma.order.create({ data: { id: ord, accountId, mode, status: 'expired', ...order, ...dates } });
    const money = { amount: 1_000, currency: 'usd', status: 'failed', review: false };
    await db.prisma.withdrawal.create({ data: { id: wdr, accountId, mode, ...money } });
    return { orders: ord, withdrawals: wdr };
  };
  const other = await createCustomer(db);
  const own: { orders: string; withdrawals: string }[] = [];
  for (let i = 0; i < 5; i++) {
    own.unshift(await add(customer.accountId, 'live'));
    await add(customer.accountId, 'test');
    await add(other.accountId, 'live');
  }
  for (const [name, id] of [
    ['orders', 'orderId'],
    ['withdrawals', 'withdrawalId'],
  ] as const) {
    const listed: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      type Page = { data: Record<string, unknown>[]; nextCursor: string | null };
      const path: string = `/v1/${name}?limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await call<Page>(api, 'GET', path, { key: customer.apiKey });
      listed.push(...body.data.map((one) => one[id]));
      cursor = body.nextCursor;
    }
    expect(listed).toEqual(own.map((one) => one[name]));
  }
});

test('tells the payer that we are confirming the payment while no worker is running', async () => {
  const key = { key: customer.apiKey };
  const { body } = await call<{ orderId: string; checkoutSessionId: string }>(api, 'POST', '/v1/checkout-sessions', {
    ...key,
    body: { product: 'opportunity', opportunityId: await offer(db), ...CONSENTED },
    headers: { 'idempotency-key': 'unconfirmed' },
  });
  const { orderId, checkoutSessionId } = body;
  const listed = async () => (await open('/account/purchases')).text.includes('Continue to payment');
  expect(await listed()).toBe(true);
  await provider.pay(checkoutSessionId);
  await eventually('the provider has told us', () => db.prisma.paymentEvent.findFirst({ where: { orderId } }));
  await ageOrder(db, orderId);
  for (const path of [`/checkout/success?session_id=${checkoutSessionId}`, `/account/purchases/${orderId}`]) {
    const text = textOfHtml((await open(path)).text).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Your payment is being confirmed.*confirming your payment.*is yours, even if we confirm it later/,
    );
    expect(text).not.toMatch(/Continue to payment|not paid this order/i);
  }
  expect(await listed()).toBe(false);
  const order = await call(api, 'GET', `/v1/orders/${orderId}`, key);
  expect(order.body).toMatchObject({ status: 'pending_payment', paid: null, payment: null });
});

describe('earnings', () => {
  const withdraw = (idempotencyKey: string) => send('/account/earnings/withdraw', { amount: '250', idempotencyKey });

  test('have no page for accounts that are not contributors', async () => {
    expect((await open('/account/earnings')).status).toBe(404);
    expect((await open('/account')).text).not.toContain('/account/earnings');
    for (const sent of [await send('/account/earnings/confirm', { amount: '250' }), await withdraw('a-key')])
      expect(sent.status).toBe(404);
  });

  test('are withdrawn once per confirmation, up to the available balance', async () => {
    await createContributor(db, { of: customer, balance: 30_000 });
    expect((await open('/account')).text).toContain('/account/earnings');
    const asked = await send('/account/earnings/confirm', { amount: '250' });
    expect(textOfHtml(asked.text)).toContain('Withdraw $250?');
    const key = /name="idempotencyKey" value="([^"]+)"/.exec(asked.text)![1]!;
    for (let time = 0; time < 2; time++) expect((await withdraw(key)).status).toBe(303);
    expect(await db.prisma.withdrawal.findMany({ where: { accountId: customer.accountId } })).toMatchObject([
      { amount: 25_000, mode: 'live' },
    ]);
    const more = await send('/account/earnings/confirm', { amount: '250' });
    expect([more.status, more.text.includes('Your balance is too low')]).toEqual([400, true]);
    const { text } = await open('/account/earnings');
    expect(textOfHtml(text)).toMatch(/Available\s+\$50\.00/);
  });

  test('say why a withdrawal was not paid', async () => {
    await createContributor(db, { of: customer, balance: 90_000 });
    const failures = ['written_off', 'payouts_not_enabled', { bank: 'constructor' }] as const;
    for (const [index, failure] of failures.entries()) {
      await withdraw(`reason-${index}`);
      const { id } = await db.prisma.withdrawal.findFirstOrThrow({
        where: { accountId: customer.accountId, status: 'requested' },
      });
      await moveWithdrawal(db, id, 'processing');
      await moveWithdrawal(db, id, 'failed', { failure, writtenOff: failure === 'written_off' });
    }
    const text = textOfHtml((await open('/account/earnings')).text);
    expect(text).toContain('Not paid; back in the balance. Your account at the payment provider is not ready');
    expect(text).toContain('Your bank reported: constructor.');
    expect(text).toContain('Ended. The payment provider cannot return the money');
  });

  test('can be withdrawn only after a recent proof of identity', async () => {
    await createContributor(db, { of: customer });
    const { accountId } = customer;
    await db.prisma.accountSession.updateMany({ where: { accountId }, data: { provedAt: new Date(0) } });
    for (const sent of [await send('/account/earnings/confirm', { amount: '250' }), await withdraw('another-key')])
      expect(sent.status).toBe(403);
    expect((await open('/account/earnings')).text).not.toContain('name="amount"');
  });
});

test('puts the newest result first on the overview', async () => {
  const [older, newer] = [
    (await createEvaluation(api, customer, 'older')).body.runId,
    (await createEvaluation(api, customer, 'newer')).body.runId,
  ];
  for (const runId of [newer, older]) await complete(db, runId, sampleFindings);
  const main = (await open('/account')).text.split('<h1>')[1]!;
  expect(/href="\/account\/(\w+\/\w+)"/.exec(main)![1]).toBe(`runs/${newer}`);
});

test('lists purchases and runs as activity, newest first', async () => {
  const { runId } = (await createEvaluation(api, customer, 'one')).body;
  const orderId = await openTestOrder(db, { accountId: customer.accountId });
  expect(textOfHtml((await open('/account/activity')).text)).toMatch(/Ordered for \$49\s/);
  await db.prisma.order.update({ where: { id: orderId }, data: { status: 'fulfilled' } });
  const { text } = await open('/account/activity');
  const subjects = [...text.matchAll(/href="\/account\/\w+\/((?:run|ord)_\w+)"/g)].map(([, id]) => id);
  expect(subjects).toEqual([orderId, runId]);
  expect(textOfHtml(text)).toMatch(/Bought for \$49\s.*Idea Check started/s);
  const older = await open(`/account/activity?before=${runId.replace('run', 'aud')}`);
  expect(older.text).not.toContain(runId);
});
