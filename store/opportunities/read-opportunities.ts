import type { Mode } from '../../contracts/access';
import type { Findings } from '../../contracts/findings';
import { lastId } from '../../contracts/ids';
import { LISTED_STATES } from '../../contracts/opportunities';
import { previewOf, type OpportunityPreview } from '../../domain/opportunity-preview';
import type { Database } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { BOUGHT, TEASER_COLUMNS, toOpportunity, type Opportunity, type Teaser } from './row';

/** Opportunities on offer in a mode, newest first, after `afterId`; an expired reservation counts as none. */
export async function listTeasers(db: Database, mode: Mode, limit: number, afterId: string | null): Promise<Teaser[]> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-list',
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities
           WHERE mode = $1 AND status IN (${listOf(LISTED_STATES)}) AND id < $2
           ORDER BY id DESC LIMIT $3`,
    // An optional bound would not be one to the index once the statement is prepared.
    values: [mode, afterId ?? lastId('opp'), limit],
  });
  return rows;
}

/** Teaser of one opportunity, even if sold; null if it does not exist or was never on offer. */
export async function findTeaser(db: Database, id: string): Promise<Teaser | null> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-teaser',
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities WHERE id = $1 AND status IN ('available', 'reserved', 'sold')`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Public extract of an opportunity's findings; null if it does not exist or was never on offer. */
export async function readPreview(db: Database, id: string): Promise<OpportunityPreview | null> {
  const { rows } = await db.pool.query<{ findings: Buffer }>({
    name: 'opportunity-preview',
    text: `SELECT findings FROM opportunities WHERE id = $1 AND status IN ('available', 'reserved', 'sold')`,
    values: [id],
  });
  return rows[0] ? previewOf(JSON.parse(rows[0].findings.toString()) as Findings) : null;
}

/** The newest opportunities of every state: for operators. */
export async function listAllOpportunities(db: Database, limit: number, status?: string): Promise<Opportunity[]> {
  const rows = await db.prisma.opportunity.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'desc' },
    take: limit,
    omit: BOUGHT,
  });
  return rows.map(toOpportunity);
}
