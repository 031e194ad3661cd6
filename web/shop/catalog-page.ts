import { html, type Markup } from '../../base/html';
import {
  readFacets,
  COUNTED_TEASERS,
  countSold,
  countTeasers,
  placeOf,
  searchTeasers,
  type Facet,
  type CatalogOrder,
} from '../../modules/opportunities/store/search';
import type { Database } from '../../prisma/client';
import { cards } from '../components/data';
import { selectField, textField, hiddenFields } from '../components/form';
import { emptyState, notice, pageHead, pagination } from '../components/frame';
import { layout } from '../layout';
import { page, show } from '../page';
import { CatalogQuery, catalogPath, readCatalogQuery, type CatalogRequest } from './catalog-query';
import { catalogData, opportunityCard, languageName } from './opportunity-card';

const PATH = '/opportunities';
const PAGE_SIZE = 24;
/** Maximum number of values listed in a filter. URLs accept other values, too. */
const MOST_VALUES = 60;

const ORDER_WORDS: Record<CatalogOrder, string> = {
  score: 'best first',
  price: 'cheapest first',
  newest: 'newest first',
};

const EXAMPLES = 'Opportunities marked “Example” are invented to show the catalog. Nothing in them was researched.';

/** Catalog of available opportunities, filtered and ordered by the query. Errors appear next to their fields. */
export const catalogPage = page({
  method: 'GET',
  path: PATH,
  query: CatalogQuery,

  async handle({ deps, query }) {
    const { publicUrl } = deps.settings;
    const request = readCatalogQuery(query);
    const mistaken = Object.keys(request.errors).length > 0;
    const isFirst = !mistaken && !request.after && Object.keys(request.filter).length === 0;
    const read = () => readList(deps.db, request, mistaken);
    const [facets, rows, matching, all, sold] = await (isFirst
      ? deps.lastGood(`list by ${request.order}`, read)
      : read());
    const shown = rows.slice(0, PAGE_SIZE);
    const next = rows.length > PAGE_SIZE ? catalogPath(request.given, placeOf(shown.at(-1)!, request.order)) : null;
    const first = request.after ? catalogPath(request.given, null) : null;
    return show(
      layout({
        title: 'Newsletter opportunities',
        section: PATH,
        about: {
          publicUrl,
          path: PATH,
          description:
            'Newsletter ideas, researched with sources: scores, audience and price. Each is sold once, to one buyer.',
        },
        body: html`${pageHead({
          title: 'Newsletter opportunities, each sold once',
          lead: 'AI agents have researched each idea, with sources. Buy one and it is yours alone: it leaves the catalog.',
          actions: html`<a class="button quiet" href="/sample-dossier">Read a sample dossier</a>`,
        })}
        ${shown.some(({ isExample }) => isExample) && notice(EXAMPLES, 'warn')} ${catalogFilters(request, facets)}
        ${mistaken ? mistakes(request) : all > 0 && catalogChoices(request, facets)}
        ${!mistaken && results(shown.length > 0, { request, matching, all, sold })} ${cards(shown.map(opportunityCard))}
        ${catalogData(shown, publicUrl)}
        ${pagination({ previous: first, next }, { previous: 'Back to the start', next: 'Next' })}`,
      }),
      { status: mistaken ? 400 : 200 },
    );
  },
});

/** Reads the page of the list and all counts. For an invalid query, the list is empty. */
function readList(db: Database, { filter, after, order }: CatalogRequest, mistaken: boolean) {
  return Promise.all([
    readFacets(db, MOST_VALUES),
    mistaken ? [] : searchTeasers(db, filter, { limit: PAGE_SIZE + 1, after, order }),
    mistaken ? 0 : countTeasers(db, filter),
    countTeasers(db, {}),
    countSold(db),
  ]);
}

function mistakes({ errors }: CatalogRequest): Markup {
  return notice(
    html`<p>
      ${errors.cursor ?? errors.sort ?? 'Correct the marked fields to see the list.'} <a href="${PATH}">Show all</a>
    </p>`,
    'bad',
  );
}

