import { html, type Fragment, type Markup } from '../../platform/html';

/** Card of a list. With `href` the whole card is the target of its title's link. */
export interface Card {
  title: Fragment;
  href?: string;
  /** Above the title, such as badges. */
  top?: Fragment;
  body?: Fragment;
  /** Below a line at the end: one part at each side. */
  foot?: Fragment;
}

/** Cards side by side as far as there is room. `level` is that of their headings. */
export function cards(list: readonly Card[], level: 2 | 3 = 2): Markup {
  return html`<ul class="cards">
    ${list.map(
      ({ title, href, top, body, foot }) =>
        html`<li class="card">
          ${top} ${heading(level, href === undefined ? title : html`<a href="${href}">${title}</a>`)} ${body}
          ${foot && html`<div class="foot">${foot}</div>`}
        </li>`,
    )}
  </ul>`;
}

function heading(level: 2 | 3, content: Fragment): Markup {
  return level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;
}
