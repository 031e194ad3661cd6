import type { Page } from 'playwright-core';
import { ALL_EVENTS } from '../../modules/webhooks/contract';
import { createCustomer } from '../support/api';
import { submit } from '../support/browser';
import { eventually } from '../support/eventually';
import { useBrowser, useEach, useShop } from '../support/use';
import { mailboxOf, phoneAt, signIn as signInByMail } from '../support/visitor';
import { startReceiver } from '../support/webhooks';

const shop = useShop({ stepMs: 150, settings: ALL_EVENTS });
const browser = useBrowser();
const context = useEach(() => phoneAt(browser, shop.api.url));
const page = useEach(() => context.newPage());

const IDEA = 'A weekly newsletter on repairing old bicycles for people who commute';

const signIn = (email: string) => signInByMail(page, mailboxOf(shop), email);

/** Signs in as a customer with credits. */
async function customer(): Promise<string> {
  const { accountId } = await createCustomer(shop.db, { credits: 5 });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await signIn(email);
  return email;
}

async function startIdeaCheck(on: Page = page): Promise<void> {
  await on.goto('/account/runs/new?kind=idea_check');
  await on.getByLabel('Your newsletter idea').fill(IDEA);
  await on.getByRole('button', { name: 'Start the research' }).click();
  await on.getByRole('heading', { level: 1, name: IDEA }).waitFor();
}

/** Starts an Idea Check whose agent waits until `work` is done. */
async function slowly(work: () => Promise<void>): Promise<void> {
  await shop.agents.pace(5_000);
  try {
    await work();
  } finally {
    await shop.agents.pace(150);
  }
}

const toDossier = (within: Page) => within.getByRole('link', { name: 'Open the dossier' });

/** Text of the dossier on this page, once it has loaded. */
const dossierIn = (within: Page) => within.getByText('Idea Check').first();

test('a buyer can follow a run and read its dossier without scripts', async () => {
  await customer();
  const plain = await browser.newContext({ baseURL: shop.api.url, javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const reader = await plain.newPage();
  await startIdeaCheck(reader);
  await toDossier(reader).waitFor({ timeout: 60_000 });
  expect(await reader.locator('progress').count()).toBe(0);
  await toDossier(reader).click();
  await dossierIn(reader).waitFor();
  await plain.close();
});

test('a search shows its ideas as they finish, then their ranking', async () => {
  const { accountId } = await createCustomer(shop.db, { credits: 1, kind: 'custom_search' });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await signIn(email);
  await page.goto('/account/runs/new?kind=custom_search');
  await page.getByLabel('About you').fill('Energy consultant in Leipzig, ten hours a week');
  await page.getByLabel('What you know well').fill('heat pumps\nbuilding law');
  await page.getByLabel('Ideas to research').fill('3');
  await page.getByRole('button', { name: 'Start the research' }).click();
  await page.evaluate(`new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift = (window.shift ?? 0) + value;
  }).observe({ type: 'layout-shift' })`);
  await eventually('an idea is settled', async () => (await page.locator('.candidates .tag.good').count()) > 0);
  expect(await page.evaluate('window.shift ?? 0')).toBeLessThan(0.05);
  await toDossier(page).waitFor({ timeout: 60_000 });
  const ideas = page.locator('.candidates > li');
  expect(await ideas.count()).toBe(3);
  const scores = await ideas.locator('.score text').allTextContents();
  expect(scores).toEqual(scores.toSorted((a, b) => Number(b) - Number(a)));
  expect(await ideas.locator('a').first().getAttribute('href')).toMatch(/\/dossier#candidate-1$/);
  await page.getByRole('link', { name: 'Ranking (JSON)' }).waitFor();
});

test('a run is canceled after a confirmation, and its text can be reused for a new one', async () => {
  await customer();
  await slowly(async () => {
    await startIdeaCheck();
    await page.getByText('Cancel this check').click();
    await page.getByRole('button', { name: 'Cancel the check' }).click();
    await page.getByText('You canceled this check.').waitFor();
  });
  await page.getByRole('link', { name: 'Start again with the same idea' }).click();
  expect(await page.getByLabel('Your newsletter idea').inputValue()).toBe(IDEA);
});

test('a webhook can be created, tested, replayed, changed, rotated, disabled and deleted', async () => {
  await customer();
  const receiver = await startReceiver();
  await page.goto('/account/webhooks');
  await page.getByLabel('URL').fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('Enter a public address: we cannot reach a private network.').first().waitFor();
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('Name (optional)').fill('Staging');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const secret = await page.locator('#secret').innerText();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('link', { name: 'Go to the endpoint' }).click();
  await submit(page, 'Send a test delivery');
  await eventually('it was delivered', async () => {
    await page.goto(page.url());
    return (await page.getByText('delivered', { exact: true }).count()) === 1;
  });
  await submit(page, 'Send again');
  await eventually('it was delivered again', () => receiver.received.length === 2);
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
  await page.getByLabel('run.completed').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect(await page.getByLabel('run.completed').isChecked()).toBe(true);
  await page.getByText('Rotate the signing secret').click();
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  expect(await page.locator('#secret').innerText()).not.toBe(secret);
  await page.getByRole('link', { name: 'Go to the endpoint' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('disabled', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send a test delivery' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Send a test delivery' }).waitFor();
  await page.getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete the endpoint' }).click();
  await page.getByText('No endpoints yet').waitFor();
  await receiver.close();
});
