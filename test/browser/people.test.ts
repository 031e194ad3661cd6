import { call, IDEA } from '../support/api';
import { linksIn } from '../support/mails';
import { follow, headingOf, signIn, useVisitors } from '../support/visitor';

const { inbox, stack, somebody, withPage } = useVisitors();

test('a visitor signs in by mail, returns to the page they wanted, and signs out', () =>
  withPage(async (page, own) => {
    const email = somebody();
    await page.goto('/account/keys?mode=test');
    await signIn(page, inbox, email, new URL(page.url()).pathname + new URL(page.url()).search);
    expect(page.url()).toMatch(/\/account\/keys\?mode=test$/);
    expect(await page.getByLabel('Mode').inputValue()).toBe('test');
    expect(await page.getByLabel(/^Everything/).isChecked()).toBe(true);
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

test('a key can be created, is shown once, and can be copied, rotated and revoked', () =>
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
    expect(secret).toMatch(/^noi_test_[0-9A-Za-z]{49}$/);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.locator('#first-call').textContent()).toContain(`export NOI_API_KEY=${secret}\n`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    const works = async (key: string) => (await call(stack.api, 'GET', '/v1/runs', { key })).status;
    expect(await works(secret)).toBe(200);

    await page.getByRole('link', { name: 'Back to keys' }).click();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByRole('heading', { name: 'My <b>program</b>' }).count()).toBe(1);
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

test('a support request is acknowledged, and forwarded with its sender', () =>
  withPage(async (page) => {
    const email = somebody();
    await page.goto('/support');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Subject').fill('My run does not end');
    await page.getByLabel('Message').fill('Since yesterday <script>alert(1)</script>');
    await page.getByRole('button', { name: 'Send message' }).click();
    expect(await headingOf(page)).toBe('We received your message');
    await inbox.mailTo(email, 'We received your request');
    const forwarded = await inbox.mailTo('support@example.com', 'My run does not end');
    expect(forwarded.text).toContain(`From: ${email}`);
    expect(forwarded.html).not.toContain('<script>');
  }));

test('mail scanners that follow links do not use them up', () =>
  withPage(async (page, own) => {
    const email = somebody();
    await page.goto('/sign-in');
    await page.locator('#email').fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
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

test('signing in works with the keyboard alone', () =>
  withPage(async (page) => {
    const email = somebody();
    await page.goto('/sign-in');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.locator('#email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await follow(page, inbox, email, 'sign-in link');
    for (let i = 0; i < 20 && (await page.evaluate('document.activeElement.tagName')) !== 'BUTTON'; i++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
  }));
