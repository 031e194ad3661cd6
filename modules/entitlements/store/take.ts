import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { formatMoney } from '../../../base/wording';
import type { Queryable } from '../../../prisma/client';
import { listOf } from '../../../prisma/sql';
import type { PaymentState } from '../../ledger/rules';
import type { RunKind } from '../../run-kinds/contract';
import { ENTITLEMENT, type Reservation, type EntitlementStatus } from '../rules';
import { LEFT_CENTS, readBudget } from './budget';

// The query contains these states as literals. With a parameter, the index could not return the oldest entitlement
// first.
const FREE = ENTITLEMENT.before('consumed');

export interface Taken {
  id: string;
  /** US cents. */
  reservedCents: number;
  /** Time of the transaction, used for everything that it creates. */
  takenAt: Date;
}

/**
 * Takes the oldest unused entitlement for a run, or the one with `entitlementId`. Reserves the maximum cost of the
 * run, or the account's remaining budget if that is less. Call it in the transaction that creates the run, which must
 * store the reservation.
 * @throws Failure `budget_spent` if less than `leastCents` remains, `entitlement_required` if no entitlement is unused
 */
export async function takeEntitlement(
  tx: Queryable,
  owner: { accountId: string; mode: Mode },
  kind: RunKind,
  runId: string,
  { mostCents, leastCents }: Reservation,
  entitlementId?: string,
): Promise<Taken> {
  const chosen = entitlementId === undefined ? '' : 'AND id = $8';
  // Sends both statements together. The second starts only after the first has taken the lock, so it sees every
  // reservation.
  const [, { rows }] = await Promise.all([
    lockBudget(tx, owner.accountId),
    // The sort order matches the index of the account's credits. If one account has a large share of all credits,
    // sorting by id alone would make the planner scan the older credits of all accounts. With SKIP LOCKED, concurrent
    // transactions skip rows that others are taking, so nobody waits and no row is taken twice.
    tx.query<Taken>({
      name: entitlementId === undefined ? 'entitlement-take' : 'entitlement-take-chosen',
      text: `WITH budget AS MATERIALIZED (SELECT LEAST($6, COALESCE(${LEFT_CENTS}, $6))::int AS cents)
             UPDATE entitlements SET status = $5, consumed_at = now(), run_id = $4 FROM budget
             WHERE id = (SELECT id FROM entitlements
                         WHERE account_id = $1 AND mode = $2 AND kind = $3 AND status = ANY(ARRAY[${listOf(FREE)}])
                           AND frozen_at IS NULL AND (SELECT cents FROM budget) >= $7 ${chosen}
                         ORDER BY status, id LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING id, cents AS "reservedCents", consumed_at AS "takenAt"`,
      values: [
        ...[owner.accountId, owner.mode, kind, runId, 'consumed', mostCents, leastCents],
        ...(entitlementId === undefined ? [] : [entitlementId]),
      ],
    }),
  ]);
  if (rows[0]) return rows[0];
  throw (await budgetSpent(tx, owner, leastCents)) ?? noneLeft(kind);
}

/**
 * Sandbox runs do not use an entitlement or a budget. The entitlement id in their response is made up.
 * @throws Failure `entitlement_required` to simulate an account without credits
 */
export async function takeNone(tx: Queryable, kind: RunKind, lacksCredit: boolean): Promise<Taken> {
  if (lacksCredit) throw noneLeft(kind);
  const { rows } = await tx.query<{ takenAt: Date }>({ name: 'entitlement-none', text: 'SELECT now() AS "takenAt"' });
  return { id: newId('ent'), reservedCents: 0, takenAt: rows[0]!.takenAt };
}

/** Serializes reservations of an account with a budget, so that the next statement sees all committed reservations. */
async function lockBudget(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    name: 'budget-lock',
    text: 'SELECT 1 FROM accounts WHERE id = $1 AND monthly_budget_cents IS NOT NULL FOR NO KEY UPDATE',
    values: [accountId],
  });
}

const noneLeft = (kind: RunKind) =>
  new Failure('entitlement_required', { detail: `No unused ${kind} entitlement on this account.` });

async function budgetSpent(
  tx: Queryable,
  owner: { accountId: string; mode: Mode },
  leastCents: number,
): Promise<Failure | null> {
  const budget = await readBudget(tx, owner);
  if (budget.remainingCents === null || budget.remainingCents >= leastCents) return null;
  const [limit, spent, reserved] = [budget.limitCents!, budget.spentCents, budget.reservedCents].map((amount) =>
    formatMoney({ amount, currency: 'usd' }),
  );
  return new Failure('budget_spent', {
    detail: `Of the monthly budget of ${limit}, ${spent} is spent and ${reserved} is reserved by runs that have not ended.`,
  });
}

/**
 * Gives back a credit for a run that ended without findings. The new entitlement belongs to the order that paid for
 * the used one. It is usable unless that order's payment is disputed, refunded or lost. Idempotent. The caller must
 * hold the order's lock.
 */
export async function returnCredit(
  tx: Queryable,
  run: { id: string; accountId: string; kind: RunKind; mode: Mode },
  source: 'run_failure' | 'run_canceled',
  root: { orderId: string | null; paymentState: PaymentState },
): Promise<void> {
  const status: EntitlementStatus = root.paymentState === 'gone' ? 'revoked' : 'unused';
  await tx.query({
    name: 'entitlement-give-back',
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source, source_id, order_id, frozen_at)
           VALUES ($1, $2, $3, $4, $7, $5, $6, $8, CASE WHEN $9 THEN now() END)
           ON CONFLICT (source, source_id, kind) DO NOTHING`,
    values: [
      newId('ent'),
      run.accountId,
      run.kind,
      run.mode,
      source,
      run.id,
      status,
      root.orderId,
      root.paymentState === 'disputed',
    ],
  });
}

/** Credit that a run gave back, in its current state; null if the run did not give one back. */
export async function findGivenBack(
  tx: Queryable,
  runId: string,
): Promise<{ id: string; status: EntitlementStatus; frozen: boolean; takenBy: string | null } | null> {
  const { rows } = await tx.query<{ id: string; status: EntitlementStatus; frozen: boolean; takenBy: string | null }>({
    text: `SELECT id, status, frozen_at IS NOT NULL AS frozen, run_id AS "takenBy" FROM entitlements
           WHERE source IN ('run_failure', 'run_canceled') AND source_id = $1 FOR UPDATE`,
    values: [runId],
  });
  return rows[0] ?? null;
}
