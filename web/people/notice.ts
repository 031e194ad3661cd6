import { Type, type TSchema } from '@sinclair/typebox';
import { html, type Fragment } from '../../base/html';
import type { Reply } from '../../http/endpoint';
import { Token } from '../../modules/accounts/contract';
import { layout } from '../layout';
import { show } from '../page';

/** Narrow page with one message or form. */
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

/** Page for used, expired or malformed links. `again` is the next step, such as requesting a new link. */
export function invalidLinkPage(again: { href: string; label: string }): Reply {
  return narrow(
    'This link is not valid',
    html`<p class="lead">
        It was used before, has expired or is incomplete. A link in our emails works once, for a short time.
      </p>
      <p><a class="button" href="${again.href}">${again.label}</a></p>`,
    { status: 400 },
  );
}

/** Shown after a form sent a link by email: which email to look for, and what to do if it does not arrive. */
export function checkYourMail(mail: {
  email: string;
  /** Sender address of our emails, `settings.mailSender`. */
  sender: string;
  /** What we sent and what to do with it. */
  lead: Fragment;
  /** Link to request the email again, as part of a sentence: `request another link`. */
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

/** Confirmation page of a mailed link. Only its button has an effect, so link previews change nothing. */
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

/** Form with a link token and one button. */
export const linkForm = Type.Object({ token: Token });

/** Email field. Use `username` if a password manager should also fill in a password. */
export function emailField<S extends TSchema>(schema: S, autocomplete: 'email' | 'username' = 'email') {
  const fix = 'Enter your email address, such as name@example.com.';
  return { schema, label: 'Email address', fix, input: 'email', autocomplete } as const;
}
