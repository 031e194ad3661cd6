import { createWebhook } from '../support/api';
import { accessibilityFlaws, pageWidth, submit } from '../support/browser';
import { eventually } from '../support/eventually';
import { startReceiver } from '../support/receiver';
import { useBrowser, useEach, useShop } from '../support/use';
import { mailboxOf, phoneAt, signIn as signInByMail } from '../support/visitor';
import { createKey } from '../../store/keys/create-key';

const shop = useShop();
const browser = useBrowser();
const context = useEach(() => phoneAt(browser, shop.api.url));
const page = useEach(() => context.newPage());

async function signIn(email: string): Promise<string> {
  await signInByMail(page, mailboxOf(shop.mails), email);
  return (await shop.db.prisma.account.findUniqueOrThrow({ where: { email } })).id;
}

test('a buyer without an account signs in with the payment’s address and reads the dossier; nobody else can', async () => {
  const id = await shop.offer();
  await page.goto(`/opportunities/${id}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByLabel(/e-?mail/i).fill('owner@example.com');
  await page.getByRole('button', { name: /pay/i }).click();
  await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor();

  await signIn('owner@example.com');
  await page.goto('/account');
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open the dossier' }).click();
  expect(await page.locator('body').innerText()).toContain('Limitations');

  await context.clearCookies();
  await page.goto(`/account/opportunities/${id}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
  await signIn('another@example.com');
  const answer = await page.goto(`/account/opportunities/${id}?format=pdf`);
  expect(answer!.status()).toBe(404);
});

test('a developer sends a signed test from the account page and sees how it went', async () => {
  const receiver = await startReceiver();
  const accountId = await signIn('developer@example.com');
  await page.goto('/account/webhooks');
  expect(await page.getByText('No endpoints yet').isVisible()).toBe(true);
  const key = await createKey(shop.db, { accountId, name: 'webhooks', mode: 'live', scopes: ['webhooks:manage'] });
  const wanted = { url: receiver.url, eventTypes: ['webhook.test'] };
  await createWebhook(shop.api, { apiKey: key.secret }, 'from-the-page', wanted);

  await page.reload();
  await page.getByRole('link', { name: receiver.url }).click();
  await submit(page, 'Send a test delivery');
  await eventually('it was delivered', async () => {
    await page.goto(page.url());
    return (await page.getByRole('cell', { name: 'delivered' }).count()) === 1;
  });
  expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,/);
  expect(await page.getByRole('cell', { name: '204' }).count()).toBe(1);
  expect(await accessibilityFlaws(page)).toEqual([]);
  expect(await pageWidth(page)).toBe(360);
  await receiver.close();
});
