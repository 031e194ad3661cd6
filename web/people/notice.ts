import { html, type Fragment } from '../../platform/html';
import type { Reply } from '../../http/endpoint';
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
