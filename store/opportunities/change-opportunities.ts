import { Failure } from '../../contracts/failures';
import type { OpportunityImport } from '../../contracts/opportunities';
import { evidenceCounts } from '../../domain/evidence-counts';
import { OPPORTUNITY } from '../../domain/opportunities';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { unavailable } from './hold-opportunity';

/**
 * Puts a validated opportunity on offer; an existing id stays unchanged. Returns true if it is new.
 */
export async function importOpportunity(db: Database, opportunity: OpportunityImport): Promise<boolean> {
  const { opportunityId, findings, price, ...described } = opportunity;
  const { mode, title, summary, niche, audience, geography, language, score, contributorAccountId } = described;
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: `INSERT INTO opportunities (id, status, mode, title, summary, niche, audience, geography, language, score,
               contributor_account_id, price_amount, price_currency, findings)
             VALUES ($1, 'available', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT DO NOTHING`,
      values: [
        ...[opportunityId, mode, title, summary, niche, audience, geography, language, score, contributorAccountId],
        ...[price.amount, price.currency, Buffer.from(JSON.stringify(findings))],
      ],
    });
    if (rowCount === 0) return false;
    const quotations = evidenceCounts([findings]) ?? { quotations: 'not looked for' };
    const about = {
      accountId: contributorAccountId ?? null,
      subject: opportunityId,
      after: { status: 'available', ...quotations },
    };
    await recordAudit(tx, { action: 'opportunity.imported', ...about });
    return true;
  });
}

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
