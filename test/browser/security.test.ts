import { hashPassword } from '../../commands/people/passwords';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { createKey } from '../../store/keys/create-key';
import { accessibilityFlaws, pageWidth } from '../support/browser';
import { follow, headingOf, signIn, useVisitors } from '../support/visitor';

const { inbox, stack, somebody, withPage } = useVisitors();

test('a key that is made long after the sign-in asks for a proof, keeps what was filled in, and other browsers are signed out', () =>
  withPage(async (page) => {
    const email = somebody();
    await signIn(page, inbox, email);
    const { id: accountId } = await stack.db.prisma.account.findUniqueOrThrow({ where: { email } });
    const passwordHash = await hashPassword('a quiet sentence about herons');
    await stack.db.prisma.account.update({ where: { id: accountId }, data: { passwordHash } });
    await withPage(async (other) => {
      await other.goto('/sign-in');
      await other.locator('#email').fill(email);
      await other.getByRole('button', { name: 'Use a password' }).click();
      await other.locator('#password').fill('a quiet sentence about herons');
      await other.getByRole('button', { name: 'Sign in', exact: true }).click();
      expect(await headingOf(other)).toBe('Your account');
    });
    await stack.db.prisma.accountSession.updateMany({ where: { accountId }, data: { provedAt: new Date(0) } });
    await page.goto('/account/keys');
    await page.getByLabel('Name').fill('My "program"');
    await page.getByLabel(/^Choose each scope/).check();
    await page.getByText('Scopes', { exact: true }).click();
    await page.getByLabel('runs:read').check();
    await page.getByLabel('findings:read').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await headingOf(page)).toBe('Confirm it is you');
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await pageWidth(page)).toBe(360);
    await page.getByLabel('Your password').fill('a quiet sentence about heron');
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Wrong password');
    await page.getByLabel('Your password').fill('a quiet sentence about herons');
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    expect(await page.locator('#secret').textContent()).toMatch(/^noi_live_/);
    expect(await stack.db.prisma.apiKey.findFirstOrThrow({ where: { accountId } })).toMatchObject({
      name: 'My "program"',
      scopes: ['runs:read', 'findings:read'],
    });
    await inbox.mailTo(email, 'A new live API key');
    await inbox.mailTo(email, 'A new sign-in to your account');

    await page.goto('/account/security');
    expect(await page.getByText('this browser').count()).toBe(1);
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    expect(await stack.db.prisma.accountSession.count({ where: { accountId } })).toBe(1);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    expect(await headingOf(page)).toBe('Sign in');
    expect(await stack.db.prisma.accountSession.count({ where: { accountId } })).toBe(0);
  }));

test('after a stolen session the owner sets a password, sees the keys that still work and revokes one', () =>
  withPage(async (page) => {
    const email = somebody();
    await signIn(page, inbox, email);
    const { id: accountId } = await stack.db.prisma.account.findUniqueOrThrow({ where: { email } });
    const { record } = await createKey(stack.db, { accountId, name: 'of a thief', mode: 'live', scopes: [] });
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await follow(page, inbox, email, 'Set a new password');
    await page.getByLabel('New password').fill('a quiet sentence about herons');
    await page.getByRole('button', { name: 'Set password' }).click();
    expect(await headingOf(page)).toBe('Your password is set');
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await pageWidth(page)).toBe(360);
    await page.getByRole('button', { name: 'Revoke the key of a thief' }).click();
    expect(await headingOf(page)).toBe('Your password is set');
    expect(await page.getByText('of a thief').count()).toBe(0);
    expect((await stack.db.prisma.apiKey.findUniqueOrThrow({ where: { id: record.id } })).revokedAt).not.toBeNull();
  }));

test('what was written for a run survives the end of the session: after a sign-in in another tab the form shows it again', () =>
  withPage(async (page, own) => {
    const email = somebody();
    await signIn(page, inbox, email);
    const { id: accountId } = await stack.db.prisma.account.findUniqueOrThrow({ where: { email } });
    await grantEntitlements(stack.db, accountId, 'custom_search', 1);
    await page.goto('/account/runs/new?kind=custom_search');
    const profile = 'An editor of "trade" journals\n\n<b>ten hours</b> a week';
    await page.locator('#operatorProfile').fill(profile);
    await page.locator('#expertise').fill('heat pumps\nbuilding law');
    await stack.db.prisma.accountSession.deleteMany({ where: { accountId } });
    await page.getByRole('button', { name: 'Start the research' }).click();
    expect(await headingOf(page)).toBe('Sign in to continue');
    expect(page.url()).not.toContain('?');
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await pageWidth(page)).toBe(360);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await headingOf(page)).toBe('Sign in to continue');

    const opened = own.waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    const beside = await opened;
    await signIn(beside, inbox, email, beside.url());
    expect(await headingOf(beside)).toBe('You are signed in');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.locator('#operatorProfile').inputValue()).toBe(profile);
    expect(await page.locator('#expertise').inputValue()).toBe('heat pumps\nbuilding law');
    expect(await stack.db.prisma.run.count({ where: { accountId } })).toBe(0);
    await page.getByRole('button', { name: 'Start the research' }).click();
    await page.waitForURL('**/account/runs/run_*');
  }));
