import type { Database, Queryable } from '../../prisma/client';

/** Changes that are added up at once. */
const BATCH = 10_000;

/** Adds to a figure in the caller's transaction; most figures are counted by triggers of their tables. */
export async function addToFigure(
  tx: Queryable,
  { figure, label, amount }: { figure: 'sweep_failures'; label: string; amount: number },
): Promise<void> {
  await tx.query({
    name: 'figure-add',
    text: 'INSERT INTO figure_changes (figure, label, amount) VALUES ($1, $2, $3)',
    values: [figure, label, amount],
  });
}

/** Adds all changes to the totals, so that reading a figure stays cheap; no figure changes by it. Returns how many. */
export async function addUpFigures(db: Database): Promise<number> {
  for (let added = 0; ;) {
    const { rows } = await db.pool.query<{ changes: number }>({
      name: 'figures-add-up',
      // One statement, so no reader sees a change twice or not at all; two workers take different changes.
      text: `WITH taken AS (
               DELETE FROM figure_changes WHERE id IN (
                 SELECT id FROM figure_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
               RETURNING figure, label, amount),
             added AS (
               INSERT INTO figure_totals (figure, label, amount)
               SELECT figure, label, sum(amount) FROM taken GROUP BY figure, label ORDER BY figure, label
               ON CONFLICT (figure, label) DO UPDATE SET amount = figure_totals.amount + excluded.amount)
             SELECT count(*)::int AS changes FROM taken`,
      values: [BATCH],
    });
    const { changes } = rows[0]!;
    added += changes;
    if (changes < BATCH) return added;
  }
}
