import { pino } from 'pino';
import { begunErasures } from '../../providers/begun-erasures';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { readErasure } from '../../store/accounts/read-erasures';
import { alertOfErasures, repeatErasures } from '../../worker/repeat-erasures';
import { startLostWork } from '../../worker/start-lost-work';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { openSession } from '../../store/accounts/open-session';
import { listAlerts } from '../../store/alerts/read-alerts';
import { listActivity } from '../../store/audit/read-audit';
import { mayMail } from '../../store/mail/may-mail';
import { recordMailEvent } from '../../store/mail/record-mail-event';
import { hashSuppressed } from '../../platform/tokens';
import { call, createSearch, createWebhook, TEST_TOKEN_SECRETS } from '../support/api';
import { createContributor } from '../support/contributors';
import type { TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/ledger-invariants';
import { disputed, openTestOrder } from '../support/books';
import { snapshotOf } from '../support/restore';
import { SWEEPING } from '../support/sweeping';
import { startStack, type Stack } from '../support/stack';
import { newId } from '../../contracts/ids';

const IDEA = 'A newsletter about needlework-7f3a for lighthouse keepers who knit at night';
const SUPPORT = 'needle-in-support-9c2e: please help me with my lighthouse';
const HOOK = 'https://hooks.example.com/needle-hook-4d1b';

let stack: Stack;
let email: string;
beforeEach(async () => {
  stack = await startStack();
  ({ email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } }));
});
afterEach(async () => {
  await checkLedger(stack.db);
  await stack.close();
});

async function begin(settleMs = 200): Promise<number> {
  const { pending } = await beginErasure(stack.db, stack.customer.accountId, settleMs);
  for (const { message } of pending) await stack.start(message);
  return pending.length;
}
async function completed(): Promise<void> {
  const { accountId } = stack.customer;
  await eventually(
    'the erasure is complete',
    async () => (await stack.db.prisma.erasure.findUnique({ where: { accountId } }))?.completedAt,
    60_000,
  );
}
async function erase(settleMs = 200): Promise<void> {
  await begin(settleMs);
  await completed();
}

const pass = { log: pino({ level: 'silent' }), onProgress: () => undefined };
const workflow = () => stack.temporal.workflow.getHandle(`erasure/${stack.customer.accountId}`);
/** Delivers what a sweep put into the outbox, as the relay does. */
async function relay(): Promise<number> {
  const sent = ['start:erasure/', 'again:erasure/', 'cancel:'].map((startsWith) => ({ dedupeKey: { startsWith } }));
  const waiting = await stack.db.prisma.outboxMessage.findMany({ where: { OR: sent } });
  for (const { message } of waiting) await stack.start(message as unknown as Parameters<Stack['start']>[0]);
  return waiting.length;
}

/** Tables and columns that still contain a text. */
async function traces(db: TestDatabase, needle: string): Promise<string[]> {
  const { rows: columns } = await db.pool.query<{ table: string; column: string; type: string }>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const has =
      type === 'bytea' ? `position(convert_to($1, 'UTF8') IN "${column}") > 0` : `strpos("${column}"::text, $1) > 0`;
    const { rowCount } = await db.pool.query(`SELECT 1 FROM "${table}" WHERE ${has} LIMIT 1`, [needle]);
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}

test('after an erasure no column of any table holds the address, the ideas, the support texts or the receivers of the account', async () => {
  const { db, api, customer, agents } = stack;
  const done = await stack.create(IDEA);
  await stack.finished(done);
  await agents.fault('task:needlework', 'hang');
  const hanging = await stack.create(`${IDEA}, once more`);
  await eventually('a session runs', async () => (await agents.sessionsOf(hanging)).length === 1);
  await createSearch(api, customer, 'never-begun', { operatorProfile: IDEA, expertise: ['needle-expertise'] });
  await call(api, 'POST', '/v1/support-requests', { body: { email, subject: SUPPORT.slice(0, 60), message: SUPPORT } });
  await call(api, 'POST', '/v1/scan', { body: { email, idea: IDEA, marketingConsent: false } });
  await createWebhook(api, customer, 'hook', { url: HOOK, eventTypes: ['webhook.test'] });
  const device = { sent: null, given: Buffer.from('device'), browser: 'needle-browser-3e8d' };
  const session = { hash: Buffer.from('browser'), lifetimeMs: 60_000, replaces: null, device };
  await openSession(db.pool, customer.accountId, session, { method: 'mail_link', isFirst: true });
  await recordMailEvent(db, { id: 'msg_e', type: 'email.bounced', reason: 'bounce', addresses: [email] });
  const needles = [email, 'needlework-7f3a', 'needle-in-support-9c2e', 'needle-hook-4d1b', device.browser];
  for (const needle of needles) expect(await traces(db, needle)).not.toEqual([]);

  await erase();

  for (const needle of needles) expect([needle, await traces(db, needle)]).toEqual([needle, []]);
  expect(await agents.sessionsOf(done)).toEqual([]);
  expect(await agents.sessionsOf(hanging)).toEqual([]);
  expect(await db.prisma.account.findUnique({ where: { id: customer.accountId } })).toMatchObject({
    status: 'erased',
    passwordHash: null,
  });
  // A process may cache the key for a few seconds.
  await eventually(
    'the key is refused',
    async () => (await call(api, 'GET', '/v1/account', { key: customer.apiKey })).status === 401,
  );
  expect(
    await db.prisma.run.count({
      where: { accountId: customer.accountId, status: { in: ['queued', 'running', 'canceling'] } },
    }),
  ).toBe(0);
  expect(await mayMail(db, email, 'service', hashSuppressed(TEST_TOKEN_SECRETS, email))).toBe(false);
  const actions = (await listActivity(db, customer.accountId, { limit: 100 })).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(['account.erased', 'account.erasure_requested']);
});

