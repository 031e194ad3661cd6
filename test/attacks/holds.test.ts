import { SCOPES } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import { hashToken, isBuyerToken, newToken } from '../../platform/tokens';
import { createKey } from '../../store/keys/create-key';
import { call, startApi, TEST_TOKEN_SECRETS } from '../support/api';
import { createTestDatabase } from '../support/database';
import { clientOf, offer } from '../support/shop';
import { signIn } from '../support/people';
import { useEach, useProvider } from '../support/use';

const provider = useProvider();
const db = useEach(() => createTestDatabase());
const api = useEach(() => startApi(db, { payments: clientOf(provider), settings: { trustedHops: 1 } }));

/** A key of an account that exists. */
async function keyOf(email: string) {
  const { id } = await db.prisma.account.findUniqueOrThrow({ where: { email } });
  const { secret } = await createKey(db, { accountId: id, name: 'buyer', mode: 'live', scopes: SCOPES });
  return { apiKey: secret };
}

const purchase = (opportunityId: string, from: string, key: string) =>
  call(api, 'POST', `/v1/opportunities/${opportunityId}/purchase`, {
    key,
    body: { immediateAccessConsent: true, withdrawalLossAcknowledgment: true },
    headers: { 'x-forwarded-for': from, 'idempotency-key': newId('key') },
  });

let forms = 0;
interface Sent {
  status: number;
  code: string | null;
  detail: string;
  location: string | null;
  cookie: string;
  retryAfter: string | null;
}
async function buy(
  opportunityId: string | null,
  from: string,
  { cookie = '', key = `form-${forms++}` } = {},
): Promise<Sent> {
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
  const { code = null, detail = '' } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    code?: string;
    detail?: string;
  };
  return {
    status: answer.status,
    code,
    detail,
    location: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    retryAfter: answer.headers.get('retry-after'),
  };
}
const offers = (count: number) => Promise.all(Array.from({ length: count }, () => offer(db)));
const onOffer = () => db.prisma.opportunity.count({ where: { status: 'available' } });

const expireHolds = () =>
  db.pool.query(
    `WITH ended AS (UPDATE orders SET status = 'expired', hold_ends_at = now() WHERE status = 'pending_payment' RETURNING id)
     UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL
     WHERE reserved_by IN (SELECT id FROM ended)`,
  );

test('twelve anonymous checkouts from six addresses, all at once, hold three of fifteen opportunities', async () => {
  const ids = await offers(15);
  const sent = await Promise.all(ids.slice(0, 12).map((id, i) => buy(id, `203.0.113.${i % 6}`)));
  expect(sent.filter(({ status }) => status === 302)).toHaveLength(3);
  const refused = sent.filter(({ status }) => status !== 302);
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 too_many_holds']));
  expect(refused.every(({ detail }) => detail.includes('Sign in'))).toBe(true);
  expect(await onOffer()).toBe(12);
});

test('a buyer without an account holds an opportunity for a quarter of an hour, one who is signed in for the whole checkout', async () => {
  const [anonymous, own] = (await offers(2)) as [string, string];
  const cookie = await signIn(api, db, 'buyer@example.com');
  expect(await buy(anonymous, '203.0.113.1')).toMatchObject({ status: 302 });
  expect(await buy(own, '203.0.113.1', { cookie })).toMatchObject({ status: 302 });
  const minutesOf = async (opportunityId: string) => {
    const { createdAt, expiresAt, holdEndsAt } = await db.prisma.order.findFirstOrThrow({ where: { opportunityId } });
    return [expiresAt, holdEndsAt].map((end) => Math.round((end.getTime() - createdAt.getTime()) / 60_000));
  };
  expect([await minutesOf(anonymous), await minutesOf(own)]).toEqual([
    [15, 20],
    [31, 36],
  ]);
});

test('where anonymous buyers hold their share, a buyer who is signed in still buys from the same page', async () => {
  const ids = await offers(8);
  for (const [i, id] of ids.slice(0, 4).entries()) await buy(id, `203.0.113.${i}`);
  expect(await onOffer()).toBe(6);
  const cookie = await signIn(api, db, 'buyer@example.com');
  expect(await buy(ids[5]!, '203.0.113.9')).toMatchObject({ status: 409, code: 'too_many_holds' });
  expect(await buy(ids[5]!, '203.0.113.9', { cookie })).toMatchObject({ status: 302 });
  expect(
    await db.prisma.order.findFirst({ where: { opportunityId: ids[5]! }, include: { account: true } }),
  ).toMatchObject({
    account: { email: 'buyer@example.com' },
  });
});

