import type { Page } from 'playwright-core';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { createCustomer } from '../support/api';
import { accessibilityFlaws, NOTHING_OF_US, openedSource, pageWidth, submit } from '../support/browser';
import { eventually } from '../support/eventually';
import { startReceiver } from '../support/receiver';
import { useBrowser, useEach, useShop } from '../support/use';
import { mailboxOf, phoneAt, signIn as signInByMail } from '../support/visitor';

const shop = useShop({ stepMs: 150, settings: ALL_EVENTS });
const browser = useBrowser();
const context = useEach(() => phoneAt(browser, shop.api.url));
const page = useEach(() => context.newPage());

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const IDEA = 'A weekly newsletter on repairing old bicycles for people who commute';

const signIn = (email: string) => signInByMail(page, mailboxOf(shop.mails), email);

/** Signs in as a customer with credits. */
async function customer(): Promise<void> {
  const { accountId } = await createCustomer(shop.db, { credits: 5 });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await signIn(email);
}

async function startIdeaCheck(on: Page = page): Promise<void> {
  await on.goto('/account/runs/new?kind=idea_check');
  await on.getByLabel('Your newsletter idea').fill(IDEA);
  await on.getByRole('button', { name: 'Start the research' }).click();
  await on.getByRole('heading', { level: 1, name: IDEA }).waitFor();
}

/** Starts an Idea Check whose agent takes its time, until `work` is done. */
async function slowly(work: () => Promise<void>): Promise<void> {
  await shop.agents.pace(5_000);
  try {
    await work();
  } finally {
    await shop.agents.pace(150);
  }
}

/** The way from a finished run to its dossier. */
const toDossier = (within: Page) => within.getByRole('link', { name: 'Read the dossier' });

/** Words of the dossier that is the page, once they are there. */
const dossierIn = (within: Page) => within.getByText('Idea Check').first();

test('a credit is bought, a run started and watched without a reload by hand, its dossier read, shared and taken back', async () => {
  const email = 'reader-of-dossiers@example.com';
  await page.goto('/buy?product=idea_check');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Buy for/ }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole('button', { name: /pay/i }).click();
  await page.waitForURL(/\/checkout\/success/);
  await eventually('the purchase has an account', () => shop.db.prisma.account.findUnique({ where: { email } }));

  await signIn(email);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await page.getByLabel('Your newsletter idea').fill(IDEA);
  await slowly(async () => {
    await page.getByRole('button', { name: 'Start the research' }).click();
    await heading(IDEA).waitFor();
    await page.getByRole('progressbar').waitFor();
  });
  // Nothing but the page's own stream brings the dossier here.
  await toDossier(page).waitFor({ timeout: 60_000 });
  await page.locator('.verdict .score').waitFor();
  await toDossier(page).click();
  await dossierIn(page).waitFor();
  expect(await openedSource(page)).toEqual(NOTHING_OF_US);
  await page.goto('/account');
  await page.getByRole('link', { name: IDEA }).click();

  await page.getByLabel('The link works for').selectOption('7');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.locator('#link').innerText();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await dossierIn(stranger).waitFor();
  expect(await stranger.content()).not.toContain(email);
  expect(await openedSource(stranger)).toEqual(NOTHING_OF_US);

  await page.getByRole('link', { name: 'Back to the run' }).click();
  await page.getByRole('button', { name: /^Take back/ }).click();
  expect((await stranger.goto(link))!.status()).toBe(404);
  await stranger.context().close();
});

