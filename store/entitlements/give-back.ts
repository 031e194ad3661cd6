import type { Mode } from '../../contracts/access';
import { newId } from '../../contracts/ids';
import type { RunKind } from '../../contracts/runs';
import type { EntitlementStatus } from '../../domain/entitlements';
import type { PaymentState } from '../../domain/disputes';
import type { Queryable } from '../../prisma/client';

/**
 * Returns a new entitlement for a run that ended without findings, with the order at the root of the one it took: as
 * usable as that order's payment is good. Idempotent; call it under the order's lock.
 */
export async function giveBack(
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

/** Credit that a run gave back, as it is now; null if it gave none. */
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
