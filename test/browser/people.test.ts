import { call, IDEA } from '../support/api';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { linksIn } from '../support/mails';
import { follow, headingOf, signIn, useVisitors } from '../support/visitor';

const { inbox, stack, somebody, withPage } = useVisitors();

test('a visitor signs in by mail, comes back to where they wanted to go, and signs out', () =>
  withPage(async (page, own) => {
    const email = somebody();
    await page.goto('/account/keys');
    await signIn(page, inbox, email, new URL(page.url()).pathname + new URL(page.url()).search);
    expect(new URL(page.url()).pathname).toBe('/account/keys');
    const cookies = await own.cookies();
    expect(cookies.map(({ name }) => name)).toEqual(['session', 'device']);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const account = await stack.db.prisma.account.findUniqueOrThrow({ where: { email } });
    expect([account.status, account.plan]).toEqual(['active', 'free']);

    await page.goto('/account');
    expect(await page.getByText(email).count()).toBe(1);
    await page.locator('.side-nav summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await headingOf(page)).toBe('Sign in');
    expect((await own.cookies()).map(({ name }) => name)).toEqual(['device']);
    await page.goto('/account');
    expect(await headingOf(page)).toBe('Sign in');
  }));

test('a sign-in link that was used says so and signs nobody in', () =>
  withPage(async (page) => {
    const email = somebody();
    await signIn(page, inbox, email);
    await withPage(async (other, own) => {
      await follow(other, inbox, email, 'sign-in link');
      expect(await headingOf(other)).toBe('This link is not valid');
      expect(await own.cookies()).toEqual([]);
    });
  }));

test('a password is set by mail, refused while it is common, and then signs in', () =>
  withPage(async (page) => {
    const email = somebody();
    await signIn(page, inbox, email);
    await page.locator('.side-nav summary').click();
    await page.getByRole('link', { name: 'Profile and security' }).click();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await follow(page, inbox, email, 'Set a new password');
    const field = page.getByLabel('New password');
    await field.fill('passwordpassword');
    await page.getByRole('button', { name: 'Set password' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('This password is too common');

    await field.fill('a quiet sentence about herons');
    await page.getByRole('button', { name: 'Set password' }).click();
    expect(await headingOf(page)).toBe('Your password is set');
    await inbox.mailTo(email, 'password was changed');
    await page.goto('/account');
    expect(await headingOf(page)).toBe('Sign in');

    await page.locator('#email').fill(email);
    await page.getByRole('button', { name: 'Use a password' }).click();
    expect(await page.locator('#email').inputValue()).toBe(email);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.locator('#password').fill('a quiet sentence about heron');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Wrong e-mail or password');
    await page.locator('#password').fill('a quiet sentence about herons');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await headingOf(page)).toBe('Your account');
  }));

test('a key is made, shown once, copied, works, is replaced and revoked', () =>
  withPage(async (page, own) => {
    await own.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, inbox, somebody());
    await page.locator('.side-nav summary').click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByLabel('Name').fill('My <b>program</b>');
    await page.getByLabel(/^Choose each scope/).check();
    await page.getByText('Scopes', { exact: true }).click();
    await page.getByLabel('runs:read').check();
    await page.getByLabel('findings:read').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.locator('#secret').textContent())!;
    expect(secret).toMatch(/^noi_live_[0-9A-Za-z]{49}$/);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    const works = async (key: string) => (await call(stack.api, 'GET', '/v1/runs', { key })).status;
    expect(await works(secret)).toBe(200);

    await page.getByRole('link', { name: 'Back to keys' }).click();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByRole('heading', { name: 'My <b>program</b>' }).count()).toBe(1);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.getByText('Rotate the key My <b>program</b>', { exact: true }).click();
    await page.getByLabel('The old key').selectOption('0d');
    await page.getByRole('button', { name: 'Create a new key' }).click();
    const replaced = (await page.locator('#secret').textContent())!;
    expect(await works(replaced)).toBe(200);

    await page.getByRole('link', { name: 'Back to keys' }).click();
    await page.getByText('Revoke the key My <b>program</b>', { exact: true }).click();
    await page.getByRole('button', { name: /^Revoke the key/ }).click();
    expect(await page.getByText('revoked', { exact: true }).count()).toBe(2);
  }));