function results(
  found: boolean,
  { request, matching, all, sold }: { request: CatalogRequest; matching: number; all: number; sold: number },
): Markup {
  if (all === 0) {
    return emptyState({
      title: 'No opportunities right now',
      text: 'We add new ones as their research is finished. Until then, we can research your own idea.',
      action: { href: '/buy', label: 'Research my idea' },
    });
  }
  if (!found) {
    return emptyState({
      title: 'No opportunity matches',
      text: 'Use fewer words or filters.',
      action: { href: PATH, label: 'Show all opportunities' },
    });
  }
  const narrowed = Object.keys(request.filter).length > 0;
  const few = (number: number) =>
    number > COUNTED_TEASERS ? `${COUNTED_TEASERS.toLocaleString('en-US')}+` : String(number);
  const count = (number: number) => `${few(number)} ${number === 1 ? 'opportunity' : 'opportunities'}`;
  const order = ORDER_WORDS[request.order];
  return html`<p class="soft" role="status">
    ${narrowed ? html`${few(matching)} of ${count(all)} match, ${order}. <a href="${PATH}">Show all</a>` : `${count(all)}, ${order}.`}
    ${sold > 0 && `${few(sold)} sold so far.`}
  </p>`;
}

/** Number of topics shown as links. The filter lists more. */
const TOPICS = 6;

const ORDER_LABELS: Record<CatalogOrder, string> = {
  score: 'Best score',
  price: 'Lowest price',
  newest: 'Newest',
};

/** Topic and order links that keep the rest of the query. */
function catalogChoices({ given, order }: CatalogRequest, facets: readonly Facet[]): Markup {
  const { niche: chosen, ...others } = given;
  const frequent = facets.flatMap(({ property, value }) => (property === 'topic' ? [value] : [])).slice(0, TOPICS);
  const topics = chosen === undefined || frequent.includes(chosen) ? frequent : [chosen, ...frequent];
  const { sort: _before, ...narrowed } = given;
  return html`<div class="choices">
    ${chips('Topics', [
      { label: 'All topics', href: catalogPath(others, null), current: chosen === undefined },
      ...topics.map((niche) => ({
        label: niche,
        href: catalogPath({ ...others, niche }, null),
        current: niche === chosen,
      })),
    ])}
    ${chips(
      'Order',
      Object.entries(ORDER_LABELS).map(([sort, label]) => ({
        label,
        href: catalogPath({ ...narrowed, ...(sort !== 'score' && { sort }) }, null),
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

/** Search and filter form with shareable URLs. */
function catalogFilters({ given, errors }: CatalogRequest, facets: readonly Facet[]): Markup {
  const choice = (property: Facet['property'], any: string, labelOf: (value: string) => string = (value) => value) => {
    const chosen = given[property === 'topic' ? 'niche' : property];
    const values = facets.filter((facet) => facet.property === property);
    const missing = chosen !== undefined && values.every(({ value }) => value !== chosen);
    return [
      { value: '', label: any },
      ...(missing ? [{ value: chosen, label: chosen }] : []),
      ...values.map(({ value, count }) => ({ value, label: `${labelOf(value)} (${count})` })),
    ];
  };
  const asGiven = (name: keyof CatalogRequest['given']) => ({
    name,
    value: given[name] ?? '',
    ...(errors[name] && { error: errors[name] }),
  });
  return html`<form
    class="panel filters catalog-filters"
    method="get"
    action="/opportunities"
    role="search"
    aria-label="Opportunities"
  >
    ${textField({ ...asGiven('q'), label: 'Search', type: 'search', maxLength: 200 })}
    ${selectField({ ...asGiven('niche'), label: 'Topic', options: choice('topic', 'All topics') })}
    ${selectField({ ...asGiven('geography'), label: 'Geography', options: choice('geography', 'Anywhere') })}
    ${selectField({ ...asGiven('language'), label: 'Language', options: choice('language', 'Any', languageName) })}
    ${textField({ ...asGiven('maxPrice'), label: 'Max. price ($)', type: 'number', min: 0 })}
    ${textField({ ...asGiven('minScore'), label: 'Min. score', type: 'number', min: 0, max: 100 })}
    ${hiddenFields({ sort: given.sort }, [])}
    <button type="submit">Search</button>
  </form>`;
}
