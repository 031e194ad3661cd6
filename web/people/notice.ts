import { Type } from '@sinclair/typebox';
import { html, type Fragment, type Markup } from '../../base/html';
import type { Reply } from '../../http/endpoint';
import { Token } from '../../modules/accounts/contract';
import { layout } from '../layout';
import { show } from '../page';

/** Narrow page with a single message or form. */
export function narrow(title: string, body: Fragment, { status = 200, scripts = [] as readonly string[] } = {}): Reply {
  return show(
    layout({
      title,
      scripts,
      body: html`<div class="narrow">
        <h1>${title}</h1>
        ${body}
      </div>`,
    }),
    { status },
  );
}

/** Page for a used, expired or malformed link; `again` links to the page that sends a new one. */
export function invalidLinkPage(again: { href: string; label: string } | null): Reply {
  return narrow(
    'This link is not valid',
    html`<p class="lead">
        It was already used, has expired or is incomplete. Links in our e-mails work once and expire soon.
      </p>
      ${again && html`<p><a class="button" href="${again.href}">${again.label}</a></p>`}`,
    { status: 400 },
  );
}

/** Answer of a form that mailed a link: which email to look for, and what to do if it does not come. */
export function checkYourMail(mail: {
  email: string;
  /** Address that our mails come from, `settings.mailSender`. */
  sender: string;
  /** What was sent and what to do with it. */
  lead: Fragment;
  /** Where to ask for it again, in running text: `request another link`. */
  again: { href: string; label: string };
  actions?: Fragment;
}): Reply {
  const { email, sender, lead, again, actions } = mail;
  return narrow(
    'Check your email',
    html`<p class="lead">${lead}</p>
      <dl>
        <dt>To</dt>
        <dd>${email}</dd>
        <dt>From</dt>
        <dd>${sender}</dd>
      </dl>
      <p>
        It usually arrives within a minute. If it does not, look in your spam folder or
        <a href="${again.href}">${again.label}</a>.
      </p>
      ${actions && html`<p class="actions">${actions}</p>`}`,
  );
}

/** Confirmation page of a mailed link: only the POST of its button acts, so link previews change nothing. */
export function confirmationPage(spec: {
  title: string;
  text: Fragment;
  action: string;
  token: string;
  label: string;
}): Reply {
  return narrow(
    spec.title,
    html`<div class="lead">${spec.text}</div>
      <form method="post" action="${spec.action}">
        <input type="hidden" name="token" value="${spec.token}" />
        <button type="submit">${spec.label}</button>
      </form>`,
  );
}

/** Form schema of a page with a link token and one button. */
export const linkForm = Type.Object({ token: Token });

/** Input for an e-mail address; `username` where a password manager is to fill it in with a password. */
export function emailField(value = '', autocomplete: 'email' | 'username' = 'email'): Markup {
  return html`<label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="254"
      required
    />`;
}