test('a free scan goes from the form by the mail to a confirmation, and out again', () =>
  withPage(async (page) => {
    const email = somebody();
    await page.goto('/scan');
    await page.getByLabel('Your idea').fill(`${IDEA} <i>now</i>`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Also send me news').check();
    await page.getByRole('button', { name: 'Request my free scan' }).click();
    expect(await headingOf(page)).toBe('Check your e-mail');

    await follow(page, inbox, email, 'Confirm your free scan');
    expect(await page.getByText(`${IDEA} <i>now</i>`).count()).toBe(1);
    await page.getByRole('button', { name: 'I agree' }).click();
    expect(await headingOf(page)).toBe('Your scan is confirmed');
    await inbox.mailTo(email, 'Your free scan:');

    await follow(page, inbox, email, 'hear from us');
    expect(await stack.db.prisma.suppression.count({ where: { email } })).toBe(0);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    expect(await headingOf(page)).toBe('You are unsubscribed');
    expect(await stack.db.prisma.suppression.count({ where: { email, scope: 'marketing' } })).toBe(1);
  }));

test('a support request is acknowledged, and reaches the staff with the sender to answer to', () =>
  withPage(async (page) => {
    const email = somebody();
    await page.goto('/support');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Subject').fill('My run does not end');
    await page.getByLabel('Message').fill('Since yesterday <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await headingOf(page)).toBe('We received your request');
    await inbox.mailTo(email, 'We received your request');
    const forwarded = await inbox.mailTo('support@example.com', 'My run does not end');
    expect(forwarded.text).toContain(`From: ${email}`);
    expect(forwarded.html).not.toContain('<script>');
  }));

test('a form that the service refuses comes back with everything that was written in it, and says what is wrong', () =>
  withPage(async (page) => {
    // Disables the browser's own validation, so that the server's is tested.
    const unchecked = () =>
      page.locator('form').evaluate((form: { noValidate: boolean }) => void (form.noValidate = true));
    await page.goto('/support');
    await unchecked();
    await page.getByLabel('E-mail address').fill('nobody@nowhere');
    await page.getByLabel('About').selectOption('billing');
    await page.getByLabel('Subject').fill('Hm "<b>');
    await page.getByLabel('Message').fill('Where is\nmy order? </textarea><script>alert(1)</script>');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Enter a valid e-mail address.');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('nobody@nowhere');
    expect(await page.getByLabel('About').inputValue()).toBe('billing');
    expect(await page.getByLabel('Subject').inputValue()).toBe('Hm "<b>');
    expect(await page.getByLabel('Message').inputValue()).toContain('Where is\nmy order? </textarea><script>');
    expect(await accessibilityFlaws(page)).toEqual([]);
    const email = somebody();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await headingOf(page)).toBe('We received your request');
    await inbox.mailTo(email, 'We received your request');

    await page.goto('/scan');
    await unchecked();
    await page.getByLabel('Your idea').fill('Too short');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Request my free scan' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('at least 10 characters');
    expect(await page.getByLabel('Your idea').inputValue()).toBe('Too short');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  }));

test('mail scanners that follow links use none of them', () =>
  withPage(async (page, own) => {
    const email = somebody();
    await page.goto('/sign-in');
    await page.locator('#email').fill(email);
    await page.getByRole('button', { name: 'E-mail me a link' }).click();
    await inbox.mailTo(email, 'sign-in link');
    const body = { email, idea: IDEA, marketingConsent: true };
    await call(stack.api, 'POST', '/v1/scan', { body });
    await inbox.mailTo(email, 'Confirm your free scan');

    const links = (await inbox.mailsTo(email)).flatMap(linksIn);
    expect(links.filter(({ searchParams }) => searchParams.has('token'))).toHaveLength(2);
    for (const { pathname, search } of links) {
      const href = stack.api.url + pathname + search;
      for (const init of [
        { method: 'HEAD' },
        { method: 'GET' },
        { method: 'GET', headers: { accept: 'text/html', 'sec-purpose': 'prefetch;prerender' } },
      ]) {
        expect((await fetch(href, init)).status).toBeLessThan(405);
      }
      await page.goto(href);
    }
    expect(await own.cookies()).toEqual([]);
    expect(await stack.db.prisma.accountLink.count({ where: { email, usedAt: { not: null } } })).toBe(0);
    expect(await stack.db.prisma.consent.count({ where: { email } })).toBe(0);
    await follow(page, inbox, email, 'sign-in link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await headingOf(page)).toBe('Your account');
  }));

test('every page is without flaws of accessibility and 360 px wide, in light and in the dark', async () => {
  const paths = [
    '/sign-in',
    '/sign-in/sent',
    '/sign-in/done',
    '/forgot-password',
    '/forgot-password/sent',
    '/reset-password/done',
  ];
  const more = [
    '/scan',
    '/scan/sent',
    '/support',
    '/account',
    '/account/keys',
    '/account/security',
    '/reset-password?token=x',
    '/unsubscribe',
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await withPage(async (page) => {
      await page.emulateMedia({ colorScheme });
      await signIn(page, inbox, somebody());
      for (const path of [...paths, ...more]) {
        await page.goto(path);
        expect([path, await accessibilityFlaws(page)]).toEqual([path, []]);
        expect([path, await pageWidth(page)]).toEqual([path, 360]);
      }
    });
  }
});

test('signing in works by keyboard alone', () =>
  withPage(async (page) => {
    const email = somebody();
    await page.goto('/sign-in');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.locator('#email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign-in/sent');
    await follow(page, inbox, email, 'sign-in link');
    for (let i = 0; i < 20 && (await page.evaluate('document.activeElement.tagName')) !== 'BUTTON'; i++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
  }));
