import { beginErasure } from '../../store/accounts/begin-erasure';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { openSession } from '../../store/accounts/open-session';
import { listActivity } from '../../store/audit/read-audit';
import { mayMail } from '../../store/mail/may-mail';
import { recordMailEvent } from '../../store/mail/record-mail-event';
import { hashSuppressed } from '../../platform/tokens';
import { call, createSearch, createWebhook, TEST_TOKEN_SECRETS } from '../../tools/support/api';
import { createContributor } from '../../tools/support/contributors';
import type { TestDatabase } from '../../tools/support/database';
import { eventually } from '../../tools/support/eventually';
import { checkLedger } from '../../tools/support/ledger-invariants';
import { disputed } from '../support/books';
import { startStack, type Stack } from '../../tools/support/stack';
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

async function erase(settleMs = 200): Promise<void> {
  const { accountId } = stack.customer;
  const { pending } = await beginErasure(stack.db, accountId, settleMs);
  for (const { message } of pending) await stack.start(message);
  await eventually(
    'the erasure is complete',
    async () => (await stack.db.prisma.erasure.findUnique({ where: { accountId } }))?.completedAt,
    60_000,
  );
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

test.each([
  ['an order waits for its payment', 'pending_payment', null],
  ['a refund is under way', 'refund_pending', null],
  ['an order is disputed', 'fulfilled', 'open'],
] as const)('an erasure is refused while %s, and says what to wait for', async (_, status, disputeStatus) => {
  const { accountId } = stack.customer;
  const order = await stack.db.prisma.order.create({
    data: {
      id: newId('ord'),
      accountId,
      mode: 'live',
      product: 'idea_check',
      productName: 'Idea Check',
      status,
      priceAmount: 4_900,
      priceCurrency: 'usd',
      expiresAt: new Date(),
      holdEndsAt: new Date(),
      consentTextVersion: '1',
      consentRecordedAt: new Date(),
    },
  });
  if (disputeStatus) {
    await disputed(stack.db, { orderId: order.id, paymentId: 'pi_of_a_disputed_order' }, disputeStatus);
  }
  const refused = beginErasure(stack.db, accountId);
  await expect(refused).rejects.toMatchObject({
    code: 'erasure_blocked',
    message: expect.stringContaining(order.id) as string,
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
