import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { Database, Queryable } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { once, type IdempotencyClaim, type Once } from '../../outbox/store/claims';
import type { RunKind } from '../../run-kinds/contract';

export interface BoughtEntitlements {
  accountId: string;
  kind: RunKind;
  mode: Mode;
  orderId: string;
  quantity: number;
}

/**
 * Grants the entitlements of a paid order in the caller's transaction; returns the id of the first. The first
 * entitlement's source is the order's id. The other sources add a number to it (`ord_…/2`). A unique index on sources
 * prevents a second grant.
 */
export async function grantBought(tx: Queryable, bought: BoughtEntitlements): Promise<string> {
  const ids = Array.from({ length: bought.quantity }, () => newId('ent'));
  await tx.query({
    name: 'entitlement-grant-bought',
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source, source_id, order_id)
           SELECT granted.id, $2, $3, $4, 'unused', 'order', CASE number WHEN 1 THEN $5 ELSE $5 || '/' || number END, $5
           FROM unnest($1::text[]) WITH ORDINALITY AS granted(id, number)`,
    values: [ids, bought.accountId, bought.kind, bought.mode, bought.orderId],
  });
  return ids[0]!;
}

/** Grants one entitlement and returns its id. */
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
 * Grants an account `count` live entitlements manually and returns their ids. A repeated claim grants nothing more.
 * @throws Failure `not_found` for an unknown account, and as {@link once}
 */
export function grantEntitlements(
  db: Database,
  accountId: string,
  kind: RunKind,
  count: number,
  claim: IdempotencyClaim | null = null,
): Promise<Once<string[]>> {
  return once(db, claim, async (tx) => {
    const ids = Array.from({ length: count }, () => newId('ent'));
    const { rowCount } = await tx.query({
      text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source)
             SELECT granted.id, accounts.id, $3, 'live', 'unused', 'grant'
             FROM unnest($1::text[]) AS granted(id), accounts WHERE accounts.id = $2`,
      values: [ids, accountId, kind],
    });
    if (rowCount !== count) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    await recordAudit(tx, { action: 'entitlements.granted', accountId, after: { kind, count } });
    return ids;
  });
}
