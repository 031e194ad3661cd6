import { refundOrder } from '../../modules/orders/store/decisions';
import { NOTHING_OF_US, openedSource } from '../support/browser';
import { eventually } from '../support/eventually';
import { linksIn } from '../support/mails';
import { checkMoney } from '../support/money-invariants';
import { useBrowser, useEach, useShop } from '../support/use';

const shop = useShop({ settings: { reservationGraceMs: 1_000 }, checkout: { tax: null, invoices: true } });
const browser = useBrowser();
const page = useEach(() => browser.newPage({ viewport: { width: 360, height: 720 } }));
afterAll(() => checkMoney(shop.db, shop.provider));

const title = async (id: string) => (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).title;
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function toCheckout(opportunityId: string): Promise<void> {
  await page.goto(`${shop.api.url}/opportunities`);
  await page.getByRole('link', { name: await title(opportunityId) }).click();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
}

async function pay(email: string): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole('button', { name: /pay/i }).click();
}

/** Clicks until the download starts, because a busy machine answers a slow PDF with 503, "try again". */
async function download(name: string): Promise<string> {
  const from = page.url();
  const started = await eventually('the download', async () => {
    if (page.url() !== from) await page.goto(from);
    const event = page.waitForEvent('download', { timeout: 6_000 }).catch(() => null);
    await page.getByRole('link', { name }).click();
    return event;
  });
  return started.suggestedFilename();
}

test('only the buying browser can download the dossier, for a day', async () => {
  const id = await shop.offer();
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await page.getByText('We reserve it for you for 15 minutes while you pay.').isVisible()).toBe(true);
  await toCheckout(id);
  await pay('quick@example.com');
  await heading('Thank you for your purchase').waitFor();
  expect(await download('Download PDF')).toBe(`${await title(id)}.pdf`);
  expect(await download('Certificate')).toBe(`Certificate of exclusivity, ${await title(id)}.pdf`);
  await page.getByRole('link', { name: 'Open your dossier' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/dossier/'));
  expect(await page.locator('main').innerText()).toContain('Limitations');
  const dossier = page.url();

  // This browser also loses access after a day, and while the account is suspended.
  const account = { email: 'quick@example.com' };
  await shop.db.prisma.account.update({ where: account, data: { status: 'suspended', suspendedFrom: 'active' } });
  expect((await page.goto(dossier))!.status()).toBe(404);
  await shop.db.prisma.account.update({ where: account, data: { status: 'active', suspendedFrom: null } });
  expect((await page.goto(dossier))!.status()).toBe(200);
  const { id: orderId } = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await shop.db.prisma.payment.updateMany({ where: { orderId }, data: { createdAt: yesterday } });
  expect((await page.goto(dossier))!.status()).toBe(404);
});

test('a bought opportunity is readable in the account after sign-in, with an invoice', async () => {
  const [id, email] = [await shop.offer(), 'collector@example.com'];
  await toCheckout(id);
  await pay(email);
  await page.getByRole('link', { name: 'sign in' }).click();
  await heading('Sign in').waitFor();
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const mail = await eventually('the sign-in link', () =>
    shop.mails.find(({ to, subject }) => to === email && subject.includes('sign-in link')),
  );
  const link = linksIn(mail).find(({ searchParams }) => searchParams.has('token'))!;
  await page.goto(shop.api.url + link.pathname + link.search);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(await title(id)).waitFor();
  expect(await page.getByText('$599.00').count()).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Read the dossier' }).click();
  expect(await page.locator('main').innerText()).toContain('Limitations');
  expect(await openedSource(page)).toEqual(NOTHING_OF_US);
  expect(await download('PDF')).toBe(`${await title(id)}.pdf`);
  await page.goBack();
  await heading(await title(id)).waitFor();

  await page.getByRole('link', { name: /^Invoice / }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  await page.goto(`${shop.api.url}/account/purchases`);
  // Other buyers' purchases are not found.
  const other = await shop.purchase(await shop.offer());
  expect((await page.goto(`${shop.api.url}/account/purchases/${other.body.orderId}`))!.status()).toBe(404);

  const { id: orderId } = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
  const read = (order: string, name: string) =>
    page.request.get(`${shop.api.url}/account/purchases/${order}/documents?name=${name}`);
  expect((await read(orderId, 'certificate')).headers()['content-type']).toBe('application/pdf');
  expect((await read(orderId, 'data')).headers()['content-type']).toBe('application/zip');
  expect((await read(other.body.orderId, 'certificate')).status()).toBe(404);
  await refundOrder(shop.db, orderId);
  await page.goto(`${shop.api.url}/account/purchases/${orderId}/documents?name=certificate`);
  expect(await page.getByText('The certificate of exclusivity is void: the payment was refunded.').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Certificate of exclusivity' }).count()).toBe(0);
});

test('a buyer whose bank declines the payment later can order again at once', async () => {
  const id = await shop.offer();
  const { body } = await shop.purchase(id);
  await shop.provider.pay(body.checkoutSessionId!, { outcome: 'delayed' });
  const success = `${shop.api.url}/checkout/success?session_id=${body.checkoutSessionId}`;
  await page.goto(success);
  await heading('Your payment is being confirmed').waitFor();
  await shop.provider.control(`checkout-sessions/${body.checkoutSessionId}/settle`, { outcome: 'failed' });
  await heading('Your payment did not go through').waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/opportunities/${id}`);
});

test('a returning buyer is led to the open checkout, and others see that it is held', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  const checkout = page.url();
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  expect(page.url()).toBe(checkout);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await stranger.getByText('Someone else is buying this opportunity').isVisible()).toBe(true);
  await stranger.context().close();
  await pay('again@example.com');
  await heading('Thank you for your purchase').waitFor();
});

test('a buyer who leaves the checkout can resume it or release the reservation', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  const checkout = page.url();
  await page.getByRole('link', { name: /back|cancel/i }).click();
  await heading('You left the checkout').waitFor();
  expect(await page.getByText('You were not charged').isVisible()).toBe(true);
  const link = page.getByRole('link', { name: 'Continue to payment' });
  expect(await link.getAttribute('href')).toBe(checkout);
  await page.getByRole('button', { name: 'Release my reservation' }).click();
  await page.getByText('Your reservation is released.').waitFor();
  expect(await page.getByRole('button').or(link).count()).toBe(0);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await stranger.getByRole('button', { name: /^Buy for/ }).isVisible()).toBe(true);
  await stranger.context().close();
});

test('no consent is preselected', async () => {
  await page.goto(`${shop.api.url}/buy?product=idea_check`);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  expect(new URL(page.url()).pathname).toBe('/buy');
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);
});

test('a purchase works with the keyboard alone', async () => {
  const id = await shop.offer();
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  expect(await shop.db.prisma.order.count({ where: { opportunityId: id, status: 'pending_payment' } })).toBe(1);
});
