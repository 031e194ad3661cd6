import { pino } from 'pino';
import { newId } from '../../base/ids';
import { hashSuppressed } from '../../base/tokens';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { openSession } from '../../modules/accounts/store/sessions';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { readErasure } from '../../modules/erasure/store/purge';
import { recordMailEvent } from '../../modules/mail/store/mails';
import { mayMail } from '../../modules/mail/store/suppressions';
import { startedErasures } from '../../vendors/temporal-client';
import { repeatErasures, startLostWork } from '../../worker/sweep-steps';
import { call, createSearch, createWebhook, TEST_TOKEN_SECRETS } from '../support/api';
import { createContributor } from '../support/contributors';
import { snapshotOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { checkLedger } from '../support/money-invariants';
import { SWEEPING } from '../support/runs';
import { disputed, openTestOrder } from '../support/sales';
import { startStack, type Stack } from '../support/stack';
import { useEach } from '../support/use';

const IDEA = 'A newsletter about needlework-7f3a for lighthouse keepers who knit at night';
const SUPPORT = 'needle-in-support-9c2e: please help me with my lighthouse';
const HOOK = 'https://hooks.example.com/needle-hook-4d1b';

afterEach(() => checkLedger(stack.db));
const stack = useEach(() => startStack());
let email: string;
beforeEach(async () => {
  ({ email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } }));
});

async function begin(settleMs = 200): Promise<number> {
  const { pending } = await beginErasure(stack.db, stack.customer.accountId, settleMs);
  for (const { message } of pending) await stack.start(message);
  return pending.length;
}
async function completed(): Promise<void> {
  const { accountId } = stack.customer;
  const erasure = () => stack.db.prisma.erasure.findUnique({ where: { accountId } });
  await eventually('the erasure is complete', async () => (await erasure())?.completedAt);
}
async function erase(): Promise<void> {
  await begin();
  await completed();
}

const pass = { log: pino({ level: 'silent' }), onProgress: () => undefined };
const workflow = () => stack.temporal.workflow.getHandle(`erasure/${stack.customer.accountId}`);
/** Delivers messages that a sweep put into the outbox, like the relay. */
async function relay(): Promise<number> {
  const sent = ['start:erasure/', 'again:erasure/', 'cancel:'].map((startsWith) => ({ dedupeKey: { startsWith } }));
  const waiting = await stack.db.prisma.outboxMessage.findMany({ where: { OR: sent } });
  for (const { message } of waiting) await stack.start(message as unknown as Parameters<Stack['start']>[0]);
  return waiting.length;
}

/** Tables that still contain a string, even as bytes. */
async function traces(db: TestDatabase, needle: string): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const holding = tables.map(async ({ name }) => {
    const has = `strpos(t::text, $1) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`;
    const { rowCount } = await db.pool.query(`SELECT FROM "${name}" AS t WHERE ${has} LIMIT 1`, [needle]);
    return rowCount ? [name] : [];
  });
  return (await Promise.all(holding)).flat();
}

test('removes address, ideas, support texts and receivers from every table', async () => {
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
  expect(await mayMail(db, email, 'service', hashSuppressed(TEST_TOKEN_SECRETS, email))).toBe(false);
});

test('gives a later account with the same address a fresh start, and does not touch it', async () => {
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
  await completed();

  expect((await beginErasure(db, customer.accountId)).pending).toEqual([]);
  expect(await db.prisma.supportRequest.findMany({ select: { subject: true } })).toEqual([{ subject: 'A new one' }]);
  expect(await db.prisma.account.findUnique({ where: { id: again.id } })).toMatchObject({ email, status: 'active' });
});

test('resumes a terminated erasure, by the sweep or by the command', async () => {
  const { db, agents, customer } = stack;
  const { accountId } = customer;
  await agents.fault('task:needlework', 'hang');
  const runId = await stack.create(IDEA);
  await eventually('a session runs', async () => (await agents.sessionsOf(runId)).length === 1);
  await begin(60_000);
  await workflow().terminate('by mistake');
  await db.prisma.outboxMessage.deleteMany({});

  // The sweep skips recent erasures, because their workflow may still be starting.
  await startLostWork(db, SWEEPING.scans, pass);
  expect(await relay()).toBe(0);
  await db.prisma.erasure.update({ where: { accountId }, data: { requestedAt: new Date(Date.now() - 900_000) } });
  await startLostWork(db, SWEEPING.scans, pass);
  expect(await relay()).toBe(1);
  expect((await workflow().describe()).status.name).toBe('RUNNING');
  await workflow().terminate('by mistake again');
  expect(await begin()).toBe(1);
  // A repeated start finds the first workflow and changes nothing.
  expect(await begin()).toBe(1);
  await completed();
  expect(await readErasure(db, accountId)).toMatchObject({ sessions: 0, left: [], money: [] });
  expect(await agents.sessionsOf(runId)).toEqual([]);
  expect(await begin()).toBe(0);
});

test('repeats an erasure that a restore has undone', async () => {
  const { db, agents, customer, temporal } = stack;
  const { accountId } = customer;
  const runId = await stack.create(IDEA);
  await stack.finished(runId);
  const restore = await snapshotOf(db);
  await erase();
  await workflow().result();
  await restore();
  expect(await db.prisma.account.findUnique({ where: { id: accountId } })).toMatchObject({ status: 'active', email });

  await eventually('Temporal lists it', async () => (await startedErasures(temporal)).includes(accountId));
  await repeatErasures(db, () => startedErasures(temporal), pass);
  expect(await relay()).toBe(1);
  await completed();
  expect(await traces(db, 'needlework-7f3a')).toEqual([]);
  expect(await traces(db, email)).toEqual([]);
  expect(await agents.sessionsOf(runId)).toEqual([]);
  expect(await db.prisma.alert.findMany({ where: { alert: 'erasure-restored' } })).toMatchObject([
    { facts: { accountId } },
  ]);
});

test('refuses an erasure while money is pending or owed, and says what to wait for', async () => {
  const { accountId } = stack.customer;
  const orderId = await openTestOrder(stack.db, { accountId });
  const refused = { code: 'erasure_blocked', message: expect.stringContaining(orderId) as string };
  for (const status of ['pending_payment', 'refund_pending']) {
    await stack.db.prisma.order.update({ where: { id: orderId }, data: { status } });
    await expect(beginErasure(stack.db, accountId)).rejects.toMatchObject(refused);
  }
  await stack.db.prisma.order.update({ where: { id: orderId }, data: { status: 'fulfilled' } });
  await disputed(stack.db, { orderId, paymentId: 'pi_of_a_disputed_order' }, 'open');
  await expect(beginErasure(stack.db, accountId)).rejects.toMatchObject(refused);
  expect(await stack.db.prisma.account.findUnique({ where: { id: accountId } })).toMatchObject({ status: 'active' });

  const contributor = await createContributor(stack.db, { balance: 12_345 });
  await expect(beginErasure(stack.db, contributor.accountId)).rejects.toThrow('$123.45');
});
