import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from '../../base/ids';
import {
  CATALOG_ORDERS,
  type CatalogFilter,
  type CatalogOrder,
  type Place,
} from '../../modules/opportunities/store/search';
import { anything } from '../page';

const FIELDS = ['q', 'niche', 'geography', 'language', 'maxPrice', 'minScore', 'sort', 'cursor'] as const;
type FieldName = (typeof FIELDS)[number];

/** Catalog query. The schema accepts anything, because the page shows errors next to their fields. */
export const CatalogQuery = Type.Object(
  Object.fromEntries(FIELDS.map((name) => [name, anything])) as Record<FieldName, typeof anything>,
);

/** Parsed catalog query. */
export interface CatalogRequest {
  /** Submitted values, for the form and links. */
  given: Partial<Record<FieldName, string>>;
  /** Error message by field. Any error prevents the search. */
  errors: Partial<Record<FieldName, string>>;
  filter: CatalogFilter;
  order: CatalogOrder;
  after: Place | null;
}

const LONGEST = 200;
const PRICE = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;
const SCORE = /^(?:100|\d{1,2})$/;
const ID = idSchema('opp').pattern!.replace(/^\^|\$$/g, '');
const CURSORS: Record<CatalogOrder, RegExp> = {
  score: new RegExp(`^(100|\\d{1,2})-(${ID})$`),
  price: new RegExp(`^(\\d{1,9})-(${ID})$`),
  newest: new RegExp(`^()(${ID})$`),
};

/** Parses an untrusted query. If a parameter is repeated, its first value counts. */
export function readCatalogQuery(query: Static<typeof CatalogQuery>): CatalogRequest {
  const given = givenIn(query);
  const errors: CatalogRequest['errors'] = {};
  for (const name of FIELDS) {
    if ((given[name] ?? '').length > LONGEST) errors[name] = `Use at most ${LONGEST} characters.`;
  }
  const maxPrice = centsOf(given.maxPrice);
  if (maxPrice === null) errors.maxPrice = 'Enter an amount in dollars, such as 500.';
  const minScore = given.minScore === undefined || SCORE.test(given.minScore) ? given.minScore : null;
  if (minScore === null) errors.minScore = 'Enter a score from 0 to 100.';
  const order = CATALOG_ORDERS.find((name) => name === (given.sort ?? 'score'));
  if (!order) errors.sort = 'Sort by score, price or newest.';
  const after = placeGiven(given.cursor, order ?? 'score');
  if (after === undefined) errors.cursor = 'This part of the list does not exist. Start from the beginning.';
  const { q: words, niche: topic, geography, language } = given;
  return {
    given,
    errors,
    filter: {
      ...(words !== undefined && { words }),
      ...(topic !== undefined && { topic }),
      ...(geography !== undefined && { geography }),
      ...(language !== undefined && { language }),
      ...(typeof maxPrice === 'number' && { maxPrice }),
      ...(typeof minScore === 'string' && { minScore: Number(minScore) }),
    },
    order: order ?? 'score',
    after: after ?? null,
  };
}

/** URL of the list with the given filters, from the start or after a cursor. */
export function catalogPath(given: CatalogRequest['given'], after: Place | null): string {
  const { cursor: _before, ...filters } = given;
  const query = new URLSearchParams({ ...filters, ...(after && { cursor: cursorOf(after) }) });
  return query.size === 0 ? '/opportunities' : `/opportunities?${query.toString()}`;
}

function cursorOf({ value, id }: Place): string {
  return value === null ? id : `${value}-${id}`;
}

function givenIn(query: Static<typeof CatalogQuery>): CatalogRequest['given'] {
  const values = FIELDS.flatMap((name) => {
    const value: unknown = [query[name]].flat()[0];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(values);
}

// Amount in cents; undefined if absent, null if invalid.
function centsOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const [, dollars, cents = ''] = PRICE.exec(text) ?? [];
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

// Place in the list; null if absent, undefined if invalid.
function placeGiven(cursor: string | undefined, order: CatalogOrder): Place | null | undefined {
  if (cursor === undefined) return null;
  const [, value, id] = CURSORS[order].exec(cursor) ?? [];
  return id === undefined ? undefined : { value: value ? Number(value) : null, id };
}