test('an account that is made with the same address later starts empty, and an erasure that is asked for again leaves it alone', async () => {
  const { db, api, customer } = stack;
  await db.prisma.supportRequest.create({
    data: { id: newId('sup'), email, subject: 'old', message: 'old', status: 'received' },
  });
  const { pending } = await beginErasure(db, customer.accountId, 200);
  const again = await ensureAccount(db, email, 'free');
  expect(again.id).not.toBe(customer.accountId);
  await call(api, 'POST', '/v1/support-requests', {
    body: { email, subject: 'A new one', message: 'From whoever has the address now' },
  });
  for (const { message } of pending) await stack.start(message);
  await eventually(
    'the erasure is complete',
    async () => (await db.prisma.erasure.findUnique({ where: { accountId: customer.accountId } }))?.completedAt,
    60_000,
  );

  expect((await beginErasure(db, customer.accountId)).pending).toEqual([]);
  expect(await db.prisma.supportRequest.findMany({ select: { subject: true } })).toEqual([{ subject: 'A new one' }]);
  expect(await db.prisma.run.count({ where: { accountId: again.id } })).toBe(0);
  expect(await db.prisma.account.findUnique({ where: { id: again.id } })).toMatchObject({ email, status: 'active' });
});

test('an erasure continues where the agent provider failed in the middle of it', async () => {
  const runId = await stack.create(IDEA);
  await stack.finished(runId);
  await stack.agents.fault('DELETE /v1/sessions/*', 'error_500', 2);
  await erase();
  expect(await stack.agents.sessionsOf(runId)).toEqual([]);
});

test('an erasure whose workflow was terminated is taken up again by the sweep, and by its command', async () => {
  const { db, agents, customer } = stack;
  const { accountId } = customer;
  await agents.fault('task:needlework', 'hang');
  const runId = await stack.create(IDEA);
  await eventually('a session runs', async () => (await agents.sessionsOf(runId)).length === 1);
  await begin(60_000);
  await workflow().terminate('by mistake');
  await db.prisma.outboxMessage.deleteMany({});

  // Young ones are left alone: their workflow is just being started.
  await startLostWork(db, SWEEPING.scans, pass);
  expect(await relay()).toBe(0);
  await db.prisma.erasure.update({ where: { accountId }, data: { requestedAt: new Date(Date.now() - 900_000) } });
  await startLostWork(db, SWEEPING.scans, pass);
  expect(await relay()).toBe(1);
  expect((await workflow().describe()).status.name).toBe('RUNNING');
  await workflow().terminate('by mistake again');
  expect(await begin()).toBe(1);
  // A second start finds the first and changes nothing.
  expect(await begin()).toBe(1);
  await completed();
  expect(await readErasure(db, accountId)).toMatchObject({ sessions: 0, left: [], money: [] });
  expect(await agents.sessionsOf(runId)).toEqual([]);
  expect(await begin()).toBe(0);
});

test('an erasure that a restore of the database undid is begun again by the sweep, from what Temporal remembers', async () => {
  const { db, agents, customer, temporal } = stack;
  const { accountId } = customer;
  const runId = await stack.create(IDEA);
  await stack.finished(runId);
  const restore = await snapshotOf(db);
  await erase();
  await workflow().result();
  await restore();
  expect(await db.prisma.account.findUnique({ where: { id: accountId } })).toMatchObject({ status: 'active', email });

  await eventually('Temporal lists it', async () => (await begunErasures(temporal)).includes(accountId));
  await repeatErasures(db, () => begunErasures(temporal), pass);
  expect(await relay()).toBe(1);
  await completed();
  expect(await traces(db, 'needlework-7f3a')).toEqual([]);
  expect(await traces(db, email)).toEqual([]);
  expect(await agents.sessionsOf(runId)).toEqual([]);
  expect(await db.prisma.alert.findMany({ where: { alert: 'erasure-restored' } })).toMatchObject([
    { facts: { accountId } },
  ]);
});