test('one IPv6 customer holds two opportunities, from however many addresses', async () => {
  const ids = await offers(20);
  const sent = [];
  for (const [i, id] of ids.slice(0, 4).entries()) sent.push(await buy(id, `2001:db8:7:7::${i + 1}`));
  expect(sent.map(({ status }) => status)).toEqual([302, 302, 409, 409]);
  expect(await buy(ids[5]!, '2001:db8:7:8::1')).toMatchObject({ status: 302 });
});

test('a network whose holds end unpaid waits longer and longer; others, and who is signed in, do not', async () => {
  const ids = await offers(10);
  for (let i = 0; i < 3; i++) {
    expect(await buy(ids[i]!, '203.0.113.1')).toMatchObject({ status: 302 });
    await expireHolds();
  }
  const waits = await buy(ids[3]!, '203.0.113.1');
  expect(waits).toMatchObject({ status: 409, code: 'too_many_holds' });
  expect(waits.detail).toContain('Sign in');
  expect(Number(waits.retryAfter)).toBeGreaterThan(20 * 60);
  expect(Number(waits.retryAfter)).toBeLessThanOrEqual(30 * 60);
  expect(await buy(ids[3]!, '203.0.113.2')).toMatchObject({ status: 302 });
  const cookie = await signIn(api, db, 'buyer@example.com');
  expect(await buy(ids[4]!, '203.0.113.1', { cookie })).toMatchObject({ status: 302 });

  await db.pool.query("UPDATE orders SET hold_ends_at = hold_ends_at - interval '31 minutes' WHERE status = 'expired'");
  expect(await buy(ids[5]!, '203.0.113.1')).toMatchObject({ status: 302 });
  await expireHolds();
  expect(Number((await buy(ids[6]!, '203.0.113.1')).retryAfter)).toBeGreaterThan(50 * 60);
});

/** Makes an account one that has bought something. */
const hasPaid = (email: string) =>
  db.pool.query({
    text: `INSERT INTO orders (id, account_id, mode, product, product_name, status, price_amount, price_currency,
                               expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
           SELECT $2, id, 'live', 'idea_check', 'Idea Check', 'fulfilled', 4900, 'usd', now(), now(), '1', now()
           FROM accounts WHERE email = $1`,
    values: [email, newId('ord')],
  });

test('accounts of one mailbox that never paid hold two opportunities together; another mailbox, and one that paid, do not count', async () => {
  const ids = await offers(30);
  const accounts = [];
  for (const tag of ['0', '1', '2']) accounts.push(await signIn(api, db, `one.mailbox+${tag}@gmail.com`));
  const sent = [];
  for (const [i, cookie] of accounts.entries()) sent.push(await buy(ids[i]!, `203.0.113.${i}`, { cookie }));
  expect(sent.map(({ status, code }) => code ?? status)).toEqual([302, 302, 'too_many_holds']);
  const other = await signIn(api, db, 'other@example.com');
  expect(await buy(ids[4]!, '203.0.113.4', { cookie: other })).toMatchObject({ status: 302 });
  await hasPaid('one.mailbox+2@gmail.com');
  expect(await buy(ids[5]!, '203.0.113.4', { cookie: accounts[2]! })).toMatchObject({ status: 302 });
});

test('accounts of one network that never paid hold six opportunities together; another network, and one that paid, do not count', async () => {
  const ids = await offers(30);
  const accounts = [];
  for (let i = 0; i < 5; i++) accounts.push(await signIn(api, db, `mailbox-${i}@example.com`));
  const attempts = accounts.slice(0, 4).flatMap((cookie) => [cookie, cookie]);
  const sent = await Promise.all(attempts.map((cookie, i) => buy(ids[i]!, '2001:db8:7:7::1', { cookie })));
  expect(sent.map(({ status, code }) => code ?? status).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
    [...Array<number>(6).fill(302), 'too_many_holds', 'too_many_holds'],
  );
  const { apiKey } = await keyOf('mailbox-4@example.com');
  const byKey = (from: string) => purchase(ids[20]!, from, apiKey);
  expect(await byKey('2001:db8:7:7::9')).toMatchObject({ status: 409, body: { code: 'too_many_holds' } });
  expect(await byKey('2001:db8:7:8::9')).toMatchObject({ status: 200 });
  await hasPaid('mailbox-4@example.com');
  expect(await buy(ids[21]!, '2001:db8:7:7::9', { cookie: accounts[4]! })).toMatchObject({ status: 302 });
});

