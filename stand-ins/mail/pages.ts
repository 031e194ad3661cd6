import { html, type Fragment } from '../../base/html';
import { PAGE_HEADERS as OF_PAGES, pageOf } from '../base/http';

/** An email from the emulator's list, which is ordered oldest first. */
export interface KeptMail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  created_at: string;
}

/** Headers of the inbox, which shows emails in frames. */
export const PAGE_HEADERS = {
  ...OF_PAGES,
  'content-security-policy': `${OF_PAGES['content-security-policy']}; frame-src 'self'`,
};

/** Headers of an email's HTML, as strict as a mail client: no scripts, forms or external resources. */
export const MAIL_HEADERS = {
  ...OF_PAGES,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

export function inboxPage(mails: readonly KeptMail[], isMissing: boolean): string {
  const list = html`<ul class="rows">
    ${mails.toReversed().map(
      (mail) =>
        html`<li>
          <a href="/inbox/${mail.id}">${mail.subject}</a>
          <small>To ${mail.to.join(', ')}, ${timeOf(mail)}</small>
        </li>`,
    )}
  </ul>`;
  return pageOf('Inbox', [
    isMissing && html`<p role="alert">This email is gone. The inbox is empty after each restart.</p>`,
    html`<p>
      Every email that the product sends arrives here instead of a real mailbox. Reload the page to see new ones.
    </p>`,
    mails.length === 0 ? html`<p>No emails yet. Ask for a sign-in link or start a check.</p>` : list,
  ]);
}

export function mailPage(mail: KeptMail): string {
  const facts: readonly [string, Fragment][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Sent', timeOf(mail)],
  ];
  return pageOf(
    mail.subject,
    [
      html`<dl>
        ${facts.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>`,
      mail.html !== null &&
        html`<p><a href="/inbox/${mail.id}/html">Open the email alone</a></p>
          <iframe title="The email" src="/inbox/${mail.id}/html"></iframe>`,
      html`<h2>Plain text</h2>
        <pre>${mail.text}</pre>`,
    ],
    html`<a href="/inbox">← Inbox</a>`,
  );
}

/** HTML of an email. Links open in new tabs, because the frame is sandboxed. */
export function htmlOf(mail: KeptMail): string {
  return (mail.html ?? '').replace('<head>', '<head><base target="_blank" />');
}

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

const timeOf = ({ created_at }: KeptMail) =>
  html`<time datetime="${created_at}">${FORMAT.format(new Date(created_at))}</time>`;
