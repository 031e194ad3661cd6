import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Mail } from '../../vendors/mail/mailer';
import { linksIn, mailWith, type Mailbox } from './mails';
import { useBrowser, useStack } from './use';

/** Finds emails in a stack's mailbox, which never sends them. */
export function mailboxOf(stack: { mails: readonly Mail[] }) {
  const mailsTo = async (email: string) => stack.mails.filter(({ to }) => to === email);
  /** Waits for an email whose subject contains `subject`; returns the latest. */
  const mailTo = (email: string, subject: string) => mailWith({ mailsTo }, email, subject);
  return { mailsTo, mailTo };
}

/** A new phone browser at a site. */
export const phoneAt = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });

export const headingOf = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent();

/** The whole product, its emails, and visitors on phones. */
export function useVisitors() {
  const stack = useStack();
  const browser = useBrowser();
  let people = 0;
  return {
    stack,
    inbox: mailboxOf(stack),
    /** Email address of a new visitor. */
    somebody: () => `visitor-${++people}@example.com`,
    /** Runs `work` with a page in a new phone browser. */
    async withPage(work: (page: Page, phone: BrowserContext) => Promise<void>): Promise<void> {
      const phone = await phoneAt(browser, stack.api.url);
      try {
        await work(await phone.newPage(), phone);
      } finally {
        await phone.close();
      }
    },
  };
}

const SIGN_IN_LINK = 'sign-in link';

/**
 * Opens the link in an email as its recipient would, and returns the link's token. Links are absolute and use the
 * public URL. Waits until there are more than `seen` such emails.
 */
export async function follow(page: Page, mailbox: Mailbox, email: string, subject: string, seen = 0): Promise<string> {
  const mail = await mailWith(mailbox, email, subject, seen);
  const link = linksIn(mail).find(({ searchParams }) => searchParams.has('token'))!;
  await page.goto(link.pathname + link.search);
  return link.searchParams.get('token')!;
}

/** Signs in with an emailed link, starting at `path`. After an earlier sign-in, waits for a new email. */
export async function signIn(page: Page, mailbox: Mailbox, email: string, path = '/sign-in'): Promise<void> {
  const seen = (await mailbox.mailsTo(email)).filter(({ subject }) => subject.includes(SIGN_IN_LINK)).length;
  await page.goto(path);
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email', level: 1 }).waitFor();
  await follow(page, mailbox, email, SIGN_IN_LINK, seen);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
