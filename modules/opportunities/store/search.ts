import type { Money } from '../../../base/money';
import type { Database } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { LISTED_STATES } from '../contract';
import { TEASER_COLUMNS, type Teaser } from './catalog';

/** Filters for the live catalog. Omitted filters match everything. */
export interface CatalogFilter {
  /** Words to search for in the public part, in the syntax of `websearch_to_tsquery`. */
  words?: string;
  /** A niche, or its part before the colon. */
  topic?: string;
  geography?: string;
  language?: string;
  /** Highest price in minor units. */
  maxPrice?: number;
  minScore?: number;
}

/** Sort orders of the catalog: highest score, lowest price, or newest first. */
export const CATALOG_ORDERS = ['score', 'price', 'newest'] as const;
export type CatalogOrder = (typeof CATALOG_ORDERS)[number];

/** Cursor: the last item of the previous page. `value` is its score or price; null when sorted by newest. */
export interface Place {
  value: number | null;
  id: string;
}

export function placeOf({ score, priceAmount, id }: Teaser, order: CatalogOrder): Place {
  return { value: { score, price: priceAmount, newest: null }[order], id };
}

/** Columns of each sort order, all sorted in the same direction. Each order has an index on listed opportunities. */
const ORDERS = {
  score: { columns: ['score', 'id'], direction: 'DESC', after: '<' },
  price: { columns: ['price_amount', 'id'], direction: 'ASC', after: '>' },
  newest: { columns: ['id'], direction: 'DESC', after: '<' },
} as const;

const LISTED = `mode = 'live' AND status IN (${listOf(LISTED_STATES)})`;

const TOPIC = "split_part(niche, ':', 1)";

const WORDS = "to_tsvector('english', title || ' ' || summary || ' ' || niche || ' ' || audience || ' ' || geography)";

/** Finds opportunities after a cursor, in `order`. An expired reservation counts as available. */
export async function searchTeasers(
  db: Database,
  filter: CatalogFilter,
  { limit, after, order = 'score' }: { limit: number; after: Place | null; order?: CatalogOrder },
): Promise<Teaser[]> {
  const { where, values } = conditionsOf(filter, after, order);
  const { columns, direction } = ORDERS[order];
  const { rows } = await db.pool.query<Teaser>({
    // Not prepared, because the plan depends on the filters.
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities WHERE ${where}
           ORDER BY ${columns.map((column) => `${column} ${direction}`).join()} LIMIT $${values.length + 1}`,
    values: [...values, limit],
  });
  return rows;
}

/** Lowest price in the live catalog; null if the catalog is empty. */
export async function lowestPrice(db: Database): Promise<Money | null> {
  const { rows } = await db.pool.query<Money>({
    name: 'opportunity-lowest-price',
    text: `SELECT price_amount AS amount, price_currency AS currency FROM opportunities
           WHERE ${LISTED} ORDER BY price_amount LIMIT 1`,
  });
  return rows[0] ?? null;
}

/** We count matches exactly only up to this number. */
export const COUNTED_TEASERS = 1_000;

/** Number of live opportunities on offer that match, at most {@link COUNTED_TEASERS} + 1. */
export async function countTeasers(db: Database, filter: CatalogFilter): Promise<number> {
  const { where, values } = conditionsOf(filter);
  const { rows } = await db.pool.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM (
             SELECT 1 FROM opportunities WHERE ${where} LIMIT ${COUNTED_TEASERS + 1}) AS few`,
    values,
  });
  return rows[0]!.count;
}

/** Number of live opportunities sold, at most {@link COUNTED_TEASERS} + 1. */
export async function countSold(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>({
    name: 'opportunity-count-sold',
    text: `SELECT count(*)::int AS count FROM (
             SELECT 1 FROM opportunities WHERE mode = 'live' AND status = 'sold' LIMIT ${COUNTED_TEASERS + 1}) AS few`,
  });
  return rows[0]!.count;
}

/** Other live opportunities on offer: first the best in the same topic, then the best overall. */
export async function similarTeasers(db: Database, { id, niche }: Teaser, limit: number): Promise<Teaser[]> {
  const [same, best] = await Promise.all([
    searchTeasers(db, { topic: niche.split(':')[0]! }, { limit: limit + 1, after: null }),
    searchTeasers(db, {}, { limit: 2 * limit + 1, after: null }),
  ]);
  const shown = new Map([...same, ...best].map((teaser) => [teaser.id, teaser]));
  shown.delete(id);
  return [...shown.values()].slice(0, limit);
}

function conditionsOf(
  filter: CatalogFilter,
  after: Place | null = null,
  order: CatalogOrder = 'score',
): { where: string; values: unknown[] } {
  const conditions = [LISTED];
  const values: unknown[] = [];
  const add = (condition: (...places: string[]) => string, ...given: unknown[]) => {
    if (given.includes(undefined)) return;
    conditions.push(condition(...given.map((value) => `$${values.push(value)}`)));
  };
  // A query with only stop words has no search terms, so it matches everything.
  const query = (words: string) => `websearch_to_tsquery('english', ${words})`;
  add((words) => `(${WORDS} @@ ${query(words)} OR numnode(${query(words)}) = 0)`, filter.words);
  add((topic) => `${TOPIC} = split_part(${topic}, ':', 1) AND ${topic} IN (niche, ${TOPIC})`, filter.topic);
  add((geography) => `geography = ${geography}`, filter.geography);
  add((language) => `language = ${language}`, filter.language);
  add((price) => `price_amount <= ${price}`, filter.maxPrice);
  add((score) => `score >= ${score}`, filter.minScore);
  if (after) {
    const { columns, after: beyond } = ORDERS[order];
    const seen = [after.value, after.id].filter((value) => value !== null);
    add((...places) => `(${columns.join()}) ${beyond} (${places.join()})`, ...seen);
  }
  return { where: conditions.join(' AND '), values };
}

const PROPERTIES = ['topic', 'geography', 'language'] as const;

/** A property value and the number of opportunities on offer that have it. */
export interface Facet {
  property: (typeof PROPERTIES)[number];
  value: string;
  count: number;
}

/**
 * Topics, geographies and languages of the live catalog: the `limit` most frequent values of each, most frequent first.
 */
export async function readFacets(db: Database, limit: number): Promise<Facet[]> {
  const { rows } = await db.pool.query<Facet>({
    name: 'opportunity-facets',
    // Triggers maintain these counts as they do figures: as totals, plus changes that no sweep has added to them yet.
    text: `SELECT property, value, count FROM (
             SELECT substr(figure, 8) AS property, label AS value, sum(amount)::int AS count,
                    row_number() OVER (PARTITION BY figure ORDER BY sum(amount) DESC, label) AS place
             FROM (SELECT figure, label, amount FROM figure_totals
                   UNION ALL SELECT figure, label, amount FROM figure_changes) AS known
             WHERE figure IN (${listOf(PROPERTIES.map((property) => `listed_${property}`))})
             GROUP BY figure, label HAVING sum(amount) > 0) AS counted
           WHERE place <= $1 ORDER BY property, place`,
    values: [limit],
  });
  return rows;
}
