import { Failure } from '../../contracts/failures';
import type { OpportunityImport } from '../../contracts/opportunities';
import type { Database } from '../../prisma/client';

/**
 * Puts an opportunity on offer, once: one whose id is known stays as it is. What stands in it was checked before. Returns
 * whether it is new.
 */
export async function importOpportunity(
  db: Database,
  opportunity: OpportunityImport,
  dossier: { html: Buffer; pdf: Buffer },
): Promise<boolean> {
  const { opportunityId, findings, price, ...described } = opportunity;
  const { count } = await db.prisma.opportunity.createMany({
    data: [
      {
        ...described,
        id: opportunityId,
        status: 'available',
        priceAmount: price.amount,
        priceCurrency: price.currency,
        findings: Buffer.from(JSON.stringify(findings)),
        dossierHtml: new Uint8Array(dossier.html),
        dossierPdf: new Uint8Array(dossier.pdf),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * Takes an opportunity off the list for good.
 *
 * @throws Failure `not_found` for an unknown one, `opportunity_unavailable` for one that is reserved or sold
 */
export async function archiveOpportunity(db: Database, id: string): Promise<void> {
  const { count } = await db.prisma.opportunity.updateMany({
    where: { id, status: 'available' },
    data: { status: 'archived', updatedAt: new Date() },
  });
  if (count === 1) return;
  const found = await db.prisma.opportunity.findUnique({ where: { id }, select: { status: true } });
  if (!found) throw new Failure('not_found', { detail: `No opportunity ${id}.` });
  if (found.status === 'archived') return;
  throw new Failure('opportunity_unavailable', { detail: `Opportunity ${id} is ${found.status}.` });
}