test('without scripts a run is watched by refreshing, and its dossier is read', async () => {
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

test('a search shows its ideas as they settle, then their ranking', async () => {
  const { accountId } = await createCustomer(shop.db, { credits: 1, kind: 'custom_search' });
  const { email } = await shop.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await signIn(email);
  await page.goto('/account/runs/new?kind=custom_search');
  await page.getByLabel('About you').fill('Energy consultant in Leipzig, ten hours a week');
  await page.getByLabel('What you know well').fill('heat pumps\nbuilding law');
  await page.getByLabel('Ideas to research').fill('3');
  await page.getByRole('button', { name: 'Start the research' }).click();
  await eventually('an idea is settled', async () => (await page.locator('.candidates .tag.good').count()) > 0);
  await toDossier(page).waitFor({ timeout: 60_000 });
  const ideas = page.locator('.candidates > li');
  expect(await ideas.count()).toBe(3);
  const scores = await ideas.locator('.score text').allTextContents();
  expect(scores).toEqual(scores.toSorted((a, b) => Number(b) - Number(a)));
  expect(await ideas.locator('a').first().getAttribute('href')).toMatch(/\/dossier#candidate-1$/);
  await page.getByRole('link', { name: 'Ranking (JSON)' }).waitFor();
});

test('a run is canceled after a confirmation, which says what becomes of its credit', async () => {
  await customer();
  await slowly(async () => {
    await startIdeaCheck();
    await page.getByText('Cancel this run').click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('You canceled this run.').waitFor();
  });
  await page.getByRole('link', { name: 'Start again' }).click();
  expect(await page.getByLabel('Your newsletter idea').inputValue()).toBe(IDEA);
});

test('an endpoint is created, tested, changed, disabled, enabled, given a new secret and deleted', async () => {
  await customer();
  const receiver = await startReceiver();
  await page.goto('/account/webhooks');
  await page.getByLabel('URL').fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('This must be on the public network.').waitFor();
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
  await page.getByText('Send events again').click();
  await page.getByLabel('From').fill('2026-11-22T00:00');
  await page.getByLabel('Until').fill('2026-11-21T00:00');
  await page.getByRole('button', { name: 'Send again' }).first().click();
  await page.getByText('This must be after since.').waitFor();
  await page.getByLabel('run.completed').check();
  await page.getByRole('button', { name: 'Save' }).click();
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
  expect(await accessibilityFlaws(page)).toEqual([]);
  await page.getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete the endpoint' }).click();
  await page.getByText('No endpoints yet').waitFor();
  await receiver.close();
});

test('a key gets a preset of scopes, and is revoked only after a confirmation', async () => {
  await customer();
  await page.goto('/account/keys');
  await page.getByLabel('Name').fill('reports');
  await page.getByLabel(/^Read only/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('#secret').waitFor();
  const key = await shop.db.prisma.apiKey.findFirstOrThrow({ where: { name: 'reports' } });
  expect(key.scopes).toEqual(expect.arrayContaining(['runs:read', 'findings:read']));
  expect(key.scopes).not.toContain('evaluations:create');
  await page.goto('/account/keys');
  expect(await page.getByRole('button', { name: 'Revoke the key reports for good' }).isVisible()).toBe(false);
  await page.getByText('Revoke the key reports', { exact: true }).click();
  await page.getByRole('button', { name: 'Revoke the key reports for good' }).click();
  expect((await shop.db.prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).revokedAt).not.toBeNull();
});

test('every page of the account is accessible, in light and dark, at 360 pixels', async () => {
  await customer();
  await startIdeaCheck();
  const live = new URL(page.url()).pathname;
  await toDossier(page).waitFor({ timeout: 60_000 });
  const paths = [
    '/account',
    '/account/runs',
    '/account/runs?status=failed',
    '/account/runs/new',
    '/account/runs/new?kind=custom_search',
    live,
    '/account/credits',
    '/account/scans',
    '/account/usage',
    '/account/keys',
    '/account/webhooks',
    '/account/activity',
    '/account/security',
    '/account/data',
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of paths) {
      await page.goto(path);
      expect({ path, flaws: await accessibilityFlaws(page) }).toEqual({ path, flaws: [] });
      expect({ path, width: await pageWidth(page) }).toEqual({ path, width: 360 });
    }
  }
});
