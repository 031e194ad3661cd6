import type { OpportunityImport } from '../../contracts/opportunities';
import { evidenceCounts } from '../../domain/evidence-counts';
import { cardFiguresOf } from '../../domain/opportunity-preview';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { refuseErased } from './refuse-erased';

/**
 * Puts a validated opportunity on offer; an existing id stays unchanged. Returns true if it is new. The audit log keeps
 * how many quotations were found and, where they were counted, the `pages` of its PDF.
 *
 * @throws Failure `invalid_request` where its contributor is erased
 */
export async function importOpportunity(
  db: Database,
  opportunity: OpportunityImport,
  pages: number | null = null,
): Promise<boolean> {
  const { opportunityId, findings, price, ...described } = opportunity;
  const { mode, title, summary, niche, audience, geography, language, score, contributorAccountId } = described;
  return transaction(db, async (tx) => {
    if (contributorAccountId) await refuseErased(tx, contributorAccountId);
    const { dimensionScores, audiencePeople, breakEvenMonth } = cardFiguresOf(findings);
    const { rowCount } = await tx.query({
      text: `INSERT INTO opportunities (id, status, mode, title, summary, niche, audience, geography, language, score,
               contributor_account_id, price_amount, price_currency, findings, dimension_scores,
               audience_people, break_even_month)
             VALUES ($1, 'available', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
             ON CONFLICT DO NOTHING`,
      values: [
        ...[opportunityId, mode, title, summary, niche, audience, geography, language, score, contributorAccountId],
        ...[price.amount, price.currency, Buffer.from(JSON.stringify(findings)), dimensionScores],
        ...[audiencePeople, breakEvenMonth],
      ],
    });
    if (rowCount === 0) return false;
    const quotations = evidenceCounts([findings]) ?? { quotations: 'not looked for' };
    const about = {
      accountId: contributorAccountId ?? null,
      subject: opportunityId,
      after: { status: 'available', ...quotations, ...(pages !== null && { pages }) },
    };
    await recordAudit(tx, { action: 'opportunity.imported', ...about });
    return true;
  });
}
