import { normalEmail } from '../../contracts/email-address';
import { hashPassword } from '../../commands/people/passwords';
import { newToken, hashToken } from '../../platform/tokens';
import { ensureAccount } from '../../store/accounts/ensure-account';
import { openSession } from '../../store/accounts/open-session';
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { listActivity } from '../../store/audit/read-audit';
import { eventually } from '../support/eventually';
import { call, createCustomer, createEvaluation, startApi, type Customer } from '../support/api';
import { openTestOrder, payTestOrder } from '../support/books';
import { mailedToken, requestLink, sendForm, sessionCookie, signIn } from '../support/people';
import { useApi } from '../support/use';

let customer: Customer;
let email: string;
const { db, api } = useApi({ keyCacheTtlMs: 200 });
beforeEach(async () => {
  customer = await createCustomer(db);
  ({ email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } }));
});

const account = (of = api) => call<{ code: string }>(of, 'GET', '/v1/account', { key: customer.apiKey });

test('every process refuses the keys of a suspended account within the lifetime of its cache, and takes them again after a resume', async () => {
  const other = await startApi(db, { keyCacheTtlMs: 200 });
  expect([(await account()).status, (await account(other)).status]).toEqual([200, 200]);
  await suspendAccount(db, customer.accountId);
  for (const one of [api, other]) {
    const refused = await eventually('the key is refused', async () => {
      const answer = await account(one);
      return answer.status === 403 && answer;
    });
    expect(refused.body).toMatchObject({ code: 'account_suspended' });
  }
  await resumeAccount(db, customer.accountId);
  await eventually('the key works again', async () => (await account()).status === 200);
  await other.close();
});

test('a suspended account is signed out and cannot sign in; nobody learns more than about an address without an account', async () => {
  const password = 'a sentence about seven storks';
  await db.prisma.account.update({
    where: { id: customer.accountId },
    data: { passwordHash: await hashPassword(password) },
  });
  const cookie = await signIn(api, db, email);
  const mailedBefore = (await mailedToken(api, db, 'sign_in', email))!;
  const reset = (await mailedToken(api, db, 'password_reset', email))!;
  await suspendAccount(db, customer.accountId);

  const page = await call(api, 'GET', '/account', { headers: { cookie } });
  expect(page.status).toBe(303);
  expect(sessionCookie(await sendForm(api, '/sign-in/link', { token: mailedBefore }))).toBeNull();
  expect(
    (await call(api, 'POST', '/v1/auth/password-reset', { body: { token: reset, newPassword: `${password}!` } }))
      .status,
  ).toBe(400);
  expect(await mailedToken(api, db, 'sign_in', email)).toBeNull();

  const [suspended, unknown] = [
    await requestLink(api, 'sign_in', email),
    await requestLink(api, 'sign_in', 'nobody@example.com'),
  ];
  expect([suspended.status, Object.keys(suspended.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  const tries = [email, 'nobody@example.com'].map((each) =>
    sendForm(api, '/sign-in/password', { email: each, password }),
  );
  const [refused, nobody] = await Promise.all(tries);
  expect([refused!.status, sessionCookie(refused!)]).toEqual([nobody!.status, null]);
  expect(refused!.text.replaceAll(email, '')).toBe(nobody!.text.replaceAll('nobody@example.com', ''));

  await resumeAccount(db, customer.accountId);
  expect(sessionCookie(await sendForm(api, '/sign-in/password', { email, password }))).not.toBeNull();
});

test('a session that is written while its account is being suspended opens nothing', async () => {
  const token = newToken();
  await suspendAccount(db, customer.accountId);
  const device = { sent: null, given: hashToken(newToken()), browser: 'A browser' };
  const session = { hash: hashToken(token), lifetimeMs: 60_000, replaces: null, device };
  await openSession(db.pool, customer.accountId, session, { method: 'password', isFirst: false });
  const page = await call(api, 'GET', '/account', { headers: { cookie: `session=${token}` } });
  expect(page.status).toBe(303);
});

test('queued runs of a suspended account end with their credit kept, running ones go on', async () => {
  const queued = (await createEvaluation(api, customer, 'queued')).body.runId;
  const running = (await createEvaluation(api, customer, 'running')).body.runId;
  await db.prisma.run.update({
    where: { id: running },
    data: { status: 'running', startedAt: new Date(), deadlineAt: new Date(Date.now() + 60_000) },
  });
  const { canceledRuns } = await suspendAccount(db, customer.accountId);
  expect(canceledRuns).toEqual([queued]);
  expect(await db.prisma.run.findUnique({ where: { id: queued } })).toMatchObject({
    status: 'canceled',
    entitlementRestored: true,
  });
  expect(await db.prisma.run.findUnique({ where: { id: running } })).toMatchObject({ status: 'running' });
  expect(await db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused' } })).toBe(4);
});

test.each([
  ['of its key', () => customer.accountId],
  ['of a browser that names its address', () => null],
])('a payment for an order %s goes back while the account is suspended', async (_, accountOf) => {
  const orderId = await openTestOrder(db, { accountId: accountOf() });
  await suspendAccount(db, customer.accountId);
  const { settlement } = await payTestOrder(db, orderId, { email: normalEmail(email) });
  expect(settlement).toEqual({ outcome: 'refund', reason: 'account_suspended' });
  expect(await db.prisma.order.findUnique({ where: { id: orderId } })).toMatchObject({ status: 'refund_pending' });
  expect(await db.prisma.entitlement.count({ where: { accountId: customer.accountId, source: 'order' } })).toBe(0);
});

test('an operator who creates the account again does not resume it', async () => {
  await suspendAccount(db, customer.accountId);
  expect(await ensureAccount(db, email, 'free')).toMatchObject({ id: customer.accountId, status: 'suspended' });
});

test('suspending and resuming twice is done and recorded once each; a pending account comes back pending', async () => {
  await requestLink(api, 'sign_in', 'pending@example.com');
  await mailedToken(api, db, 'sign_in', 'pending@example.com');
  const { id } = await db.prisma.account.findUniqueOrThrow({ where: { email: 'pending@example.com' } });
  for (const change of [suspendAccount, suspendAccount, resumeAccount, resumeAccount]) await change(db, id);
  expect(await db.prisma.account.findUnique({ where: { id } })).toMatchObject({
    status: 'pending',
    suspendedFrom: null,
  });
  expect((await listActivity(db, id, { limit: 9 })).map(({ action }) => action)).toEqual([
    'account.resumed',
    'account.suspended',
  ]);
});
