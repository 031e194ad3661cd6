import type { Mail } from '../../providers/mail/mailer';
import { eventually } from './eventually';

/** All links of a mail, from HTML and text, without duplicates. */
export function linksIn(mail: Pick<Mail, 'html' | 'text'>): URL[] {
  const found = [...mail.html.matchAll(/href="([^"]+)"/g), ...mail.text.matchAll(/(https?:\/\/[^\s<>"]+)/g)];
  return [...new Set(found.map(([, address]) => address!.replaceAll('&amp;', '&')))].map((href) => new URL(href));
}

/** The token of the link in a mail. */
export function tokenIn(mail: Pick<Mail, 'html' | 'text'>): string {
  const token = linksIn(mail)
    .map((link) => link.searchParams.get('token'))
    .find((one) => one !== null);
  if (!token) throw new Error('The mail has no link with a token');
  return token;
}

/** Waits for the mail to `to` whose idempotency key begins with `type`. */
export function mailTo(mails: readonly Mail[], to: string, type: string): Promise<Mail> {
  return eventually(`${type} to ${to}`, () =>
    mails.findLast((mail) => mail.to === to && mail.idempotencyKey.startsWith(`${type}/`)),
  );
}
