import { accessibilityFlaws, NOTHING_OF_US, openedSource, pageWidth } from '../support/browser';
import { eventually } from '../support/eventually';
import { linksIn, mailTo } from '../support/mails';
import { checkMoney } from '../support/money-invariants';
import { useBrowser, useEach, useShop } from '../support/use';

const shop = useShop({ settings: { reservationGraceMs: 1_000 }, checkout: { tax: null, invoices: true } });
const browser = useBrowser();
const page = useEach(() => browser.newPage({ viewport: { width: 360, height: 720 } }));
afterAll(() => checkMoney(shop.db, shop.provider));

const title = async (id: string) => (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).title;
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Goes from the catalogue to the payment page. */
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

test('an opportunity is bought from the catalogue to the thanks', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  await pay('reader@example.com');
  await heading('Thank you for your purchase').waitFor();
  expect(await page.content()).not.toContain('reader@example.com');
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await page.getByText('This opportunity has been sold').isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
});

test('the browser that bought an opportunity opens and saves its dossier at once, and no other does', async () => {
  const id = await shop.offer();
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await page.getByText('The next step reserves it for you: you have 15 minutes to pay.').isVisible()).toBe(true);
  await toCheckout(id);
  await pay('quick@example.com');
  await heading('Thank you for your purchase').waitFor();
  const success = page.url();
  for (const shown of [await title(id), '$599.00']) expect(await page.locator('main').innerText()).toContain(shown);
  expect([await accessibilityFlaws(page), await pageWidth(page)]).toEqual([[], 360]);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as PDF' }).click();
  expect((await saved).suggestedFilename()).toBe(`${await title(id)}.pdf`);
  await page.getByRole('link', { name: 'Open your dossier' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/dossier/'));
  expect(await page.locator('main').innerText()).toContain('Limitations');
  const dossier = page.url();

  // Whoever has the addresses alone signs in.
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.goto(dossier))!.status()).toBe(404);
  await stranger.goto(success);
  expect(await stranger.getByRole('link', { name: 'Save as PDF' }).count()).toBe(0);
  await stranger.context().close();

  // Neither does this browser after a day, nor where the account is not its owner's to use.
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

test('an opportunity is bought, read in the account after signing in on the way, and invoiced', async () => {
  const [id, email] = [await shop.offer(), 'collector@example.com'];
  await toCheckout(id);
  await pay(email);
  await page.getByRole('link', { name: 'View receipt' }).click();
  await heading('Sign in').waitFor();
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'E-mail me a link' }).click();
  const mail = await eventually('the sign-in link', () =>
    shop.mails.find(({ to, subject }) => to === email && subject.includes('sign-in link')),
  );
  const link = linksIn(mail).find(({ searchParams }) => searchParams.has('token'))!;
  await page.goto(shop.api.url + link.pathname + link.search);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(await title(id)).waitFor();
  expect(await page.getByText('$599.00').count()).toBeGreaterThan(0);
  expect([await accessibilityFlaws(page), await pageWidth(page)]).toEqual([[], 360]);

  await page.getByRole('link', { name: 'Read the dossier' }).click();
  expect(await page.locator('main').innerText()).toContain('Limitations');
  expect(await openedSource(page)).toEqual(NOTHING_OF_US);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF' }).click();
  expect((await saved).suggestedFilename()).toBe(`${await title(id)}.pdf`);
  await page.goBack();
  await heading(await title(id)).waitFor();

  await page.getByRole('link', { name: /^Invoice / }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  await page.goto(`${shop.api.url}/account/purchases`);
  expect([await accessibilityFlaws(page), await pageWidth(page)]).toEqual([[], 360]);
  await page.getByRole('link', { name: await title(id) }).click();
  await heading(await title(id)).waitFor();
  const { id: orderId } = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
  expect(new URL(page.url()).pathname).toBe(`/account/purchases/${orderId}`);
  // Nobody else has such a purchase.
  const other = await shop.purchase(await shop.offer());
  expect((await page.goto(`${shop.api.url}/account/purchases/${other.body.orderId}`))!.status()).toBe(404);
});

