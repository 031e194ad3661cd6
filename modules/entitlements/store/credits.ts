import type { Mode } from '../../../base/access';
import type { Database, Prisma, Queryable } from '../../../prisma/client';
import type { Narrowed } from '../../../prisma/sql';
import { RUN_KIND_NAMES, type RunKind } from '../../run-kinds/contract';
import { ENTITLEMENT, type EntitlementStatus } from '../rules';

export type Credit = Narrowed<Prisma.EntitlementModel, { kind: RunKind; mode: Mode; status: EntitlementStatus }>;

/** Newest credits of an account in all modes, optionally only those older than a given credit. */
export async function listCredits(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Credit[]> {
  const rows = await db.prisma.entitlement.findMany({
    where: { accountId, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows as Credit[];
}

/** Like {@link listCredits}, for operators, with the order that paid for each credit. */
export async function listEntitlements(db: Database, accountId: string, limit: number) {
  const rows = await listCredits(db, accountId, { limit });
  return rows.map(({ id, kind, mode, status, source, sourceId, orderId, frozenAt, createdAt }) => {
    const runId = source === 'order' ? null : sourceId;
    return { entitlementId: id, kind, mode, status, frozen: frozenAt !== null, source, orderId, runId, createdAt };
  });
}

/** State of a bought credit. `used`: a run used it without giving it back. `gone`: its payment was refunded or lost. */
export type CreditState = 'ready' | 'frozen' | 'used' | 'gone';

/** State of the credits from an account's order, and how many are unused. Includes credits that runs gave back. */
export async function creditsOfOrder(
  db: Database,
  accountId: string,
  orderId: string,
): Promise<{ state: CreditState; unused: number }> {
  const credits = await db.prisma.entitlement.findMany({ where: { accountId, orderId }, orderBy: { id: 'desc' } });
  const left = credits.filter(({ status }) => status === 'unused');
  const unused = left.length;
  if (left[0]) return { state: left[0].frozenAt === null ? 'ready' : 'frozen', unused };
  return { state: credits.some(({ status }) => status === 'consumed') ? 'used' : 'gone', unused };
}

/** Counts an account's entitlements by kind, in one mode. `frozen` entitlements are unused but blocked by a dispute. */
export async function countEntitlements(
  db: Database,
  accountId: string,
  mode: Mode,
): Promise<{ kind: RunKind; unused: number; consumed: number; frozen: number }[]> {
  // Uses two queries, so that each reads only its own index.
  const [groups, frozenGroups] = await Promise.all([
    db.prisma.entitlement.groupBy({ by: ['kind', 'status'], where: { accountId, mode }, _count: { id: true } }),
    db.prisma.entitlement.groupBy({
      by: ['kind'],
      where: { accountId, mode, status: 'unused', frozenAt: { not: null } },
      _count: { id: true },
    }),
  ]);
  return RUN_KIND_NAMES.map((kind) => {
    const count = (wanted: EntitlementStatus) =>
      groups.find((group) => group.kind === kind && group.status === wanted)?._count.id ?? 0;
    const frozen = frozenGroups.find((group) => group.kind === kind)?._count.id ?? 0;
    return { kind, unused: count('unused') - frozen, consumed: count('consumed'), frozen };
  });
}

/** Blocks an order's unused credits, including those that runs gave back, until {@link reinstate}. */
export async function freeze(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-freeze',
    text: 'UPDATE entitlements SET frozen_at = now() WHERE order_id = $1 AND status = $2 AND frozen_at IS NULL',
    values: [orderId, 'unused'],
  });
}

/**
 * Makes an order's frozen and revoked credits usable again. Does not update credits that are already usable. A run
 * accepted at the same time skips locked rows, so it would find no credit.
 */
export async function reinstate(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-unfreeze',
    text: 'UPDATE entitlements SET frozen_at = NULL WHERE order_id = $1 AND status = $2 AND frozen_at IS NOT NULL',
    values: [orderId, 'unused'],
  });
  await tx.query({
    name: 'entitlement-reinstate',
    text: 'UPDATE entitlements SET status = $2, frozen_at = NULL WHERE order_id = $1 AND status = ANY($3)',
    values: [orderId, 'unused', ENTITLEMENT.before('unused')],
  });
}

/** Revokes an order's unused credits. Credits that runs have already used are unaffected. */
export async function revoke(tx: Queryable, orderId: string): Promise<void> {
  await tx.query({
    name: 'entitlement-revoke',
    text: 'UPDATE entitlements SET status = $2, frozen_at = NULL WHERE order_id = $1 AND status = ANY($3)',
    values: [orderId, 'revoked', ENTITLEMENT.before('revoked')],
  });
}
