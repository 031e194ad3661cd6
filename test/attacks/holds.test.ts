import { SCOPES } from '../../base/access';
import { newId } from '../../base/ids';
import { isBuyerToken, newToken } from '../../base/tokens';
import { createKey } from '../../modules/accounts/store/keys';
import { call, startApi, TEST_TOKEN_SECRETS } from '../support/api';
import { createTestDatabase } from '../support/database';
import { signIn } from '../support/people';
import { clientOf, CONSENTED, offer } from '../support/shop';
import { useEach, useProvider } from '../support/use';

const provider = useProvider();
const db = useEach(() => createTestDatabase());
const api = useEach(() => startApi(db, { payments: clientOf(provider), settings: { trustedHops: 1 } }));

let forms = 0;

/** Submits the order form from an IP address. If `opportunityId` is null, buys an Idea Check. */
async function buy(opportunityId: string | null, from: string, { cookie = '', key = `form-${forms++}` } = {}) {
  const answer = await fetch(`${api.url}/checkout/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
    body: new URLSearchParams({
      product: opportunityId ? 'opportunity' : 'idea_check',
      ...(opportunityId && { opportunityId }),
      idempotencyKey: key,
      immediateAccessConsent: 'true',
      withdrawalLossAcknowledgment: 'true',
    }),
  });
  const text = await answer.text();
  const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; detail?: string };
  return {
    status: answer.status,
    code: problem.code ?? null,
    detail: problem.detail ?? '',
    /** The problem code if the order was refused, otherwise the status. */
    end: problem.code ?? answer.status,
    location: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    waitSeconds: Number(answer.headers.get('retry-after')),
  };
}
const offers = (count: number) => Promise.all(Array.from({ length: count }, () => offer(db)));
const accounts = async (...emails: string[]) => {
  const cookies: string[] = [];
  for (const email of emails) cookies.push(await signIn(api, db, email));
  return cookies;
};
const count = (ends: (string | number)[], end: string | number) => ends.filter((each) => each === end).length;

const expireHolds = () =>
  db.pool.query(
    `WITH ended AS (UPDATE orders SET status = 'expired', hold_ends_at = now() WHERE status = 'pending_payment' RETURNING id)
     UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL
     WHERE reserved_by IN (SELECT id FROM ended)`,
  );

const hasPaid = (email: string) =>
  db.pool.query({
    text: `INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency,
                               expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
           SELECT $2, id, 'live', 'idea_check', 'Idea Check', 'fulfilled', 4900, 'usd', now(), now(), '1', now()
           FROM accounts WHERE email = $1`,
    values: [email, newId('ord')],
  });

test('limits anonymous holds to a fifth of the catalog, while signed-in buyers still buy', async () => {
  const ids = await offers(15);
  const sent = await Promise.all(ids.slice(0, 12).map((id, i) => buy(id, `203.0.113.${i % 6}`)));
  const ends = sent.map(({ end }) => end);
  expect([count(ends, 302), count(ends, 'too_many_holds')]).toEqual([3, 9]);
  expect(sent.filter(({ code }) => code).every(({ detail }) => detail.includes('Sign in'))).toBe(true);
  expect(await db.prisma.opportunity.count({ where: { status: 'available' } })).toBe(12);
  const [cookie] = await accounts('buyer@example.com');
  expect((await buy(ids[14]!, '203.0.113.9')).code).toBe('too_many_holds');
  expect((await buy(ids[14]!, '203.0.113.9', { cookie: cookie! })).status).toBe(302);
});

test('ends an anonymous hold after 15 minutes plus grace, and an account’s with its checkout', async () => {
  const [anonymous, own] = (await offers(2)) as [string, string];
  const [cookie] = await accounts('buyer@example.com');
  expect((await buy(anonymous, '203.0.113.1')).status).toBe(302);
  expect((await buy(own, '203.0.113.1', { cookie: cookie! })).status).toBe(302);
  const minutesOf = async (opportunityId: string) => {
    const { createdAt, expiresAt, holdEndsAt } = await db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
    return [expiresAt, holdEndsAt].map((end) => Math.round((end.getTime() - createdAt.getTime()) / 60_000));
  };
  expect([await minutesOf(anonymous), await minutesOf(own)]).toEqual([
    [15, 20],
    [31, 36],
  ]);
});

test('makes a network wait longer each time its holds expire unpaid, but not others', async () => {
  const ids = await offers(10);
  for (let i = 0; i < 3; i++) {
    expect((await buy(ids[i]!, '203.0.113.1')).status).toBe(302);
    await expireHolds();
  }
  const waits = await buy(ids[3]!, '203.0.113.1');
  expect([waits.code, waits.waitSeconds > 20 * 60, waits.waitSeconds <= 30 * 60]).toEqual([
    'too_many_holds',
    true,
    true,
  ]);
  const [cookie] = await accounts('buyer@example.com');
  expect((await buy(ids[3]!, '203.0.113.2')).status).toBe(302);
  expect((await buy(ids[4]!, '203.0.113.1', { cookie: cookie! })).status).toBe(302);
  await db.pool.query("UPDATE orders SET hold_ends_at = hold_ends_at - interval '31 minutes' WHERE status = 'expired'");
  expect((await buy(ids[5]!, '203.0.113.1')).status).toBe(302);
  await expireHolds();
  expect((await buy(ids[6]!, '203.0.113.1')).waitSeconds).toBeGreaterThan(50 * 60);
});

test('limits the unpaid accounts of one mailbox to two holds together', async () => {
  const ids = await offers(30);
  const cookies = await accounts(...['0', '1', '2'].map((tag) => `one.mailbox+${tag}@gmail.com`), 'other@example.com');
  const ends = [];
  for (const [i, cookie] of cookies.entries()) ends.push((await buy(ids[i]!, `203.0.113.${i}`, { cookie })).end);
  expect(ends).toEqual([302, 302, 'too_many_holds', 302]);
  await hasPaid('one.mailbox+2@gmail.com');
  expect((await buy(ids[5]!, '203.0.113.4', { cookie: cookies[2]! })).status).toBe(302);
});

test('limits the unpaid accounts of one network to six holds together, also by key', async () => {
  const ids = await offers(30);
  const cookies = await accounts(...Array.from({ length: 5 }, (_, i) => `mailbox-${i}@example.com`));
  const attempts = cookies.slice(0, 4).flatMap((cookie) => [cookie, cookie]);
  const sent = await Promise.all(attempts.map((cookie, i) => buy(ids[i]!, '2001:db8:7:7::1', { cookie })));
  const ends = sent.map(({ end }) => end);
  expect([count(ends, 302), count(ends, 'too_many_holds')]).toEqual([6, 2]);
  const { id: accountId } = await db.prisma.account.findUniqueOrThrow({ where: { email: 'mailbox-4@example.com' } });
  const { secret: key } = await createKey(db, { accountId, name: 'buyer', mode: 'live', scopes: SCOPES });
  const byKey = (from: string) =>
    call(api, 'POST', `/v1/opportunities/${ids[20]}/purchase`, {
      key,
      body: CONSENTED,
      headers: { 'x-forwarded-for': from, 'idempotency-key': newId('key') },
    });
  expect(await byKey('2001:db8:7:7::9')).toMatchObject({ status: 409, body: { code: 'too_many_holds' } });
  expect(await byKey('2001:db8:7:8::9')).toMatchObject({ status: 200 });
  await hasPaid('mailbox-4@example.com');
  expect((await buy(ids[21]!, '2001:db8:7:7::9', { cookie: cookies[4]! })).status).toBe(302);
});

test('replaces a made-up buyer cookie with a signed one', async () => {
  const unsigned = newToken();
  for (const value of ['x', unsigned, `${unsigned.slice(0, 42)}!`, '']) {
    const { cookie } = await buy(null, '203.0.113.1', { cookie: `noi_buyer=${value}` });
    expect(cookie).not.toBe(`noi_buyer=${value}`);
    expect(isBuyerToken(TEST_TOKEN_SECRETS, cookie.slice('noi_buyer='.length))).toBe(true);
  }
});
