import type { Mode } from '../../../base/access';
import type { Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import { RUN } from '../../run-kinds/rules';

/** SQL: start of this month in UTC. */
const MONTH = "date_trunc('month', now(), 'UTC')";

/** SQL: known cost in US cents of account $1's runs in mode $2 that ended this month, rounded up. */
const SPENT_CENTS = `(
  SELECT COALESCE(ceil(sum(cost_micros) / 10000.0), 0) FROM runs
  WHERE account_id = $1 AND mode = $2 AND cost_micros IS NOT NULL AND completed_at >= ${MONTH})`;

const OWN = 'account_id = $1 AND mode = $2';

/**
 * SQL: US cents reserved by account $1's runs in mode $2, rounded up. Counts runs that have not ended, and the unspent
 * part of runs that ended this month with a session of unknown cost. Each of the two parts has its own index.
 */
const RESERVED_CENTS = `(
  SELECT COALESCE(ceil(sum(micros) / 10000.0), 0) FROM (
    SELECT reserved_cents * 10000::bigint AS micros FROM runs
    WHERE ${OWN} AND cost_micros IS NULL AND completed_at IS NULL AND status IN (${listOf(RUN.open)})
    UNION ALL
    SELECT GREATEST(0, reserved_cents * 10000::bigint - COALESCE(cost_micros, 0)) FROM runs
    WHERE ${OWN} AND costs_open AND completed_at >= ${MONTH}
  ) AS reserved)`;

/** SQL: US cents of account $1's budget in mode $2 that are neither spent nor reserved; null without a budget. */
export const LEFT_CENTS = `(
  SELECT CASE WHEN monthly_budget_cents IS NOT NULL
              THEN monthly_budget_cents - ${SPENT_CENTS} - ${RESERVED_CENTS} END
  FROM accounts WHERE id = $1)`;

/** Budget of an account in this calendar month (UTC), in US cents. */
export interface Budget {
  /** Null if unlimited. */
  limitCents: number | null;
  /** Known cost of ended runs, rounded up. */
  spentCents: number;
  /** Possible further cost of runs that have not ended, or that have sessions of unknown cost. */
  reservedCents: number;
  /** Neither spent nor reserved; null if unlimited. */
  remainingCents: number | null;
}

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
