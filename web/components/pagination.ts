import { html, type Markup } from '../../platform/html';

/** Links to the neighbours of a page of a list; null where there is none. */
export function pagination(
  { previous, next }: { previous?: string | null; next?: string | null },
  labels = { previous: 'Newer', next: 'Older' },
): Markup | null {
  if (!previous && !next) return null;
  return html`<nav class="pages" aria-label="Pages">
    ${previous ? html`<a class="button quiet" rel="prev" href="${previous}">${labels.previous}</a>` : html`<span></span>`}
    ${next && html`<a class="button quiet" rel="next" href="${next}">${labels.next}</a>`}
  </nav>`;
}
