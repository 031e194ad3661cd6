import { html, type Markup } from '../../platform/html';

/** Way from the pages above to this one. */
export function crumbs(above: readonly { href: string; label: string }[]): Markup {
  return html`<nav aria-label="Breadcrumb">
    <ol class="crumbs">
      ${above.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
    </ol>
  </nav>`;
}
