import type { Database } from '../../prisma/client';

/** Standing of a bought credit; `used` by a run that did not give it back, `gone` with its payment. */
export type CreditStanding = 'ready' | 'frozen' | 'used' | 'gone';

/** Standing of the credit of an account's order, also where a run gave it back. */
export async function creditOfOrder(db: Database, accountId: string, orderId: string): Promise<CreditStanding> {
  const credits = await db.prisma.entitlement.findMany({ where: { accountId, orderId }, orderBy: { id: 'desc' } });
  const unused = credits.find(({ status }) => status === 'unused');
  if (unused) return unused.frozenAt === null ? 'ready' : 'frozen';
  return credits.some(({ status }) => status === 'consumed') ? 'used' : 'gone';
}
