import type { Mode } from '../../contracts/access';
import { RUN } from '../../domain/runs';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';

/** SQL: start of this month in UTC. */
const MONTH = "date_trunc('month', now(), 'UTC')";

/** SQL: US cents that account $1's runs in mode $2 that ended this month have cost, rounded up. */
const SPENT_CENTS = `(
  SELECT COALESCE(ceil(sum(cost_micros) / 10000.0), 0) FROM runs
  WHERE account_id = $1 AND mode = $2 AND cost_micros IS NOT NULL AND completed_at >= ${MONTH})`;

/** SQL: runs of account $1 in mode $2 whose cost is not known. */
const WITHOUT_COST = 'account_id = $1 AND mode = $2 AND cost_micros IS NULL';

/**
 * SQL: US cents that account $1's runs in mode $2 have reserved: those that have not ended, and those that ended this
 * month while the cost of their session is not known. Two parts, so that each reads only its own of the index.
 */
const RESERVED_CENTS = `(
  SELECT COALESCE(sum(reserved_cents), 0) FROM (
    SELECT reserved_cents FROM runs WHERE ${WITHOUT_COST} AND completed_at IS NULL AND status IN (${listOf(RUN.open)})
    UNION ALL
    SELECT reserved_cents FROM runs WHERE ${WITHOUT_COST} AND completed_at >= ${MONTH} AND session_id IS NOT NULL
  ) AS reserved)`;

/** SQL: US cents that account $1 has left in mode $2, neither spent nor reserved; null, and no sum, without a budget. */
export const LEFT_CENTS = `(
  SELECT CASE WHEN monthly_budget_cents IS NOT NULL
              THEN monthly_budget_cents - ${SPENT_CENTS} - ${RESERVED_CENTS} END
  FROM accounts WHERE id = $1)`;

/** Budget of an account in this calendar month (UTC), in US cents. */
export interface Budget {
  /** Null without a limit. */
  limitCents: number | null;
  /** Cost of runs that ended, rounded up. */
  spentCents: number;
  /** What runs that have not ended may still cost. */
  reservedCents: number;
  /** Neither spent nor reserved; null without a limit. */
  remainingCents: number | null;
}

/** Budget of an account in one mode. */
export async function readBudget(
  db: Queryable,
  { accountId, mode }: { accountId: string; mode: Mode },
): Promise<Budget> {
  const { rows } = await db.query<Record<'spentCents' | 'reservedCents', string> & { limitCents: number | null }>({
    name: 'budget-read',
    text: `SELECT monthly_budget_cents AS "limitCents", ${SPENT_CENTS} AS "spentCents",
                  ${RESERVED_CENTS} AS "reservedCents" FROM accounts WHERE id = $1`,
    values: [accountId, mode],
  });
  const { limitCents } = rows[0]!;
  const [spentCents, reservedCents] = [Number(rows[0]!.spentCents), Number(rows[0]!.reservedCents)];
  const remainingCents = limitCents === null ? null : Math.max(0, limitCents - spentCents - reservedCents);
  return { limitCents, spentCents, reservedCents, remainingCents };
}
