import type { Mode } from '../../contracts/access';
import type { Database, Opportunity } from '../../prisma/client';

/** What anybody may see of an opportunity: neither findings nor dossier. */
export type Teaser = Omit<
  Opportunity,
  'findings' | 'dossierHtml' | 'dossierPdf' | 'contributorAccountId' | 'soldTo' | 'updatedAt'
>;

const TEASER = `
  id, mode, title, summary, niche, audience, geography, language, score, price_amount AS "priceAmount",
  price_currency AS "priceCurrency", reserved_by AS "reservedBy", reserved_until AS "reservedUntil",
  published_at AS "publishedAt",
  CASE WHEN status = 'reserved' AND reserved_until <= now() THEN 'available' ELSE status END AS status`;

/** What is on offer in a mode, newest first, after the one that is named; a reservation past its end counts as none. */
export async function listTeasers(db: Database, mode: Mode, limit: number, afterId: string | null): Promise<Teaser[]> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-list',
    text: `SELECT ${TEASER} FROM opportunities
           WHERE mode = $1 AND status IN ('available', 'reserved') AND ($2::text IS NULL OR id < $2)
           ORDER BY id DESC LIMIT $3`,
    values: [mode, afterId, limit],
  });
  return rows;
}

/** One opportunity as the list would show it, sold ones too; null where there is none, or it was never on offer. */
export async function findTeaser(db: Database, id: string): Promise<Teaser | null> {
  const { rows } = await db.pool.query<Teaser>({
    name: 'opportunity-teaser',
    text: `SELECT ${TEASER} FROM opportunities WHERE id = $1 AND status IN ('available', 'reserved', 'sold')`,
    values: [id],
  });
  return rows[0] ?? null;
}

const FORMATS = { html: 'dossier_html', pdf: 'dossier_pdf', json: 'findings' } as const;

/**
 * What was bought, in one of its forms; null for whoever did not buy it, or whose payment went back by a lost dispute or a refund.
 */
export async function readBoughtDossier(
  db: Database,
  owner: { accountId: string; mode: Mode },
  id: string,
  format: keyof typeof FORMATS,
): Promise<Buffer | null> {
  const { rows } = await db.pool.query<{ bytes: Buffer }>({
    name: `opportunity-dossier-${format}`,
    text: `SELECT opportunities.${FORMATS[format]} AS bytes
           FROM opportunities JOIN orders ON orders.id = opportunities.sold_to
           WHERE opportunities.id = $1 AND opportunities.status = 'sold' AND orders.account_id = $2 AND orders.mode = $3
             AND orders.status = 'fulfilled' AND orders.dispute_status IS DISTINCT FROM 'lost'`,
    values: [id, owner.accountId, owner.mode],
  });
  return rows[0]?.bytes ?? null;
}

/** The newest opportunities of every state: for operators. */
export function listAllOpportunities(db: Database, limit: number, status?: string) {
  return db.prisma.opportunity.findMany({
    where: status ? { status } : {},
    orderBy: { id: 'desc' },
    take: limit,
    omit: { findings: true, dossierHtml: true, dossierPdf: true },
  });
}
