import { html, type Markup } from '../../platform/html';
import type { Facet } from '../../store/opportunities/read-facets';
import type { CatalogueOrder } from '../../store/opportunities/search-teasers';
import { cataloguePath, type CatalogueRequest } from './catalogue-query';

/** Topics that are one click away; the filters have all of them. */
const TOPICS = 6;

const ORDER_LABELS: Record<CatalogueOrder, string> = {
  score: 'Best score',
  price: 'Lowest price',
  newest: 'Newest',
};

/** Topics and orders of the catalogue as links to the same list: each keeps what else was asked for. */
export function catalogueChoices({ given, order }: CatalogueRequest, facets: readonly Facet[]): Markup {
  const { niche: chosen, ...others } = given;
  const frequent = facets.flatMap(({ property, value }) => (property === 'topic' ? [value] : [])).slice(0, TOPICS);
  const topics = chosen === undefined || frequent.includes(chosen) ? frequent : [chosen, ...frequent];
  const { sort: _before, ...narrowed } = given;
  return html`<div class="choices">
    ${chips('Topics', [
      { label: 'All topics', href: cataloguePath(others, null), current: chosen === undefined },
      ...topics.map((niche) => ({
        label: niche,
        href: cataloguePath({ ...others, niche }, null),
        current: niche === chosen,
      })),
    ])}
    ${chips(
      'Order',
      Object.entries(ORDER_LABELS).map(([sort, label]) => ({
        label,
        href: cataloguePath({ ...narrowed, ...(sort !== 'score' && { sort }) }, null),
        current: sort === order,
      })),
    )}
  </div>`;
}

function chips(name: string, list: readonly { label: string; href: string; current: boolean }[]): Markup {
  return html`<nav aria-label="${name}">
    <ul class="chips">
      ${list.map(({ label, href, current }) =>
        current
          ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
          : html`<li><a href="${href}">${label}</a></li>`,
      )}
    </ul>
  </nav>`;
}
