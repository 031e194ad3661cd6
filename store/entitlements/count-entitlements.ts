import type { Mode } from '../../contracts/access';
import { RUN_KIND_NAMES, type RunKind } from '../../contracts/runs';
import type { EntitlementStatus } from '../../domain/entitlements';
import type { Database } from '../../prisma/client';

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
