import type { Mode } from '../../contracts/access';
import type { RunKind } from '../../contracts/runs';
import type { EntitlementStatus } from '../../domain/entitlements';
import type { Database, Prisma } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

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

/** State of bought credits; `used` by a run that did not give it back, `gone` with its payment. */
export type CreditState = 'ready' | 'frozen' | 'used' | 'gone';

/** State of the credits of an account's order, also those that runs gave back, and how many of them are unused. */
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
