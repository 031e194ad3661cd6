import { FAILURES_BEFORE_ALERT, type SweepName } from '../../domain/sweeps';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { raiseAlert } from '../alerts/raise-alert';
import { addToFigure } from '../figures/add-up-figures';

/** One check of an item: its id and, if it failed, the type of the error. */
export interface ItemCheck {
  item: string;
  error: string | null;
}

/**
 * Records checks, so that the next pass begins with others, and counts failures in a row. An item that keeps failing
 * alerts the operators, once a day for each sweep.
 */
export async function recordChecks(db: Database, sweep: SweepName, checks: readonly ItemCheck[]): Promise<void> {
  if (checks.length === 0) return;
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<ItemCheck & { failures: number }>({
      name: 'sweep-looks',
      // In order of the items, so that two workers do not wait for each other in a circle.
      text: `INSERT INTO sweep_looks (sweep, item, looked_at, failures, error)
             SELECT $1, item, now(), CASE WHEN error IS NULL THEN 0 ELSE 1 END, error
             FROM unnest($2::text[], $3::text[]) AS look (item, error) ORDER BY item
             ON CONFLICT (sweep, item) DO UPDATE
             SET looked_at = now(), error = EXCLUDED.error,
                 failures = CASE WHEN EXCLUDED.error IS NULL THEN 0 ELSE sweep_looks.failures + 1 END
             RETURNING item, error, failures`,
      values: [sweep, checks.map(({ item }) => item), checks.map(({ error }) => error)],
    });
    const failed = rows.filter(({ error }) => error !== null).length;
    if (failed > 0) await addToFigure(tx, { figure: 'sweep_failures', label: sweep, amount: failed });
    const failing = rows.filter(({ failures }) => failures >= FAILURES_BEFORE_ALERT);
    if (failing.length > 0) await raiseFailing(tx, sweep, failing);
  });
}

function raiseFailing(tx: Queryable, sweep: SweepName, failing: (ItemCheck & { failures: number })[]): Promise<void> {
  const { item, error, failures } = failing[0]!;
  return raiseAlert(tx, {
    alert: 'sweep-failing',
    subject: `${sweep}/${new Date().toISOString().slice(0, 10)}`,
    facts: { sweep, item, error: error!, failures: String(failures), items: String(failing.length) },
  });
}
