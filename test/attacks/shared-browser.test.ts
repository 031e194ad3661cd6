import { call, startApi, type Answer } from '../support/api';
import { payTestOrder } from '../support/sales';
import {
  cookiesAfter,
  createOwner,
  csrfOf,
  OWNER_PASSWORD,
  sendForm,
  signIn,
  signInByLink,
  signInByPassword,
} from '../support/people';
import { clientOf, offer } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi({ settings: { trustedHops: 1 } });

let forms = 0;
/** Submits the order form, each time from another network to avoid network limits. */
async function buy(opportunityId: string, cookie: string, key = `shared-${forms++}`) {
  const answer = await fetch(`${api.url}/checkout/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': `203.0.113.${++forms % 250}` },
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
/** Cookie of a browser that has opened an order form without signing in. */
const visit = async () => cookiesAfter(await call(api, 'GET', '/buy?product=idea_check'));

/** Offers an opportunity. Ends all open checkouts first, because anonymous buyers may hold only part of the catalog. */
async function offerOne(): Promise<string> {
  await db.pool.query(
    `WITH ended AS (UPDATE orders SET status = 'canceled', hold_ends_at = now() WHERE status = 'pending_payment' RETURNING id)
     UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL
     WHERE reserved_by IN (SELECT id FROM ended)`,
  );
  return offer(db);
}

type Reader = 'nobody' | 'first' | 'second';
test.each<[opener: Reader, reader: Reader, where: 'the same' | 'another', isTheirs: boolean]>([
  ['nobody', 'nobody', 'the same', true],
  ['nobody', 'nobody', 'another', false],
  ['nobody', 'first', 'the same', false],
  ['first', 'first', 'the same', true],
  ['first', 'first', 'another', true],
  ['first', 'second', 'the same', false],
  ['first', 'second', 'another', false],
  ['first', 'nobody', 'the same', false],
])(
  'shows a checkout only to its buyer: begun as %s, read as %s in %s browser',
  async (opener, reader, where, isTheirs) => {
    const browser = await visit();
    const sessions: Record<Reader, string> = {
      nobody: '',
      first: await signIn(api, db, `first-${forms}@example.com`),
      second: await signIn(api, db, `second-${forms}@example.com`),
    };
    const id = await offerOne();
    const first = await buy(id, `${browser}; ${sessions[opener]}`);
    expect(first.status).toBe(302);
    const { id: orderId } = await orderFor(id);

    const cookie = `${where === 'the same' ? browser : await visit()}; ${sessions[reader]}`;
    const words = await page(`/opportunities/${id}`, cookie);
    expect(words).toContain(isTheirs ? 'Reserved for you' : 'Someone else is buying');
    expect(words.includes(first.location!)).toBe(isTheirs);
    const own = { location: first.location };
    expect(await buy(id, cookie)).toMatchObject(isTheirs ? own : { status: 409, code: 'opportunity_unavailable' });
    const repeated = isTheirs ? own : { status: 409, code: 'idempotency_key_reused' };
    expect(await buy(id, cookie, first.key)).toMatchObject(repeated);
    const left = await page(`/checkout/cancelled?order=${orderId}`, cookie);
    expect(left.includes('Release my reservation')).toBe(isTheirs);
    await sendForm(api, '/checkout/cancelled', { order: orderId }, { cookie });
    expect((await orderFor(id)).status).toBe(isTheirs ? 'canceled' : 'pending_payment');
  },
);

test('thanks the browser that paid, but gives the purchase to the payer’s account', async () => {
  const [browser, id] = [await visit(), await offerOne()];
  const first = await buy(id, browser);
  const { id: orderId, checkoutSessionId } = await orderFor(id);
  await payTestOrder(db, orderId, { email: 'reader@example.com' });
  expect(await orderFor(id)).toMatchObject({ accountId: expect.stringMatching(/^acc_/) as string });
  expect(await buy(id, browser, first.key)).toMatchObject({ status: 302, location: first.location });
  expect(await page(`/checkout/success?session_id=${checkoutSessionId}`, browser)).toContain('Thank you');
  const [payer, other] = [await signIn(api, db, 'reader@example.com'), await signIn(api, db, 'other@example.com')];
  const statusFor = async (cookie: string) =>
    (await call(api, 'GET', `/account/purchases/${orderId}`, { headers: { cookie } })).status;
  expect(await statusFor(`${browser}; ${payer}`)).toBe(200);
  expect(await statusFor(`${browser}; ${other}`)).toBe(404);
  expect(await statusFor(browser)).toBe(303);
  expect((await buy(id, `${browser}; ${other}`, first.key)).code).toBe('idempotency_key_reused');
});

const buyerCookies = (answer: Answer) =>
  answer.headers.getSetCookie().filter((line) => /^(__Host-)?noi_buyer=/.test(line));
const END = 'noi_buyer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

test('ends the buyer cookie on sign-in and sign-out, and gives signed-in browsers none', async () => {
  const { email } = await createOwner(api, db);
  const browser = await visit();
  const byPassword = await signInByPassword(api, email, OWNER_PASSWORD, browser);
  expect(buyerCookies(byPassword)).toEqual([END]);
  const signedIn = cookiesAfter(byPassword, browser);
  const id = await offerOne();
  expect(buyerCookies(await call(api, 'GET', `/opportunities/${id}`, { headers: { cookie: signedIn } }))).toEqual([]);
  expect((await buy(id, `${signedIn}; ${browser}`)).status).toBe(302);
  expect(await orderFor(id)).toMatchObject({ buyerTokenHash: null, buyerAddressHash: null });
  const out = await sendForm(api, '/sign-out', { csrf: await csrfOf(api, signedIn) }, { cookie: signedIn });
  expect(buyerCookies(out)).toEqual([END]);
  const byLink = await signInByLink(api, db, email, { cookie: browser });
  expect(buyerCookies(byLink)).toEqual([END]);
  const cookie = cookiesAfter(byLink, browser);
  const csrf = await csrfOf(api, cookie);
  const everywhere = await sendForm(api, '/account/security/sign-out-everywhere', { csrf }, { cookie });
  expect(buyerCookies(everywhere)).toEqual([END]);
});

test('binds the buyer cookie to host and transport over https', async () => {
  const secure = await startApi(db, { payments: clientOf(provider), settings: { publicUrl: 'https://noi.example' } });
  expect(buyerCookies(await call(secure, 'GET', '/buy?product=idea_check'))).toEqual([
    expect.stringMatching(/^__Host-noi_buyer=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  const { email } = await createOwner(api, db);
  expect(buyerCookies(await signInByLink(secure, db, email))).toEqual([`__Host-${END}; Secure`]);
  await secure.close();
});