test('accounts of one network that let nine holds end unpaid wait; another network, and one that paid, do not', async () => {
  const ids = await offers(30);
  const accounts = [];
  for (let i = 0; i < 5; i++) accounts.push(await signIn(api, db, `renewing-${i}@example.com`));
  for (let i = 0; i < 9; i++) {
    expect(await buy(ids[i]!, '203.0.113.1', { cookie: accounts[i % 5]! })).toMatchObject({ status: 302 });
    if (i % 3 === 2) await expireHolds();
  }
  const waits = await buy(ids[9]!, '203.0.113.1', { cookie: accounts[4]! });
  expect(waits).toMatchObject({ status: 409, code: 'too_many_holds' });
  expect(Number(waits.retryAfter)).toBeGreaterThan(20 * 60);
  expect(await buy(ids[10]!, '203.0.113.2', { cookie: accounts[4]! })).toMatchObject({ status: 302 });
  await hasPaid('renewing-3@example.com');
  expect(await buy(ids[11]!, '203.0.113.1', { cookie: accounts[3]! })).toMatchObject({ status: 302 });
});

test("another browser with the same idempotency key does not get the first one's checkout", async () => {
  const first = await buy(null, '203.0.113.1', { key: 'shared' });
  const again = await buy(null, '203.0.113.1', { key: 'shared', cookie: first.cookie });
  expect(again).toMatchObject({ status: 302, location: first.location });
  for (const cookie of ['', 'noi_buyer=x', (await buy(null, '203.0.113.1')).cookie]) {
    const other = await buy(null, '203.0.113.1', { key: 'shared', cookie });
    expect(other).toMatchObject({ status: 409, code: 'idempotency_key_reused', location: null });
  }
  expect((await buy(null, '203.0.113.1', { key: 'shared', cookie: first.cookie })).location).toBe(first.location);
});

test('a cookie of a buyer that we did not make is not taken over', async () => {
  const stolen = newToken();
  for (const value of ['x', stolen, `${stolen.slice(0, 42)}!`, '']) {
    const { cookie } = await buy(null, '203.0.113.1', { cookie: `noi_buyer=${value}` });
    expect(cookie).not.toBe(`noi_buyer=${value}`);
    expect(isBuyerToken(TEST_TOKEN_SECRETS, cookie.slice('noi_buyer='.length))).toBe(true);
  }
  const { cookie } = await buy(null, '203.0.113.1');
  expect((await buy(null, '203.0.113.1', { cookie })).cookie).toBe(cookie);
});

test('a page that sells gives its browser the cookie, so that a form that is sent twice opens one order', async () => {
  const [id] = await offers(1);
  for (const path of ['/buy?product=idea_check', `/opportunities/${id}`]) {
    const page = await fetch(api.url + path);
    const cookie = page.headers.get('set-cookie')!.split(';')[0]!;
    const key = /name="idempotencyKey" value="([^"]+)"/.exec(await page.text())![1]!;
    const target = path.startsWith('/buy') ? null : id!;
    const both = await Promise.all([1, 2].map(() => buy(target, '203.0.113.1', { cookie, key })));
    const opened = both.filter(({ status }) => status === 302);
    expect(new Set(opened.map(({ location }) => location)).size).toBe(1);
    expect(both.every(({ status, code }) => status === 302 || code === 'idempotency_in_flight')).toBe(true);
  }
});

test('the stored hash of an address cannot be reversed by trying all addresses', async () => {
  const [id] = await offers(1);
  await buy(id!, '203.0.113.77');
  const [order] = await db.prisma.order.findMany();
  const stored = Buffer.from(order!.buyerAddressHash!);
  expect(stored).toHaveLength(32);
  expect(stored.equals(hashToken('203.0.113.77'))).toBe(false);
});
