import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { RunKind } from '../../contracts/runs';
import type { PaymentStanding } from '../../domain/disputes';
import type { EntitlementStatus } from '../../domain/entitlements';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';

/** An entitlement that an order pays for. */
export interface BoughtEntitlement {
  accountId: string;
  kind: RunKind;
  mode: Mode;
  orderId: string;
}

/** Grants the entitlement that an order has paid for, in the caller's transaction; returns its id. */
export async function grantBought(tx: Queryable, bought: BoughtEntitlement): Promise<string> {
  const id = newId('ent');
  await tx.query({
    name: 'entitlement-grant-bought',
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source, source_id, order_id)
           VALUES ($1, $2, $3, $4, 'unused', 'order', $5, $5)`,
    values: [id, bought.accountId, bought.kind, bought.mode, bought.orderId],
  });
  return id;
}

/**
 * Returns a new entitlement for a run that ended without findings, with the order at the root of the one it took: as
 * usable as that order's payment is good. Idempotent; call it under the order's lock.
 */
export async function giveBack(
  tx: Queryable,
  run: { id: string; accountId: string; kind: RunKind; mode: Mode },
  source: 'run_failure' | 'run_canceled',
  root: { orderId: string | null; standing: PaymentStanding },
): Promise<void> {
  const status: EntitlementStatus = root.standing === 'gone' ? 'revoked' : 'unused';
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
      root.standing === 'disputed',
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

/** Grants one entitlement by hand in the caller's transaction; returns its id. */
export async function grantOne(tx: Queryable, accountId: string, kind: RunKind, mode: Mode): Promise<string> {
  const id = newId('ent');
  await tx.query({
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source)
           VALUES ($1, $2, $3, $4, 'unused', 'grant')`,
    values: [id, accountId, kind, mode],
  });
  await recordAudit(tx, { action: 'entitlements.granted', accountId, after: { kind, count: 1 } });
  return id;
}

/**
 * Grants `count` entitlements to an account by hand and returns their ids.
 *
 * @throws Failure `not_found` for an unknown account
 */
export async function grantEntitlements(
  db: Database,
  accountId: string,
  kind: RunKind,
  count: number,
  mode: Mode = 'live',
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('ent'));
  await transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source)
             SELECT granted.id, accounts.id, $3, $4, 'unused', 'grant'
             FROM unnest($1::text[]) AS granted(id), accounts WHERE accounts.id = $2`,
      values: [ids, accountId, kind, mode],
    });
    if (rowCount !== count) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    await recordAudit(tx, { action: 'entitlements.granted', accountId, after: { kind, count } });
  });
  return ids;
}
