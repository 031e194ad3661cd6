import type { Mode } from '../../../base/access';
import { lastId } from '../../../base/ids';
import { Prisma, type Database } from '../../../prisma/client';
import { columnsOf, listOf, type Narrowed } from '../../../prisma/sql';
import type { Findings } from '../../findings/contract/findings';
import { LISTED_STATES, type OpportunityState } from '../contract';
import { previewOf, type OpportunityPreview } from '../preview';

/** Columns of `opportunities` that only the buyer may read. */
const BOUGHT = { findings: true } as const;

/** A row of `opportunities` without {@link BOUGHT}. */
export type Opportunity = Narrowed<
  Omit<Prisma.OpportunityModel, keyof typeof BOUGHT>,
  { mode: Mode; status: OpportunityState }
>;

const toOpportunity = (row: Omit<Prisma.OpportunityModel, keyof typeof BOUGHT>) => row as Opportunity;

/** Public part of an opportunity. An expired reservation counts as available. */
export type Teaser = Omit<Opportunity, 'contributorAccountId' | 'soldTo' | 'updatedAt'>;

export const TEASER_COLUMNS = `${columnsOf(Prisma.OpportunityScalarFieldEnum, [
  'findings',
  'contributorAccountId',
  'soldTo',
  'updatedAt',
  'status',
])}, CASE WHEN status = 'reserved' AND reserved_until <= now() THEN 'available' ELSE status END AS status`;

/** Opportunities on offer in a mode, newest first, after `afterId`. An expired reservation counts as available. */
export async function listTeasers(db: Database, mode: Mode, limit: number, afterId: string | null): Promise<Teaser[]> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-list',
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities
           WHERE mode = $1 AND status IN (${listOf(LISTED_STATES)}) AND id < $2
           ORDER BY id DESC LIMIT $3`,
    // Always sets an upper bound for the id, because a prepared statement with an optional bound could not use the
    // index.
    values: [mode, afterId ?? lastId('opp'), limit],
  });
  return rows;
}

const EVER_ON_OFFER = [...LISTED_STATES, 'sold'] as const satisfies readonly OpportunityState[];

/** Teaser of one opportunity, even a sold one; null if it does not exist or was never offered. */
export async function findTeaser(db: Database, id: string): Promise<Teaser | null> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-teaser',
    text: `SELECT ${TEASER_COLUMNS} FROM opportunities WHERE id = $1 AND status IN (${listOf(EVER_ON_OFFER)})`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Preview of an opportunity; null if it does not exist or was never offered. */
export async function readPreview(db: Database, id: string): Promise<OpportunityPreview | null> {
  const where = { id, status: { in: [...EVER_ON_OFFER] } };
  const found = await db.prisma.opportunity.findFirst({ where, select: { findings: true } });
  return found && previewOf(JSON.parse(Buffer.from(found.findings).toString()) as Findings);
}

/** Newest opportunities in every state; for operators. */
export async function listAllOpportunities(db: Database, limit: number, status?: string): Promise<Opportunity[]> {
  const rows = await db.prisma.opportunity.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'desc' },
    take: limit,
    omit: BOUGHT,
  });
  return rows.map(toOpportunity);
}

/** Findings of a purchased opportunity, with the details of the sale that its documents show. */
export interface BoughtOpportunity {
  opportunityId: string;
  findings: Buffer;
  title: string;
  owner: string;
  orderId: string;
  soldAt: Date;
}

/** A purchased opportunity; null if the account did not buy it, or if the payment was refunded or lost in a dispute. */
export async function readBought(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
): Promise<BoughtOpportunity | null> {
  const { rows } = await db.pool.query<BoughtOpportunity>({
    name: 'opportunity-bought',
    text: `SELECT opportunities.id AS "opportunityId", opportunities.findings, opportunities.title, accounts.email AS owner, orders.id AS "orderId",
             coalesce((SELECT min(created_at) FROM payments WHERE order_id = orders.id AND outcome = 'granted'),
                      orders.updated_at) AS "soldAt"
           FROM opportunities JOIN orders ON orders.id = opportunities.sold_to
             JOIN accounts ON accounts.id = orders.account_id
           WHERE opportunities.id = $1 AND opportunities.status = 'sold' AND orders.account_id = $2 AND orders.mode = $3
             AND orders.status = 'fulfilled'
             AND NOT EXISTS (SELECT 1 FROM payments JOIN disputes ON disputes.payment_id = payments.id
                             WHERE payments.order_id = orders.id AND payments.outcome = 'granted'
                               AND disputes.status = 'lost')`,
    values: [id, owner.accountId, owner.mode],
  });
  return rows[0] ?? null;
}

/** Ids of the newest live opportunities on offer, with their publication times. */
export function listSitemapEntries(db: Database, limit: number): Promise<{ id: string; publishedAt: Date }[]> {
  return db.prisma.opportunity.findMany({
    where: { mode: 'live', status: { in: [...LISTED_STATES] } },
    select: { id: true, publishedAt: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
