import type { OpportunityState } from '../../contracts/opportunities';
import { OPPORTUNITY } from '../../domain/opportunities';
import type { Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { recordAudit } from '../audit/record-audit';

/** States in which an opportunity may still be sold. */
export const ON_OFFER = ['available', 'reserved'] as const satisfies readonly OpportunityState[];

/**
 * Locks what a contributor has on offer, so that nothing of it is reserved or sold until the transaction ends. Before
 * the account, as a sale does.
 */
export async function lockOffers(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: `SELECT 1 FROM opportunities WHERE contributor_account_id = $1 AND status IN (${listOf(ON_OFFER)})
           ORDER BY id FOR UPDATE`,
    values: [accountId],
  });
}

/** Takes everything that a contributor has on offer off the list for good; the caller has seen that nothing is in a checkout. */
export async function withdrawOffers(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    text: `UPDATE opportunities SET status = $2, updated_at = now()
           WHERE contributor_account_id = $1 AND status = ANY($3) RETURNING id`,
    values: [accountId, 'archived' satisfies OpportunityState, OPPORTUNITY.before('archived')],
  });
  const change = { before: { status: 'available' }, after: { status: 'archived' } };
  for (const { id } of rows)
    await recordAudit(tx, { action: 'opportunity.archived', accountId, subject: id, ...change });
}
