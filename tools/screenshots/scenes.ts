import type { Page } from 'playwright-core';
import type { ReadyFile } from '../../local/ready-file';
import { controlProvider } from '../../test/support/shop';

/** A page that only an act leads to. `as` names its picture. */
export interface Scene {
  as: string;
  signedIn: boolean;
  act(page: Page, ready: ReadyFile): Promise<unknown>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** What forms answer: mistakes, secrets that are shown once, and failures that a buyer meets. */
export const SCENES: readonly Scene[] = [
  {
    as: 'sign-in-method',
    signedIn: false,
    async act(page) {
      await page.goto('/sign-in');
      await page.locator('#email').fill('someone@example.com');
      await press(page, 'Use a password');
    },
  },
  {
    as: 'sign-in-wrong',
    signedIn: false,
    async act(page) {
      await page.goto('/sign-in');
      await page.locator('#email').fill('someone@example.com');
      await press(page, 'Use a password');
      await page.locator('#password').fill('not the right one');
      await press(page, 'Sign in');
    },
  },
  {
    as: 'start-run-mistakes',
    signedIn: true,
    async act(page) {
      await page.goto('/account/runs/new?kind=custom_search');
      await page.evaluate("document.querySelectorAll('form').forEach((form) => { form.noValidate = true; })");
      await page.locator('#operatorProfile').fill('short');
      await page.locator('#candidateCount').fill('99');
      await press(page, 'Start the research');
    },
  },
  {
    as: 'start-run-signed-out',
    signedIn: true,
    async act(page) {
      await page.goto('/account/runs/new?kind=idea_check');
      await page.locator('#idea').fill('A weekly letter on harbour dredging for port authorities');
      await page.context().clearCookies({ name: 'session' });
      await press(page, 'Start the research');
    },
  },
  {
    as: 'key-created',
    signedIn: true,
    async act(page) {
      await page.goto('/account/keys');
      await page.getByLabel('Name').fill('Editorial system');
      await press(page, 'Create key');
    },
  },
  {
    as: 'webhook-created',
    signedIn: true,
    async act(page) {
      await page.goto('/account/webhooks');
      await page.getByLabel('URL').fill('http://localhost:9/events');
      await press(page, /^(Create|Add)/);
    },
  },
  {
    as: 'webhook-tested',
    signedIn: true,
    async act(page) {
      await page.goto('/account/webhooks');
      await page.locator('main a[href^="/account/webhooks/whk_"]').first().click();
      await press(page, /test/i);
      await page.locator('main h1').waitFor();
    },
  },
  {
    as: 'run-shared',
    signedIn: true,
    async act(page) {
      await openCompleted(page);
      await press(page, 'Create link');
    },
  },
  {
    as: 'shared',
    signedIn: true,
    async act(page) {
      await openCompleted(page);
      await press(page, 'Create link');
      await page.goto((await page.locator('#secret, input[readonly], main code').first().textContent()) ?? '/');
    },
  },
  {
    as: 'payments-down',
    signedIn: false,
    async act(page, { payments }) {
      const provider = controlProvider(payments!);
      await provider.fault('POST /v1/checkout/sessions', 'error_500', 10);
      await page.goto('/buy?product=idea_check');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.locator('main form button[type=submit], main form button').last().click();
      await page.locator('main h1').waitFor();
      await provider.control('faults', undefined, 'DELETE');
    },
  },
];

async function openCompleted(page: Page): Promise<void> {
  await page.goto('/account/runs');
  await page.locator('tr, li').filter({ hasText: 'heat pumps' }).locator('a').first().click();
}
