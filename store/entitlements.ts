import type { Mode } from '../contracts/access';
import { Failure } from '../contracts/failures';
import { newId } from '../contracts/ids';
import { RUN_KINDS, type RunKind } from '../contracts/runs';
import { transaction, type Database, type Queryable } from '../prisma/client';
import { BUDGET_SPENT } from './budgets';

/**
 * Takes one unused entitlement for a run, in the caller's transaction, the oldest first.
 *
 * @throws Failure `budget_spent` when this month's runs have cost what the account allows, `entitlement_required` when none
 *   is left
 */
export async function takeEntitlement(
  tx: Queryable,
  owner: { accountId: string; mode: Mode },
  kind: RunKind,
  runId: string,
): Promise<string> {
  // SKIP LOCKED: concurrent takers pass by a row that another is taking, so none waits and no two take the same one.
  const { rows } = await tx.query<{ id: string }>({
    name: 'entitlement-take',
    text: `UPDATE entitlements SET status = 'consumed', consumed_at = now(), run_id = $4
           WHERE id = (SELECT id FROM entitlements
                       WHERE account_id = $1 AND mode = $2 AND kind = $3 AND status = 'unused' AND frozen_at IS NULL
                         AND NOT ${BUDGET_SPENT}
                       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING id`,
    values: [owner.accountId, owner.mode, kind, runId],
  });
  if (rows[0]) return rows[0].id;
  const { rows: budget } = await tx.query<{ spent: boolean }>({
    name: 'budget-spent',
    text: `SELECT ${BUDGET_SPENT} AS spent`,
    values: [owner.accountId, owner.mode],
  });
  if (budget[0]!.spent) throw new Failure('budget_spent');
  throw new Failure('entitlement_required', { detail: `No unused ${kind} entitlement on this account.` });
}

/** Gives back a new entitlement for a run that ended without findings, once however often it is asked to. */
export async function restoreEntitlement(
  tx: Queryable,
  run: { id: string; accountId: string; kind: string; mode: string },
  source: 'run_failure' | 'run_canceled',
): Promise<void> {
  await tx.query({
    name: 'entitlement-restore',
    text: `INSERT INTO entitlements (id, account_id, kind, mode, status, source, source_id)
           VALUES ($1, $2, $3, $4, 'unused', $5, $6) ON CONFLICT (source, source_id, kind) DO NOTHING`,
    values: [newId('ent'), run.accountId, run.kind, run.mode, source, run.id],
  });
}

/**
 * Grants `count` entitlements to an account by hand and returns their ids.
 *
 * @throws Failure `not_found` when there is no such account
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
  });
  return ids;
}

/** Entitlements of an account by kind, in one mode. */
export async function countEntitlements(
  db: Database,
  accountId: string,
  mode: Mode,
): Promise<{ kind: RunKind; unused: number; consumed: number }[]> {
  const groups = await db.prisma.entitlement.groupBy({
    by: ['kind', 'status'],
    where: { accountId, mode },
    _count: true,
  });
  const count = (kind: RunKind, status: string) =>
    groups.find((group) => group.kind === kind && group.status === status)?._count ?? 0;
  return RUN_KINDS.map((kind) => ({
    kind,
    unused: count(kind, 'unused'),
    consumed: count(kind, 'consumed'),
  }));
}
