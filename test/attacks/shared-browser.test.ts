import { newId } from '../../contracts/ids';
import { transaction } from '../../prisma/client';
import { isOfBuyer, type Buyer } from '../../store/orders/buyer';
import { holdsOf } from '../../store/orders/read-holds';
import { call, startApi, type Answer } from '../support/api';
import { payTestOrder } from '../support/books';
import { createTestDatabase } from '../support/database';
import {
  cookiesAfter,
  createOwner,
  csrfOf,
  mailedToken,
  OWNER_PASSWORD,
  sendForm,
  signIn,
  signInByLink,
  signInByPassword,
} from '../support/people';
import { clientOf, offer } from '../support/shop';
import { useEach, useProvider } from '../support/use';

const provider = useProvider();
const db = useEach(() => createTestDatabase());
const api = useEach(() => startApi(db, { payments: clientOf(provider), settings: { trustedHops: 1 } }));

let forms = 0;
let networks = 0;
/** Sends the order form, each time from another network, so that no limit of networks decides. */
async function buy(opportunityId: string, cookie: string, key = `shared-${forms++}`) {
  const answer = await fetch(`${api.url}/checkout/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': `203.0.113.${++networks % 250}` },
    body: new URLSearchParams({
      product: 'opportunity',
      opportunityId,
      idempotencyKey: key,
      immediateAccessConsent: 'on',
      withdrawalLossAcknowledgment: 'on',
    }),
  });
  const text = await answer.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : null;
  return { status: answer.status, code, location: answer.headers.get('location'), key };
}
const page = async (path: string, cookie: string) => (await call(api, 'GET', path, { headers: { cookie } })).text;
const orderFor = (opportunityId: string) => db.prisma.order.findFirstOrThrow({ where: { opportunityId } });

/** Cookie of a browser that has seen an order form and has not signed in. */
async function visit(): Promise<string> {
  return cookiesAfter(await call(api, 'GET', '/buy?product=idea_check'));
}

type Reader = 'nobody signed in' | 'the first account' | 'a second account';
const OWN = { notice: 'Reserved for you', again: 'the open checkout', releases: true };
const NOT_OWN = { notice: 'Someone else is buying', again: '409 opportunity_unavailable', releases: false };

const PAIRS: [Reader, Reader, 'the same browser' | 'another browser', 'their own' | 'not theirs'][] = [
  ['nobody signed in', 'nobody signed in', 'the same browser', 'their own'],
  ['nobody signed in', 'nobody signed in', 'another browser', 'not theirs'],
  ['nobody signed in', 'the first account', 'the same browser', 'not theirs'],
  ['nobody signed in', 'a second account', 'the same browser', 'not theirs'],
  ['the first account', 'the first account', 'the same browser', 'their own'],
  ['the first account', 'the first account', 'another browser', 'their own'],
  ['the first account', 'a second account', 'the same browser', 'not theirs'],
  ['the first account', 'a second account', 'another browser', 'not theirs'],
  ['the first account', 'nobody signed in', 'the same browser', 'not theirs'],
  ['the first account', 'nobody signed in', 'another browser', 'not theirs'],
];

// Each reader of the same browser sends the cookie that it had at first, as if it had never ended.
test.each(PAIRS)('a checkout begun by %s is, for %s in %s, %s', async (opener, reader, where, whose) => {
  const browser = await visit();
  const sessions: Record<Reader, string> = {
    'nobody signed in': '',
    'the first account': await signIn(api, db, 'first@example.com'),
    'a second account': await signIn(api, db, 'second@example.com'),
  };
  const id = await offer(db);
  const first = await buy(id, `${browser}; ${sessions[opener]}`);
  expect(first.status).toBe(302);
  const { id: orderId } = await orderFor(id);

  const cookie = `${where === 'the same browser' ? browser : await visit()}; ${sessions[reader]}`;
  const { notice, again, releases } = whose === 'their own' ? OWN : NOT_OWN;
  const words = await page(`/opportunities/${id}`, cookie);
  expect([words.includes(notice), words.includes(first.location!)]).toEqual([true, whose === 'their own']);
  const repeated = await buy(id, cookie);
  expect(repeated.location === first.location ? 'the open checkout' : `${repeated.status} ${repeated.code}`).toBe(
    again,
  );
  expect(await buy(id, cookie, first.key)).toMatchObject(
    whose === 'their own' ? { location: first.location } : { status: 409, code: 'idempotency_key_reused' },
  );
  const left = await page(`/checkout/cancelled?order=${orderId}`, cookie);
  expect([left.includes('Release my reservation'), left.includes('reserved for you')]).toEqual([releases, releases]);
  await sendForm(api, '/checkout/cancelled', { order: orderId }, { cookie });
  expect((await orderFor(id)).status).toBe(releases ? 'canceled' : 'pending_payment');
});

test('SQL finds the holds of a buyer by the rule that decides whose an order is', async () => {
  const digest = (byte: number) => Buffer.alloc(32, byte);
  const [one, two] = [await createOwner(api, db), await createOwner(api, db)];
  const buyers: Buyer[] = [
    { accountId: one.accountId, tokenHash: null, addressHash: null, networkHash: null },
    { accountId: two.accountId, tokenHash: null, addressHash: null, networkHash: null },
    { accountId: null, tokenHash: digest(1), addressHash: digest(101) },
    { accountId: null, tokenHash: digest(2), addressHash: digest(102) },
  ];
  // Releases before this rule kept the browser's token in the orders of accounts.
  const opened = [null, one.accountId, two.accountId].flatMap((accountId) =>
    [null, digest(1), digest(2)].map((token) => ({ accountId, token, network: accountId ? null : digest(9) })),
  );
  for (const { accountId, token, network } of opened) {
    await db.pool.query({
      text: `INSERT INTO orders (id, account_id, buyer_token_hash, buyer_address_hash, mode, product, product_name,
                                 opportunity_id, status, price_amount, price_currency, expires_at, hold_ends_at,
                                 consent_text_version, consent_recorded_at)
             VALUES ($1, $2, $3, $4, 'live', 'opportunity', 'A niche', $5, 'pending_payment', 100, 'usd',
                     now() + interval '1 hour', now() + interval '1 hour', '1', now())`,
      values: [newId('ord'), accountId, token, network, await offer(db)],
    });
  }
  const orders = await db.prisma.order.findMany();
  const counts = [];
  for (const buyer of buyers) {
    const held = (await transaction(db, (tx) => holdsOf(tx, buyer))).map(({ id }) => id);
    const own = orders.filter((order) => isOfBuyer(order, buyer)).map(({ id }) => id);
    expect(held.sort()).toEqual(own.sort());
    counts.push(own.length);
  }
  expect(counts).toEqual([3, 3, 1, 1]);
});

test('a browser without an account that paid gets its first answer again and its thanks, also once the order has an account', async () => {
  const [browser, id] = [await visit(), await offer(db)];
  const first = await buy(id, browser);
  const { id: orderId, checkoutSessionId } = await orderFor(id);
  await payTestOrder(db, orderId, { email: 'reader@example.com' });
  expect(await orderFor(id)).toMatchObject({
    status: 'fulfilled',
    accountId: expect.stringMatching(/^acc_/) as string,
  });
  expect(await buy(id, browser, first.key)).toMatchObject({ status: 302, location: first.location });
  expect(await page(`/checkout/success?session_id=${checkoutSessionId}`, browser)).toContain('Thank you');
  expect(await page(`/opportunities/${id}`, browser)).toContain('has been sold');
  // The payer has it in their account; nobody else gets it by the browser.
  const [payer, other] = [await signIn(api, db, 'reader@example.com'), await signIn(api, db, 'other@example.com')];
  const purchase = (cookie: string) => call(api, 'GET', `/account/purchases/${orderId}`, { headers: { cookie } });
  expect((await purchase(`${browser}; ${payer}`)).status).toBe(200);
  expect((await purchase(`${browser}; ${other}`)).status).toBe(404);
  expect((await purchase(browser)).status).toBe(303);
  expect(await buy(id, `${browser}; ${other}`, first.key)).toMatchObject({
    status: 409,
    code: 'idempotency_key_reused',
  });
});

test("the page of a sign-in link names its account, and says when it replaces another's session", async () => {
  const linkPage = async (cookie: string) => {
    const token = (await mailedToken(api, db, 'sign_in', 'sender@example.com'))!;
    return (await call(api, 'GET', `/sign-in/link?token=${token}`, { headers: { cookie } })).text;
  };
  const nobody = await linkPage('');
  expect([nobody.includes('s***@example.com'), nobody.includes('You are signed in as')]).toEqual([true, false]);
  const reader = await linkPage(await signIn(api, db, 'reader@example.com'));
  expect(reader).toMatch(/You are signed in as\s+<strong>r\*\*\*@example\.com<\/strong>/);
  expect(reader).not.toContain('sender@example.com');
  expect(await linkPage(await signIn(api, db, 'sender@example.com'))).not.toContain('You are signed in as');
});

describe('the cookie of a buyer ends', () => {
  const ended = (answer: Answer) => answer.headers.getSetCookie().filter((line) => /^(__Host-)?noi_buyer=/.test(line));
  const END = 'noi_buyer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

  test('at each way of signing in and out, and a browser that is signed in is given none', async () => {
    const { email } = await createOwner(api, db);
    const browser = await visit();
    const byPassword = await signInByPassword(api, email, OWNER_PASSWORD, browser);
    expect(ended(byPassword)).toEqual([END]);
    const signedIn = cookiesAfter(byPassword, browser);
    expect(signedIn).not.toContain('noi_buyer');

    const id = await offer(db);
    for (const path of ['/buy?product=idea_check', `/opportunities/${id}`]) {
      expect(ended(await call(api, 'GET', path, { headers: { cookie: signedIn } }))).toEqual([]);
    }
    expect((await buy(id, `${signedIn}; ${browser}`)).status).toBe(302);
    expect(await orderFor(id)).toMatchObject({ buyerTokenHash: null, buyerAddressHash: null });

    const csrf = await csrfOf(api, signedIn);
    const out = await sendForm(api, '/sign-out', { csrf }, { cookie: signedIn });
    expect([out.headers.get('location'), ended(out)]).toEqual(['/sign-in', [END]]);

    const byLink = await signInByLink(api, db, email, { cookie: browser });
    expect(ended(byLink)).toEqual([END]);
    const again = cookiesAfter(byLink, browser);
    const everywhere = { csrf: await csrfOf(api, again) };
    const outEverywhere = await sendForm(api, '/account/security/sign-out-everywhere', everywhere, { cookie: again });
    expect([outEverywhere.headers.get('location'), ended(outEverywhere)]).toEqual(['/sign-in', [END]]);
  });

  test('and over https it is bound to host and transport', async () => {
    const settings = { publicUrl: 'https://noi.example' };
    const secure = await startApi(db, { payments: clientOf(provider), settings });
    const shown = await call(secure, 'GET', '/buy?product=idea_check');
    expect(ended(shown)).toEqual([
      expect.stringMatching(/^__Host-noi_buyer=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const again = await call(secure, 'GET', '/buy?product=idea_check', { headers: { cookie: cookiesAfter(shown) } });
    expect(cookiesAfter(again)).toBe(cookiesAfter(shown));
    const { email } = await createOwner(api, db);
    expect(ended(await signInByLink(secure, db, email))).toEqual([
      '__Host-noi_buyer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    await secure.close();
  });
});
