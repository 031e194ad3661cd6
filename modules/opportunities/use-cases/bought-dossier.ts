import type { Mode } from '../../../base/access';
import type { Database } from '../../../prisma/client';
import { createPrinting, type DossierRenderer } from '../../dossiers/dossier-renderer';
import { asMarkdown } from '../../dossiers/markdown';
import { withTypefaces } from '../../dossiers/typefaces';
import type { Findings } from '../../findings/contract/findings';
import type { DOSSIER_FORMATS } from '../contract';
import { readBought, type BoughtOpportunity } from '../store/catalogue';

/** Document of a sale. It names the owner, so it is made when it is asked for and kept nowhere. */
export type LicensedDossier = (sale: BoughtOpportunity, format: 'html' | 'pdf') => Promise<Buffer>;

/**
 * Creates the source of documents of bought opportunities.
 *
 * @throws Failure `overloaded` from a call for a PDF while too many wait to be printed
 */
export function createLicensedDossiers(renderer: DossierRenderer): LicensedDossier {
  const printing = createPrinting<Buffer>();
  return async ({ findings: bytes, title, owner, orderId, soldAt }, format) => {
    const findings = JSON.parse(bytes.toString()) as Findings;
    const edition = { title, licence: { owner, orderId, soldAt: soldAt.toISOString() } };
    return format === 'pdf'
      ? printing(orderId, () => renderer.pdf(findings, null, edition))
      : withTypefaces(await renderer.html(findings, null, edition));
  };
}

/**
 * Document of an opportunity that an account bought, with its title and order; `json` are the findings, `md` is
 * Markdown. Null if it is not bought, or its payment went back.
 *
 * @throws Failure `overloaded` if too many PDFs wait to be printed
 */
export async function boughtDossier(
  {
    db,
    licensedDossier,
    settings,
  }: { db: Database; licensedDossier: LicensedDossier; settings: { publicUrl: string } },
  owner: { accountId: string; mode: Mode },
  opportunityId: string,
  format: (typeof DOSSIER_FORMATS)[number],
): Promise<{ title: string; orderId: string; body: Buffer } | null> {
  const sale = await readBought(db, owner, opportunityId);
  if (!sale) return null;
  const { title, orderId, findings } = sale;
  if (format === 'json') return { title, orderId, body: findings };
  const body = await licensedDossier(sale, format === 'pdf' ? 'pdf' : 'html');
  return { title, orderId, body: format === 'md' ? asMarkdown(body, settings.publicUrl) : body };
}
