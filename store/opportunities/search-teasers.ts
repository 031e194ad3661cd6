import type { Money } from '../../contracts/money';
import { LISTED_STATES } from '../../contracts/opportunities';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { TEASER_COLUMNS, type Teaser } from './row';

/** Narrows the live catalogue; what is absent narrows nothing. */
export interface CatalogueFilter {
  /** Words in the public part, as people type them into a search box. */
  words?: string;
  /** A niche, or the part of it before its colon. */
  topic?: string;
  geography?: string;
  language?: string;
  /** Highest price in minor units. */
  maxPrice?: number;
  minScore?: number;
}

/** Place in the list, which is ordered by score, then by age: that of the last one seen. */
export type Place = Pick<Teaser, 'score' | 'id'>;

const LISTED = `mode = 'live' AND status IN (${listOf(LISTED_STATES)})`;

const TOPIC = "split_part(niche, ':', 1)";

const WORDS = "to_tsvector('english', title || ' ' || summary || ' ' || niche || ' ' || audience || ' ' || geography)";

/** Live opportunities on offer that match, the best first, after a place; an expired reservation counts as none. */
export async function searchTeasers(
  db: Database,
  filter: CatalogueFilter,
  { limit, after }: { limit: number; after: Place | null },
): Promise<Teaser[]> {
  const { where, values } = conditionsOf(filter, after);
  const { rows } = await db.pool.query<Teaser>({
    // Not prepared: the plan depends on what is asked for.
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities WHERE ${where}
           ORDER BY score DESC, id DESC LIMIT $${values.length + 1}`,
    values: [...values, limit],
  });
  return rows;
}

/** Lowest price of a live opportunity on offer; null while there is none. */
export async function lowestPrice(db: Database): Promise<Money | null> {
  const { rows } = await db.pool.query<Money>({
    name: 'opportunity-lowest-price',
    text: `SELECT price_amount AS amount, price_currency AS currency FROM opportunities
           WHERE ${LISTED} ORDER BY price_amount LIMIT 1`,
  });
  return rows[0] ?? null;
}

/** Matches that are counted one by one. */
export const COUNTED_TEASERS = 1_000;

/** Number of live opportunities on offer that match, at most {@link COUNTED_TEASERS} and one. */
export async function countTeasers(db: Database, filter: CatalogueFilter): Promise<number> {
  const { where, values } = conditionsOf(filter, null);
  const { rows } = await db.pool.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM (
             SELECT 1 FROM opportunities WHERE ${where} LIMIT ${COUNTED_TEASERS + 1}) AS few`,
    values,
  });
  return rows[0]!.count;
}

/** Other live opportunities on offer: the best of the same topic, then the best of all. */
export async function similarTeasers(db: Database, { id, niche }: Teaser, limit: number): Promise<Teaser[]> {
  const [same, best] = await Promise.all([
    searchTeasers(db, { topic: niche.split(':')[0]! }, { limit: limit + 1, after: null }),
    searchTeasers(db, {}, { limit: 2 * limit + 1, after: null }),
  ]);
  const shown = new Map([...same, ...best].map((teaser) => [teaser.id, teaser]));
  shown.delete(id);
  return [...shown.values()].slice(0, limit);
}

function conditionsOf(filter: CatalogueFilter, after: Place | null): { where: string; values: unknown[] } {
  const conditions = [LISTED];
  const values: unknown[] = [];
  const add = (condition: (...places: string[]) => string, ...given: unknown[]) => {
    if (given.includes(undefined)) return;
    conditions.push(condition(...given.map((value) => `$${values.push(value)}`)));
  };
  // A query of stop words alone has no word to look for.
  const query = (words: string) => `websearch_to_tsquery('english', ${words})`;
  add((words) => `(${WORDS} @@ ${query(words)} OR numnode(${query(words)}) = 0)`, filter.words);
  add((topic) => `${TOPIC} = split_part(${topic}, ':', 1) AND ${topic} IN (niche, ${TOPIC})`, filter.topic);
  add((geography) => `geography = ${geography}`, filter.geography);
  add((language) => `language = ${language}`, filter.language);
  add((price) => `price_amount <= ${price}`, filter.maxPrice);
  add((score) => `score >= ${score}`, filter.minScore);
  add((score, id) => `(score, id) < (${score}, ${id})`, after?.score, after?.id);
  return { where: conditions.join(' AND '), values };
}