test('a buyer whose bank refuses the payment later learns of it, and orders again at once', async () => {
  const id = await shop.offer();
  const { body } = await shop.purchase(id);
  await shop.provider.pay(body.checkoutSessionId!, { outcome: 'delayed' });
  const success = `${shop.api.url}/checkout/success?session_id=${body.checkoutSessionId}`;
  await page.goto(success);
  await heading('Your payment is being confirmed').waitFor();
  await shop.provider.control(`checkout-sessions/${body.checkoutSessionId}/settle`, { outcome: 'failed' });
  await heading('Your payment did not go through').waitFor();
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: /^Buy for/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/opportunities/${id}`);
});

test('a buyer whom the payment provider keeps waiting continues with one button', async () => {
  const id = await shop.offer();
  await shop.provider.fault('POST /v1/checkout/sessions', 'error_500', 1);
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByText('You were not charged').waitFor();
  expect([await accessibilityFlaws(page), await pageWidth(page)]).toEqual([[], 360]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  expect(await shop.db.prisma.order.count({ where: { opportunityId: id } })).toBe(1);
  await pay('patient@example.com');
  await heading('Thank you for your purchase').waitFor();
});

test('a buyer who goes back to buy again is led to the open checkout', async () => {
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

test('a buyer who leaves the checkout reads that nothing was charged, and can return to the offer', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  await page.getByRole('link', { name: /back|cancel/i }).click();
  await heading('You left the checkout').waitFor();
  expect(await page.getByText('You were not charged').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Back to the opportunity' }).click();
  await heading(await title(id)).waitFor();
});

test('a buyer who leaves the checkout can release the reservation', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  await page.getByRole('link', { name: /back|cancel/i }).click();
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Release my reservation' }).click();
  await page.getByText('Your reservation is released.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await stranger.getByRole('button', { name: /^Buy for/ }).isVisible()).toBe(true);
  await stranger.context().close();
});

test('a late payment is shown as refunded', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
  // The hold ends, as if the checkout had been open for half an hour.
  const past = new Date(Date.now() - 1_000);
  await shop.db.prisma.order.update({ where: { id: order.id }, data: { holdEndsAt: past } });
  await pay('late@example.com');
  await eventually('the order is refunded', async () => {
    const { status } = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    return status === 'refunded';
  });
  await page.goto(`${shop.api.url}/checkout/success?session_id=${order.checkoutSessionId}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your payment is being refunded');
});

test('three credits are bought in one order, at the price that the page says, and start runs', async () => {
  await page.goto(`${shop.api.url}/buy?product=idea_check`);
  await page.getByRole('link', { name: '3 credits' }).click();
  await page.getByText('$43.00 each, $18.00 less than one by one').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Buy for $129.00' }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  expect(await page.getByText('Idea Check, 3 credits').count()).toBeGreaterThan(0);
  await pay('three@example.com');
  await heading('Thank you for your purchase').waitFor();
  const shown = await page.locator('main').innerText();
  for (const text of ['Your 3 credits are in your account', '3 Idea Check credits', '$129.00'])
    expect(shown).toContain(text);
  const bought = await shop.db.prisma.entitlement.count({ where: { account: { email: 'three@example.com' } } });
  expect(bought).toBe(3);
});

test('no consent is given in advance', async () => {
  await page.goto(`${shop.api.url}/buy?product=idea_check`);
  await page.getByRole('button', { name: /^Buy for/ }).click();
  expect(new URL(page.url()).pathname).toBe('/buy');
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);
});

test('every page of the shop is accessible, in light and dark, at 360 pixels', async () => {
  const [id, reserved] = [await shop.offer(), await shop.offer()];
  const { body } = await shop.purchase(reserved);
  const paths = [
    '/opportunities',
    '/opportunities?sort=price',
    '/opportunities?q=nothing+at+all',
    '/opportunities?maxPrice=cheap&minScore=101',
    `/opportunities/${id}`,
    `/opportunities/${reserved}`,
    '/buy',
    '/buy?product=custom_search',
    '/buy?product=idea_check&quantity=3',
    `/checkout/success?session_id=${body.checkoutSessionId}`,
    '/checkout/success?session_id=cs_unknown',
    `/checkout/cancelled?order=${body.orderId}`,
  ];
  // The page that waits reloads itself, also under whoever measures it for longer than that takes.
  await page.route('**/assets/look-again.js*', (route) => route.fulfill({ body: '' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of paths) {
      await page.goto(shop.api.url + path);
      expect({ path, flaws: await accessibilityFlaws(page) }).toEqual({ path, flaws: [] });
      expect({ path, width: await pageWidth(page) }).toEqual({ path, width: 360 });
    }
  }
});

test('the whole purchase works by keyboard alone', async () => {
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

test('a free scan leads from its form by its mails to the full Idea Check, paid and ready to start', async () => {
  const email = 'scanner@example.com';
  const follow = async (type: string, link: (url: URL) => boolean) => {
    const { pathname, search } = linksIn(await mailTo(shop.mails, email, type)).find(link)!;
    await page.goto(`${shop.api.url}${pathname}${search}`);
  };
  await page.goto(`${shop.api.url}/scan`);
  await page.getByLabel('Your idea').fill('A weekly letter on heat pump policy for installers in small towns');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Request my free scan' }).click();
  await heading('Check your e-mail').waitFor();
  await follow('scan-confirmation', ({ searchParams }) => searchParams.has('token'));
  await page.getByRole('button', { name: 'I agree' }).click();
  await heading('Your scan is confirmed').waitFor();

  await follow('scan-completed', ({ pathname }) => pathname === '/buy');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.waitForURL((url) => url.href.startsWith(shop.provider.url));
  await pay(email);
  await heading(/^Thank you/).waitFor();
  const receipt = await mailTo(shop.mails, email, 'payment-granted');
  expect(linksIn(receipt).map(({ pathname }) => pathname)).toContain('/account/runs/new');
});
