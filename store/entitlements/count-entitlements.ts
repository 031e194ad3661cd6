import type { Mode } from '../../contracts/access';
import { RUN_KIND_NAMES, type RunKind } from '../../contracts/runs';
import type { EntitlementStatus } from '../../domain/entitlements';
import type { Database, Prisma } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

/** Entitlements of an account by kind, in one mode; `frozen` by a dispute are unused ones that cannot be taken. */
export async function countEntitlements(
  db: Database,
  accountId: string,
  mode: Mode,
): Promise<{ kind: RunKind; unused: number; consumed: number; frozen: number }[]> {
  // Two counts, so that each is read from its index alone.
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

/** A credit of an account. */
export type Credit = Narrowed<Prisma.EntitlementModel, { kind: RunKind; mode: Mode; status: EntitlementStatus }>;

/** Newest credits of an account in all modes, or those before one. */
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

/** The same with the order at their root; for operators. */
export async function listEntitlements(db: Database, accountId: string, limit: number) {
  const rows = await listCredits(db, accountId, { limit });
  return rows.map(({ id, kind, mode, status, source, sourceId, orderId, frozenAt, createdAt }) => {
    const runId = source === 'order' ? null : sourceId;
    return { entitlementId: id, kind, mode, status, frozen: frozenAt !== null, source, orderId, runId, createdAt };
  });
}
