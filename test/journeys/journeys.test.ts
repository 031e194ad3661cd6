/** The main customer journeys in a phone browser. The console stays empty, and no page runs inline scripts. */
import type { Page, Response } from 'playwright-core';
import { eventually } from '../support/eventually';
import { useBrowser, useEach, useShop } from '../support/use';
import { follow, mailboxOf, phoneAt, signIn } from '../support/visitor';

const shop = useShop({ stepMs: 20 });
const browser = useBrowser();
const context = useEach(() => phoneAt(browser, shop.api.url));
const page = useEach(() => context.newPage());
const mailbox = mailboxOf(shop);

const IDEA = 'A weekly newsletter on repairing old bicycles for people who commute';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const complaints: string[] = [];
beforeEach(() => {
  complaints.length = 0;
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (answer) => checkPolicy(answer));
});

/** Fails if the policy of one of our pages allows inline scripts or other sites. */
function checkPolicy(answer: Response): void {
  const { 'content-type': type = '', 'content-security-policy': policy = '' } = answer.headers();
  if (!answer.url().startsWith(shop.api.url) || !type.startsWith('text/html') || answer.status() >= 300) return;
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "'none'";
  if (!policy.includes("default-src 'none'") || /unsafe|\*|http/.test(scripts))
    complaints.push(`${answer.url()}: ${policy}`);
}

async function buy(on: Page, email: string): Promise<void> {
  for (const box of await on.getByRole('checkbox').all()) await box.check();
  await button(/^Buy for/).click();
  await on.waitForURL((url) => url.href.startsWith(shop.provider.url));
  await on.getByLabel(/e-?mail/i).fill(email);
  await button(/pay/i).click();
  await heading(/^Thank you/).waitFor();
}

test('a visitor gets a free scan and is led to the full check', async () => {
  const email = 'scanner@example.com';
  await page.goto('/');
  await page.getByLabel('Your idea').fill(IDEA);
  await button('Scan my idea for free').click();
  await page.locator('#email').fill(email);
  await button('Scan my idea').click();
  await page.getByText(email).waitFor();
  await follow(page, mailbox, email, 'Confirm your free scan');
  await button(/^I agree/).click();
  await page.getByRole('heading', { name: 'What may surprise you' }).waitFor();
  const result = await eventually('the mail with the result', async () =>
    (await mailbox.mailsTo(email)).find(({ subject }) => subject.startsWith('Your free scan:')),
  );
  expect(result.html).toContain('/buy?product=idea_check');
  expect(complaints).toEqual([]);
});

test('a guest buys an opportunity, and nobody else can read its dossier', async () => {
  const id = await shop.offer();
  await page.goto('/opportunities');
  await page.locator(`h2 a[href="/opportunities/${id}"]`).click();
  await buy(page, 'guest@example.com');
  expect(await page.locator('main').innerText()).toContain('$599.00');
  await page.getByRole('link', { name: 'Open your dossier' }).click();
  await page.waitForURL('**/checkout/dossier/*');
  await page.getByText('Limitations').first().waitFor();
  const stranger = await browser.newContext();
  expect((await stranger.request.get(page.url())).status()).toBe(404);
  await stranger.close();
  expect(complaints).toEqual([]);
});

test('a credit buyer signs in by mail, starts a run and reads its dossier without reloading', async () => {
  const email = 'reader@example.com';
  await page.goto('/buy?product=idea_check');
  await buy(page, email);
  await eventually('the purchase has an account', () => shop.db.prisma.account.findUnique({ where: { email } }));
  await signIn(page, mailbox, email);
  await page.goto('/account/runs/new?kind=idea_check');
  await page.getByLabel('Your newsletter idea').fill(IDEA);
  await button('Start the research').click();
  await heading(IDEA).waitFor();
  // The dossier can arrive only through the page's own stream.
  await page.getByRole('link', { name: 'Open the dossier' }).click({ timeout: 60_000 });
  await page.getByText('Idea Check').first().waitFor();
  expect(complaints).toEqual([]);
});
