import { html, type Fragment, type Markup } from '../../platform/html';

/** Head of a page: one heading, a sentence, and what can be done here. */
export function pageHead({
  title,
  above,
  lead,
  actions,
}: {
  title: Fragment;
  above?: Fragment;
  lead?: Fragment;
  actions?: Fragment;
}): Markup {
  return html`${above}
    <h1>${title}</h1>
    ${lead && html`<p class="lead">${lead}</p>`} ${actions && html`<div class="actions">${actions}</div>`}`;
}
