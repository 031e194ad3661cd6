import { createCustomer } from '../support/api';
import { offer } from '../support/shop';
import { signIn } from '../support/people';
import { useSellingApi } from '../support/use';

const { db, api, provider } = useSellingApi({ providerTimeoutMs: 500 });

let keys = 0;
const fields = { product: 'idea_check', immediateAccessConsent: 'true', withdrawalLossAcknowledgment: 'true' };
const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/checkout/start`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ idempotencyKey: `form-${keys++}`, ...form }),
    headers,
  });
type ProblemBody = { code: string; errors?: { pointer: string }[] };

test.each([
  [{ product: '' }, '/product'],
  [{ immediateAccessConsent: 'false' }, '/immediateAccessConsent'],
  [{ idempotencyKey: '' }, '/idempotencyKey'],
  [{ opportunityId: 'opp_x' }, '/opportunityId'],
  [{ surprise: '1' }, '/surprise'],
])('a form is checked: %j', async (wrong, pointer) => {
  const answer = await send({ ...fields, ...wrong });
  const { code, errors } = (await answer.json()) as ProblemBody;
  expect({ status: answer.status, code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(errors!.map((error) => error.pointer)).toContain(pointer);
});

test('who is signed in finds the address of the account at the payment page, where a guest enters one', async () => {
  const { accountId } = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const paymentPage = async (headers: Record<string, string>) =>
    (await fetch((await send(fields, headers)).headers.get('location')!)).text();
  const known = await paymentPage({ cookie: await signIn(api, db, email) });
  const field = (value: string, more: string) =>
    expect.stringMatching(new RegExp(`type="email"[^>]*value="${value}"${more}>`));
  expect(known).toEqual(field(email.replace('+', '\\+'), ' readonly'));
  expect(await paymentPage({})).toEqual(field('', ''));
});

test('a form without consents is refused with a page for a reader', async () => {
  const answer = await send({ product: 'idea_check' }, { accept: 'text/html' });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain('is required');
});

/** Longer than anybody waits for a page. */
const SILENCE_MS = 60_000;

test('a form that met a silent provider is answered before it speaks, and its button continues the same order', async () => {
  await provider.fault('POST /v1/checkout/sessions', 'timeout_before', 1, SILENCE_MS);
  const { headers } = await fetch(`${api.url}/buy?product=idea_check`);
  const from = { accept: 'text/html', cookie: headers.get('set-cookie')!.split(';')[0]! };
  const form = { ...fields, idempotencyKey: `form-${keys++}` };
  const orders = await db.prisma.order.count();
  const begun = performance.now();
  const refused = await send(form, from);
  expect(performance.now() - begun).toBeLessThan(SILENCE_MS);
  const page = await refused.text();
  expect([refused.status, page]).toEqual([502, expect.stringContaining('You were not charged.')]);
  expect(page).not.toMatch(/Idempotency-Key|Retry-After/);
  expect(refused.headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.url}`);
  const hidden = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const repeated = Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
  expect(repeated).toEqual(form);
  expect((await send(repeated, from)).status).toBe(302);
  expect(await db.prisma.order.count()).toBe(orders + 1);
});

test.each<[string, Record<string, string>, string]>([
  ['without consents', { product: 'idea_check' }, 'href="/buy?product=idea_check"'],
  ['for what is taken', { ...fields, product: 'opportunity', opportunityId: 'opp_gone' }, 'href="/opportunities"'],
  ['with markup in it', { ...fields, product: '"><script>' }, 'href="/buy"'],
])('a form %s gets a page that leads on', async (_, form, link) => {
  const answer = await send(form, { accept: 'text/html' });
  const page = await answer.text();
  expect(page).toContain('You were not charged.');
  expect(page).toContain(link);
  expect(page).not.toContain('<script>');
});

test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
  'a form from another site is refused: %j',
  async (headers) => {
    const answer = await send(fields, headers);
    // First, because a form that was taken is answered with a redirect, which has no body to read.
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'origin_not_allowed' });
  },
);

test('a form from our own page leads to the provider; sent twice it opens one order', async () => {
  const form = { ...fields, idempotencyKey: 'twice' };
  const first = await send(form, { origin: api.url });
  const cookie = first.headers.get('set-cookie')!;
  const second = await send(form, { origin: api.url, cookie: cookie.split(';')[0]! });
  expect([first.status, second.status]).toEqual([302, 302]);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(cookie).toMatch(/^noi_buyer=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
});

test('a browser is known again that holds an opportunity, and lets one address hold two', async () => {
  const [one, two, three] = [await offer(db), await offer(db), await offer(db)];
  const buy = (opportunityId: string, cookie = '') =>
    send({ ...fields, product: 'opportunity', opportunityId }, cookie ? { cookie } : {});
  const first = await buy(one);
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!;
  expect((await buy(one, cookie)).headers.get('location')).toBe(first.headers.get('location'));
  expect((await buy(one)).status).toBe(409);
  expect((await buy(two)).status).toBe(302);
  const refused = await buy(three);
  expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
    status: 409,
    code: 'too_many_holds',
  });
});