test('an erasure whose beginning a restore undid while it ran fails, and does not end as if it had erased', async () => {
  const { db, agents, customer, temporal } = stack;
  const { accountId } = customer;
  await agents.fault('task:needlework', 'hang');
  const runId = await stack.create(IDEA);
  await eventually('a session runs', async () => (await agents.sessionsOf(runId)).length === 1);
  const restore = await snapshotOf(db);
  const { pending } = await beginErasure(db, accountId, 1_000);
  await stack.start(pending.at(-1)!.message);
  await restore();
  await expect(workflow().result()).rejects.toThrow('Workflow execution failed');
  expect(await workflow().describe()).toMatchObject({ status: { name: 'FAILED' } });

  await eventually('Temporal lists it', async () => (await begunErasures(temporal)).includes(accountId));
  await repeatErasures(db, () => begunErasures(temporal), pass);
  await relay();
  await completed();
  expect(await traces(db, 'needlework-7f3a')).toEqual([]);
});

test('an erasure that was undone and cannot begin again, because money is open, is an alert until it can', async () => {
  const { db, customer } = stack;
  await createContributor(db, { of: customer, balance: 5_000 });
  await repeatErasures(db, () => Promise.resolve([customer.accountId]), pass);
  expect(await listAlerts(db, 10, true)).toMatchObject([{ alert: 'erasure-restored', state: 'open' }]);
  expect(await db.prisma.sweepLook.findMany({ where: { sweep: 'restored_erasures' } })).toMatchObject([
    { item: customer.accountId, error: 'erasure_blocked' },
  ]);
});

test('what comes while an erasure ends is erased with it, and what is left is listed by table', async () => {
  const { db, agents, customer } = stack;
  const { accountId } = customer;
  const done = await stack.create(IDEA);
  await stack.finished(done);
  await agents.fault('task:needlework', 'hang');
  const hanging = await stack.create(IDEA);
  await eventually('a session runs', async () => (await agents.sessionsOf(hanging)).length === 1);
  const { pending } = await beginErasure(db, accountId, 1);
  const [erasing, ...canceling] = pending.toReversed();
  await stack.start(erasing!.message);
  await eventually(
    'it purged once',
    async () => (await db.prisma.run.findUnique({ where: { id: done } }))!.sessionId === null,
  );

  const { left, completedAt } = await readErasure(db, accountId);
  expect(completedAt).toBeNull();
  expect(left.find(({ table }) => table === 'runs')).toMatchObject({
    rows: 1,
    unfinished: 1,
    oldest: expect.any(Date) as Date,
  });
  expect(left.map(({ table }) => table)).not.toContain('artifacts');
  for (const { message } of canceling) await stack.start(message);
  await completed();
  expect(await readErasure(db, accountId)).toMatchObject({ left: [], sessions: 0 });

  // Written by a process that had not heard of the erasure: only a repetition finds it.
  await db.prisma.apiKey.updateMany({ where: { accountId }, data: { name: 'needle-late' } });
  expect((await readErasure(db, accountId)).left).toMatchObject([{ table: 'api_keys', rows: 1 }]);
  expect(await begin()).toBe(1);
  await eventually('it is erased', async () => (await readErasure(db, accountId)).left.length === 0);
});

test('an erasure that has not ended after three days is one alert, open until it has', async () => {
  const { db, customer } = stack;
  const { accountId } = customer;
  await beginErasure(db, accountId);
  await alertOfErasures(db);
  expect(await listAlerts(db, 10)).toEqual([]);
  await db.prisma.erasure.update({
    where: { accountId },
    data: { requestedAt: new Date(Date.now() - 4 * 86_400_000) },
  });
  await alertOfErasures(db);
  await alertOfErasures(db);
  expect(await listAlerts(db, 10, true)).toMatchObject([{ alert: 'erasure-stuck', facts: { accountId, days: '4' } }]);
  await begin();
  await completed();
  expect(await listAlerts(db, 10, true)).toEqual([]);
});

test.each([
  ['an order waits for its payment', 'pending_payment', null],
  ['a refund is under way', 'refund_pending', null],
  ['an order is disputed', 'fulfilled', 'open'],
] as const)('an erasure is refused while %s, and says what to wait for', async (_, status, disputeStatus) => {
  const { accountId } = stack.customer;
  const orderId = await openTestOrder(stack.db, { accountId });
  await stack.db.prisma.order.update({ where: { id: orderId }, data: { status } });
  if (disputeStatus) {
    await disputed(stack.db, { orderId, paymentId: 'pi_of_a_disputed_order' }, disputeStatus);
  }
  const refused = beginErasure(stack.db, accountId);
  await expect(refused).rejects.toMatchObject({
    code: 'erasure_blocked',
    message: expect.stringContaining(orderId) as string,
  });
  expect(await stack.db.prisma.account.findUnique({ where: { id: accountId } })).toMatchObject({
    status: 'active',
    email,
  });
});

test('an erasure is refused while a balance is owed, and the books are not touched', async () => {
  await createContributor(stack.db, { of: stack.customer, balance: 12_345 });
  await expect(beginErasure(stack.db, stack.customer.accountId)).rejects.toThrow('$123.45');
});
