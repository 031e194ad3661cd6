import { html, type Markup } from '../../platform/html';
import type { Database } from '../../prisma/client';
import {
  COUNTED_TEASERS,
  countSold,
  countTeasers,
  placeOf,
  searchTeasers,
  type CatalogueOrder,
} from '../../store/opportunities/search-teasers';
import { readFacets } from '../../store/opportunities/read-facets';
import { cards } from '../components/card';
import { emptyState } from '../components/empty-state';
import { notice } from '../components/notice';
import { pageHead } from '../components/page-head';
import { pagination } from '../components/pagination';
import { layout } from '../layout';
import { page, show } from '../page';
import { catalogueData } from './opportunity-data';
import { catalogueChoices } from './catalogue-choices';
import { catalogueFilters } from './catalogue-filters';
import { CatalogueQuery, cataloguePath, readCatalogueQuery, type CatalogueRequest } from './catalogue-query';
import { opportunityCard } from './opportunity-card';

const PATH = '/opportunities';
const PAGE_SIZE = 24;
/** Values that a filter offers; others can still be asked for by address. */
const MOST_VALUES = 60;

const ORDER_WORDS: Record<CatalogueOrder, string> = {
  score: 'best first',
  price: 'cheapest first',
  newest: 'newest first',
};

/**
 * Catalogue: live opportunities on offer, narrowed and ordered by the query, the best first. Errors are shown next to
 * their field.
 */
export const cataloguePage = page({
  method: 'GET',
  path: PATH,
  query: CatalogueQuery,

  async handle({ deps, query }) {
    const { publicUrl } = deps.settings;
    const request = readCatalogueQuery(query);
    const mistaken = Object.keys(request.errors).length > 0;
    const isFirst = !mistaken && !request.after && Object.keys(request.filter).length === 0;
    const read = () => readList(deps.db, request, mistaken);
    const [facets, rows, matching, all, sold] = await (isFirst
      ? deps.lastGood(`list by ${request.order}`, read)
      : read());
    const shown = rows.slice(0, PAGE_SIZE);
    const next = rows.length > PAGE_SIZE ? cataloguePath(request.given, placeOf(shown.at(-1)!, request.order)) : null;
    const first = request.after ? cataloguePath(request.given, null) : null;
    return show(
      layout({
        title: 'Newsletter opportunities',
        section: PATH,
        about: {
          publicUrl,
          path: PATH,
          description:
            'Newsletter opportunities researched with sources: scores, evidence, audience and price. Each is sold once, with exclusive rights.',
        },
        body: html`${pageHead({
          title: 'Newsletter opportunities, each sold once',
          lead: 'Researched by AI agents, with sources. The buyer gets the full dossier and exclusive rights to it.',
          actions: html`<a class="button quiet" href="/sample-dossier">Read a sample dossier</a>`,
        })}
        ${catalogueFilters(request, facets)}
        ${mistaken ? mistakes(request) : all > 0 && catalogueChoices(request, facets)}
        ${!mistaken && results(shown.length > 0, { request, matching, all, sold })} ${cards(shown.map(opportunityCard))}
        ${catalogueData(shown, publicUrl)}
        ${pagination({ previous: first, next }, { previous: 'Back to the start', next: 'Next' })}`,
      }),
      { status: mistaken ? 400 : 200 },
    );
  },
});

/** What the page shows; one that is mistaken lists nothing. */
function readList(db: Database, { filter, after, order }: CatalogueRequest, mistaken: boolean) {
  return Promise.all([
    readFacets(db, MOST_VALUES),
    mistaken ? [] : searchTeasers(db, filter, { limit: PAGE_SIZE + 1, after, order }),
    mistaken ? 0 : countTeasers(db, filter),
    countTeasers(db, {}),
    countSold(db),
  ]);
}

function mistakes({ errors }: CatalogueRequest): Markup {
  return notice(
    html`<p>
      ${errors.cursor ?? errors.sort ?? 'Correct the marked fields to see the list.'} <a href="${PATH}">Show all</a>
    </p>`,
    'bad',
  );
}

function results(
  found: boolean,
  { request, matching, all, sold }: { request: CatalogueRequest; matching: number; all: number; sold: number },
): Markup {
  if (all === 0) {
    return emptyState({
      title: 'No opportunities are on offer right now',
      text: 'New ones are added as they are researched. Meanwhile you can have your own idea researched.',
      action: { href: '/buy', label: 'Have your idea researched' },
    });
  }
  if (!found) {
    return emptyState({
      title: 'Nothing matches',
      text: 'Try fewer words or filters.',
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
