import type { Browser, Page } from 'playwright-core';
import { accessibilityFlaws, pageWidth, startBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { checkMoney } from '../support/money-invariants';
import { startShop, type Shop } from '../support/shop';

let shop: Shop;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ settings: { reservationGraceMs: 1_000 } }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkMoney(shop.db, shop.provider);
  await shop.close();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 360, height: 720 } });
});
afterEach(() => page.close());

const title = async (id: string) => (await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id } })).title;
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** From the catalogue to the page on which is paid. */
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
  expect(await page.getByText('This opportunity is sold').isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
});

test('whoever goes back to buy again is led to the checkout that is open', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  const checkout = page.url();
  await page.goto(`${shop.api.url}/opportunities/${id}`);
  await page.getByRole('link', { name: 'Go on with the payment' }).click();
  expect(page.url()).toBe(checkout);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await stranger.getByText('Somebody is buying this opportunity').isVisible()).toBe(true);
  await stranger.context().close();
  await pay('again@example.com');
  await heading('Thank you for your purchase').waitFor();
});

test('whoever leaves the checkout is told that nothing was charged, and finds the way back', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  await page.getByRole('link', { name: /back|cancel/i }).click();
  await heading('You left the checkout').waitFor();
  expect(await page.getByText('Nothing was charged').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Back to the opportunity' }).click();
  await heading(await title(id)).waitFor();
});

test('whoever leaves the checkout can let go of what is held', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  await page.getByRole('link', { name: /back|cancel/i }).click();
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Do not keep it for me' }).click();
  await page.getByText('The opportunity is on offer again.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${shop.api.url}/opportunities/${id}`);
  expect(await stranger.getByRole('button', { name: /^Buy for/ }).isVisible()).toBe(true);
  await stranger.context().close();
});

test('a payment that comes too late shows that it goes back', async () => {
  const id = await shop.offer();
  await toCheckout(id);
  const order = await shop.db.prisma.order.findFirstOrThrow({ where: { opportunityId: id } });
  // The hold ends, as if the checkout had stood open for half an hour.
  const past = new Date(Date.now() - 1_000);
  await shop.db.prisma.order.update({ where: { id: order.id }, data: { holdEndsAt: past } });
  await pay('late@example.com');
  await eventually('the order is refunded', async () => {
    const { status } = await shop.db.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    return status === 'refunded';
  });
  await page.goto(`${shop.api.url}/checkout/success?session_id=${order.checkoutSessionId}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your payment goes back to you');
});

test('consents have to be given by hand', async () => {
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
    `/opportunities/${id}`,
    `/opportunities/${reserved}`,
    '/buy',
    '/buy?product=custom_search',
    `/checkout/success?session_id=${body.checkoutSessionId}`,
    '/checkout/success?session_id=cs_unknown',
    `/checkout/cancelled?order=${body.orderId}`,
  ];
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
