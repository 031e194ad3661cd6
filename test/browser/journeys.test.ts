/** How many clicks on our pages it takes from a wish to what was wished for; fields are filled in, and mails opened, beside them. */
import type { Locator } from 'playwright-core';
import { eventually } from '../support/eventually';
import { useBrowser, useEach, useShop } from '../support/use';
import { follow, mailboxOf, phoneAt } from '../support/visitor';

const shop = useShop();
const browser = useBrowser();
const context = useEach(() => phoneAt(browser, shop.api.url));
const page = useEach(() => context.newPage());
const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });

/** Clicks, and counts it. */
function counter() {
  let clicks = 0;
  return {
    click: (on: Locator) => {
      clicks += 1;
      return on.click();
    },
    count: () => clicks,
  };
}

/** Pays as a guest on the page of the payment provider. */
async function payAs(email: string, click: (on: Locator) => Promise<void>): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await click(button(/pay/i));
}

test('a guest has a dossier from the catalogue after six', async () => {
  const { click, count } = counter();
  const { title } = await shop.db.prisma.opportunity.findUniqueOrThrow({ where: { id: await shop.offer() } });
  await page.goto('/opportunities');
  await click(link(title));
  for (const box of await page.getByRole('checkbox').all()) await click(box);
  await click(button(/^Buy for/));
  await payAs('guest-of-six@example.com', click);
  await click(link('Open your dossier'));
  await page.getByText('Limitations').first().waitFor();
  expect(count()).toBe(6);
});

test('an idea has its free scan under way after two', async () => {
  const { click, count } = counter();
  const email = 'scan-of-two@example.com';
  await page.goto('/scan');
  await page.getByLabel('Your idea').fill('A weekly letter on heat pump policy for installers in small towns');
  await page.getByLabel('E-mail address').fill(email);
  await click(button('Request my free scan'));
  await follow(page, mailboxOf(shop.mails), email, 'Confirm your free scan');
  await click(button('I agree'));
  await page.getByRole('heading', { name: 'Your scan is confirmed' }).waitFor();
  expect(count()).toBe(2);
});

test('a credit that a guest bought is a run after four, with the sign-in on the way', async () => {
  const email = 'run-of-four@example.com';
  await page.goto('/buy?product=idea_check');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(/^Buy for/).click();
  await payAs(email, (on) => on.click());
  await eventually('the purchase has an account', () => shop.db.prisma.account.findUnique({ where: { email } }));
  const { click, count } = counter();
  await click(link(/^Start your run/));
  await page.locator('#email').fill(email);
  await click(button('E-mail me a link'));
  await follow(page, mailboxOf(shop.mails), email, 'sign-in link');
  await click(button('Sign in'));
  await page
    .getByLabel('Your newsletter idea')
    .fill('A weekly newsletter on repairing old bicycles for people who commute');
  await click(button('Start the research'));
  await page.getByRole('heading', { level: 1, name: /repairing old bicycles/ }).waitFor();
  expect(count()).toBe(4);
});
