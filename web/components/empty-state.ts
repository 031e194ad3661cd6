import { html, type Fragment, type Markup } from '../../platform/html';

/** Place of a list that has nothing yet: why, and what to do about it. */
export function emptyState({
  title,
  text,
  action,
}: {
  title: string;
  text: Fragment;
  action?: { href: string; label: string };
}): Markup {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}
  </div>`;
}
