/** A bought dossier is read by whoever has a link to it, for as long as the purchase stands. */
import { beginErasure } from '../../store/accounts/begin-erasure';
import { offerAgain } from '../../store/opportunities/offer-again';
import { refundOrder } from '../../store/orders/refund-order';
import { call } from '../support/api';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useSales } from '../support/sales';
import { useEach } from '../support/use';

const { shop, buyer, bought, disputed, decide } = useSales();

/** A browser that is signed in to the account of the buyer. */
const browser = useEach(async () => signedIn(buyer.accountId));

async function signedIn(accountId: string) {
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(shop.api, shop.db, email);
  return { email, cookie, csrf: await csrfOf(shop.api, cookie) };
}

const visit = (path: string, cookie = '') =>
  call(shop.api, 'GET', path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
const send = (path: string, fields: Record<string, string>, { cookie, csrf } = browser) =>
  sendForm(shop.api, path, { csrf, ...fields }, { cookie });

async function share(orderId: string): Promise<string> {
  const { status, text } = await send(`/account/purchases/${orderId}/share`, { days: '7' });
  expect(status).toBe(200);
  return new URL(/id="link">([^<]+)</.exec(text)![1]!).pathname;
}
const sharesOf = (orderId: string) => shop.db.prisma.dossierShare.findMany({ where: { orderId } });

test('whoever has the link reads the dossier that was bought, in a copy that names its owner', async () => {
  const opportunityId = await shop.offer();
  const orderId = await bought(opportunityId);
  const page = (await visit(`/account/purchases/${orderId}`, browser.cookie)).text;
  expect(page).toContain('Each copy names you as its owner');
  expect((await visit(`/account/opportunities/${opportunityId}`, browser.cookie)).text).toContain(
    `href="/account/purchases/${orderId}#sharing"`,
  );
  const path = await share(orderId);
  const shown = await visit(path);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('Somebody shared this dossier with you');
  expect(shown.text).toContain(browser.email);
  for (const secret of [buyer.accountId, buyer.keyId]) expect(shown.text).not.toContain(secret);
  expect(shown.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect((await visit(`${path}/dossier?format=pdf`)).headers.get('content-type')).toBe('application/pdf');
  expect((await visit(`/account/purchases/${orderId}`, browser.cookie)).text).toContain('Take back the link');
});

test('a link ends when it is taken back, which only its owner does', async () => {
  const orderId = await bought(await shop.offer());
  const path = await share(orderId);
  const shareId = (await sharesOf(orderId))[0]!.id;
  const stranger = await signedIn((await shop.buyer()).accountId);
  await send(`/account/purchases/${orderId}/unshare`, { shareId }, stranger);
  expect((await visit(path)).status).toBe(200);
  expect((await send(`/account/purchases/${orderId}/share`, { days: '7' }, stranger)).status).toBe(404);
  await send(`/account/purchases/${orderId}/unshare`, { shareId });
  expect((await visit(path)).status).toBe(404);
  const activity = (await visit('/account/activity', browser.cookie)).text;
  for (const words of ['Purchase shared', 'Sharing of a purchase ended']) expect(activity).toContain(words);
});

test('a purchase that does not stand any more is read by nobody, through no link', async () => {
  const orderId = await bought(await shop.offer());
  const path = await share(orderId);
  const dispute = await disputed(orderId);
  expect((await visit(path)).status).toBe(200);
  await decide(orderId, dispute, 'lost');
  expect([(await visit(path)).status, (await visit(`${path}/dossier?format=pdf`)).status]).toEqual([404, 404]);
});

test('a link to a purchase that went back shows nothing of a later purchase of the same opportunity', async () => {
  const opportunityId = await shop.offer();
  const orderId = await bought(opportunityId);
  const path = await share(orderId);
  await refundOrder(shop.db, orderId);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await offerAgain(shop.db, opportunityId);
  const later = await bought(opportunityId);
  expect((await visit(path)).status).toBe(404);
  expect((await visit(await share(later))).status).toBe(200);
});

test('a purchase of credits, and one of an account that is erased, is shared by no link', async () => {
  expect((await send(`/account/purchases/${await bought()}/share`, { days: '7' })).status).toBe(404);
  const orderId = await bought(await shop.offer());
  const path = await share(orderId);
  await beginErasure(shop.db, buyer.accountId);
  expect((await visit(path)).status).toBe(404);
});

test('a purchase has at most ten links, also when they are asked for at once', async () => {
  const orderId = await bought(await shop.offer());
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => send(`/account/purchases/${orderId}/share`, { days: '7' })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(10).fill(200),
    409,
    409,
  ]);
  expect(await sharesOf(orderId)).toHaveLength(10);
});
