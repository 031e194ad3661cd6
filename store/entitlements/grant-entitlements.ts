import type { Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { newId } from '../../contracts/ids';
import type { RunKind } from '../../contracts/runs';
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
