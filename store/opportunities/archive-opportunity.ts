import { Failure } from '../../contracts/failures';
import { OPPORTUNITY } from '../../domain/opportunities';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { unavailable } from './hold-opportunity';

/**
 * Takes an opportunity off the list for good.
 *
 * @throws Failure `not_found` for an unknown one, {@link unavailable} for one that is reserved or sold
 */
export async function archiveOpportunity(db: Database, id: string): Promise<void> {
  const archived = await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ accountId: string | null }>({
      text: `UPDATE opportunities SET status = $2, updated_at = now() WHERE id = $1 AND status = ANY($3)
             RETURNING contributor_account_id AS "accountId"`,
      values: [id, 'archived', OPPORTUNITY.before('archived')],
    });
    if (!rows[0]) return false;
    const change = { before: { status: 'available' }, after: { status: 'archived' } };
    await recordAudit(tx, { action: 'opportunity.archived', accountId: rows[0].accountId, subject: id, ...change });
    return true;
  });
  if (archived) return;
  const found = await db.prisma.opportunity.findUnique({ where: { id }, select: { status: true } });
  if (!found) throw new Failure('not_found', { detail: `No opportunity ${id}.` });
  if (found.status === 'archived') return;
  throw unavailable({ detail: `Opportunity ${id} is ${found.status}.` });
}
