import type { Page } from 'playwright-core';
import type { Inbox } from './inbox';
import { linksIn } from '../../tools/support/mails';

/** Part of the subject of a sign-in mail. */
const SIGN_IN_LINK = 'sign-in link';

/**
 * Opens the link of a mail as its reader would (links are absolute and lead to the public address), and returns its
 * token. Waits until more than `seen` such mails have come.
 */
export async function follow(page: Page, inbox: Inbox, email: string, mail: string, seen = 0): Promise<string> {
  const links = linksIn(await inbox.mailTo(email, mail, seen));
  const link = links.find(({ searchParams }) => searchParams.has('token'))!;
  await page.goto(link.pathname + link.search);
  return link.searchParams.get('token')!;
}

/** Signs in by the link of a mail, from the page at `path`; who signed in before waits for a new mail. */
export async function signIn(page: Page, inbox: Inbox, email: string, path = '/sign-in'): Promise<void> {
  const seen = (await inbox.mailsTo(email)).filter(({ subject }) => subject.includes(SIGN_IN_LINK)).length;
  await page.goto(path);
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'E-mail me a link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail', level: 1 }).waitFor();
  await follow(page, inbox, email, SIGN_IN_LINK, seen);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
