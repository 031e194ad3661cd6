import { normalEmail } from '../../base/email-address';
import { hashPassword } from '../../modules/accounts/use-cases/passwords';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { resumeAccount, suspendAccount } from '../../modules/erasure/store/suspension';
import { call, createCustomer, createEvaluation, startApi } from '../support/api';
import { eventually } from '../support/eventually';
import {
  askedOf,
  createAuthenticator,
  csrfOf,
  mailedToken,
  requestLink,
  sendForm,
  sessionCookie,
  signIn,
} from '../support/people';
import { openTestOrder, payTestOrder } from '../support/sales';
import { useApi, useEach } from '../support/use';

const ORIGIN = 'http://localhost';
const { db, api } = useApi({ keyCacheTtlMs: 200, settings: { publicUrl: ORIGIN } });
const customer = useEach(async () => {
  const made = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: made.accountId } });
  return { ...made, email };
});

describe('a suspended account', () => {
  const account = (of = api) => call<{ code: string }>(of, 'GET', '/v1/account', { key: customer.apiKey });
  const unused = (where = {}) =>
    db.prisma.entitlement.count({ where: { accountId: customer.accountId, status: 'unused', ...where } });

  test('loses its keys in every process within the cache lifetime, until it is resumed', async () => {
    const other = await startApi(db, { keyCacheTtlMs: 200 });
    expect([(await account()).status, (await account(other)).status]).toEqual([200, 200]);
    await suspendAccount(db, customer.accountId);
    for (const one of [api, other]) {
      await eventually('the key is refused', async () => (await account(one)).body.code === 'account_suspended');
    }
    await resumeAccount(db, customer.accountId);
    await eventually('the key works again', async () => (await account()).status === 200);
    await other.close();
  });

  test('is signed out, cannot sign in, and looks like an unknown address', async () => {
    const { email, accountId } = customer;
    const password = 'a sentence about seven storks';
    await db.prisma.account.update({ where: { id: accountId }, data: { passwordHash: await hashPassword(password) } });
    const cookie = await signIn(api, db, email);
    const link = (await mailedToken(api, db, 'sign_in', email))!;
    const reset = (await mailedToken(api, db, 'password_reset', email))!;
    await suspendAccount(db, accountId);

    expect((await call(api, 'GET', '/account', { headers: { cookie } })).status).toBe(303);
    expect(sessionCookie(await sendForm(api, '/sign-in/link', { token: link }))).toBeNull();
    const newPassword = { token: reset, newPassword: `${password}!` };
    expect((await call(api, 'POST', '/v1/auth/password-reset', { body: newPassword })).status).toBe(400);
    expect(await mailedToken(api, db, 'sign_in', email)).toBeNull();

    const nobody = 'nobody@example.com';
    const [known, unknown] = [await requestLink(api, 'sign_in', email), await requestLink(api, 'sign_in', nobody)];
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    const [refused, other] = await Promise.all(
      [email, nobody].map((each) => sendForm(api, '/sign-in/password', { email: each, password })),
    );
    expect([refused!.status, sessionCookie(refused!)]).toEqual([other!.status, null]);
    expect(refused!.text.replaceAll(email, '')).toBe(other!.text.replaceAll(nobody, ''));

    await resumeAccount(db, accountId);
    expect(sessionCookie(await sendForm(api, '/sign-in/password', { email, password }))).not.toBeNull();
  });

  test('gets the credits of queued runs back, while running ones continue', async () => {
    const queued = (await createEvaluation(api, customer, 'queued')).body.runId;
    const running = (await createEvaluation(api, customer, 'running')).body.runId;
    await db.prisma.run.update({
      where: { id: running },
      data: { status: 'running', startedAt: new Date(), deadlineAt: new Date(Date.now() + 60_000) },
    });
    expect((await suspendAccount(db, customer.accountId)).canceledRuns).toEqual([queued]);
    expect(await db.prisma.run.findUnique({ where: { id: queued } })).toMatchObject({
      status: 'canceled',
      entitlementRestored: true,
    });
    expect(await db.prisma.run.findUnique({ where: { id: running } })).toMatchObject({ status: 'running' });
    expect(await unused()).toBe(4);
  });

  test.each([
    ['its key', () => customer.accountId],
    ['a browser with its address', () => null],
  ])('gets a refund for payments of orders by %s', async (_, accountOf) => {
    const orderId = await openTestOrder(db, { accountId: accountOf() });
    await suspendAccount(db, customer.accountId);
    const { settlement } = await payTestOrder(db, orderId, { email: normalEmail(customer.email) });
    expect(settlement).toEqual({ outcome: 'refund', reason: 'account_suspended' });
    expect(await unused({ source: 'order' })).toBe(0);
  });
});

describe('an erased account', () => {
  test('leaves its credits to nobody, not even to a new account with its address', async () => {
    const { accountId, email } = customer;
    await beginErasure(db, accountId);
    expect((await createEvaluation(api, customer, 'after-erasure')).status).toBe(401);
    const cookie = await signIn(api, db, email);
    const next = await db.prisma.account.findUniqueOrThrow({ where: { email } });
    expect(next.id).not.toBe(accountId);
    expect(await db.prisma.entitlement.count({ where: { accountId: next.id } })).toBe(0);
    expect((await call(api, 'GET', '/account', { headers: { cookie } })).text).not.toContain(accountId);
  });

  test('shows its invoices to nobody, and an open account shows them only to its owner', async () => {
    const { accountId, email } = customer;
    const orderId = await openTestOrder(db, { accountId });
    await payTestOrder(db, orderId);
    const invoiceUrl = 'https://invoice.example/secret';
    const invoice = { invoiceId: 'in_1', invoiceNumber: 'N-1', invoiceUrl, invoicePdfUrl: invoiceUrl };
    await db.prisma.payment.updateMany({ where: { orderId }, data: invoice });
    const open = (cookie: string) => call(api, 'GET', `/account/orders/${orderId}/invoice`, { headers: { cookie } });
    const own = await signIn(api, db, email);
    expect((await open(own)).headers.get('location')).toBe(invoiceUrl);
    const strangers = [await open(await signIn(api, db, 'stranger@example.com'))];
    await beginErasure(db, accountId);
    strangers.push(await open(await signIn(api, db, email)));
    expect(strangers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [404, null],
      [404, null],
    ]);
    expect((await open(own)).headers.get('location')).toMatch(/^\/sign-in/);
  });

  test('leaves no passkey that can sign in', async () => {
    const { accountId, email } = customer;
    const cookie = await signIn(api, db, email);
    const csrf = await csrfOf(api, cookie);
    const key = createAuthenticator(ORIGIN);
    const passkey = key.create(askedOf(await sendForm(api, '/account/passkeys/new', { csrf }, { cookie })));
    const added = await sendForm(api, '/account/passkeys', { csrf, name: 'Phone', passkey }, { cookie });
    expect(added.status).toBe(303);
    await beginErasure(db, accountId);
    await signIn(api, db, email);
    const answer = key.get(askedOf(await sendForm(api, '/sign-in/passkey', {})), { userHandle: accountId });
    expect((await sendForm(api, '/sign-in/passkey/answer', { passkey: answer })).status).toBe(400);
  });
});
