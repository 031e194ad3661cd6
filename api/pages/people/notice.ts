import { html, type Fragment } from '../../../providers/html';
import type { Reply } from '../../endpoint';
import { layout } from '../layout';
import { show } from '../page';

/** A narrow page with one thing to read or to do. */
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

/** The page of a link in a mail that is used, over or broken; `again` leads to where a new one is asked for. */
export function deadLink(again: { href: string; label: string } | null): Reply {
  return narrow(
    'This link is not valid',
    html`<p class="lead">It may be used, expired or incomplete. Links in our mails work once and not for long.</p>
      ${again && html`<p><a class="button" href="${again.href}">${again.label}</a></p>`}`,
    { status: 400 },
  );
}

/** A page with one button, whose POST does what a link in a mail stands for: looking at it does nothing. */
export function oneButton(spec: {
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
