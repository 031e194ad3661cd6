import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { freePort } from '../../local/ports';
import { startStack } from '../support/stack';
import { use, useBrowser } from '../support/use';
import { headingOf, mailboxOf, phoneAt, signIn } from '../support/visitor';

let origin = '';
const stack = use(async () => {
  const port = await freePort();
  // Browsers do not create passkeys for an IP address.
  origin = `http://localhost:${port}`;
  return startStack({ port, settings: { publicUrl: origin } });
});
const inbox = mailboxOf(stack);
const browser = useBrowser();

interface Visit {
  page: Page;
  context: BrowserContext;
  devices: CDPSession;
  authenticatorId: string;
}

/** A browser on a machine with a fingerprint reader that always recognizes its owner. */
async function withReader(work: (visit: Visit) => Promise<void>): Promise<void> {
  const context = await phoneAt(browser, origin);
  try {
    const page = await context.newPage();
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await work({ page, context, devices, authenticatorId });
  } finally {
    await context.close();
  }
}

test('a passkey can be added, signs in, confirms a change, and can be renamed and removed', () =>
  withReader(async ({ page, context, devices, authenticatorId }) => {
    const email = 'keeper@example.com';
    await signIn(page, inbox, email);
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    expect(await headingOf(page)).toBe('Add a passkey');
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.getByRole('heading', { name: 'Laptop' }).waitFor();
    await inbox.mailTo(email, 'A new passkey');

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await context.clearCookies();
    await page.goto('/sign-in?return=/account/security');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Profile and security' }).waitFor();

    await stack.db.prisma.accountSession.updateMany({ data: { provedAt: new Date(0) } });
    await page.goto('/account/security');
    await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
    await page.getByRole('button', { name: /^Rename Laptop/ }).click();
    await page.getByRole('button', { name: /^Remove Old laptop/ }).click();
    expect(await headingOf(page)).toBe('Confirm it is you');
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByRole('heading', { name: 'Profile and security' }).waitFor();
    expect(await page.getByText('Old laptop').count()).toBe(0);
    expect(await stack.db.prisma.passkey.count()).toBe(0);

    await context.clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('We could not accept this passkey').waitFor();
    await devices.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Your browser sent no passkey').waitFor();
    await page.getByRole('link', { name: 'Sign in another way' }).click();
    await signIn(page, inbox, email);
    expect(await headingOf(page)).toBe('Your account');
  }));

test('a browser without scripts is offered only methods that work', async () => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/sign-in');
  expect(await page.getByRole('button', { name: 'Email me a link' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
  await context.close();
});
