import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

const PROPERTIES = ['topic', 'geography', 'language'] as const;

/** Value of a property and the number of opportunities on offer that have it. */
export interface Facet {
  property: (typeof PROPERTIES)[number];
  value: string;
  count: number;
}

/** Topics, geographies and languages of the live catalogue, each property's `limit` most frequent values first. */
export async function readFacets(db: Database, limit: number): Promise<Facet[]> {
  const { rows } = await db.pool.query<Facet>({
    name: 'opportunity-facets',
    // Counted by triggers as figures are: the totals, and changes that no sweep has added up yet.
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
