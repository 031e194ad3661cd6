import { createHash } from 'node:crypto';
import type { Mode } from '../../../base/access';
import type { Seller } from '../../../base/payment-settings';
import type { Database } from '../../../prisma/client';
import { createPrinting, type DossierRenderer } from '../../dossiers/dossier-renderer';
import { asMarkdown } from '../../dossiers/markdown';
import { certificateModel } from '../../dossiers/model/certificate-model';
import { withTypefaces } from '../../dossiers/typefaces';
import type { Findings } from '../../findings/contract/findings';
import type { DOSSIER_FORMATS } from '../contract';
import { dataFile } from '../data-file';
import { readBought, type BoughtOpportunity } from '../store/catalog';

/** Documents of a sale other than the dossier, for the buyer only: the certificate and the data. */
export const SALE_DOCUMENTS = ['certificate', 'data'] as const;
export type BoughtFormat = (typeof DOSSIER_FORMATS)[number] | (typeof SALE_DOCUMENTS)[number];

/** Creates a document of a sale. The document names the buyer, so we create it on request and do not store it. */
export type LicensedDossier = (
  sale: BoughtOpportunity,
  format: 'html' | 'pdf' | 'certificate',
  settings: SaleSettings,
) => Promise<Buffer>;

interface SaleSettings {
  publicUrl: string;
  seller: Seller;
}

/**
 * Returns a function that creates documents of purchased opportunities. @throws Failure `overloaded` for a PDF if too
 * many are waiting to be printed
 */
export function createLicensedDossiers(renderer: DossierRenderer): LicensedDossier {
  const printing = createPrinting<Buffer>();
  return async (sale, format, settings) => {
    const { findings: bytes, title, owner, orderId, soldAt } = sale;
    const findings = JSON.parse(bytes.toString()) as Findings;
    if (format === 'certificate') {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const model = certificateModel({ ...sale, ...settings, sha256 }, findings);
      return printing(`${orderId} certificate`, () => renderer.certificate(model));
    }
    const edition = { title, licence: { owner, orderId, soldAt: soldAt.toISOString() } };
    return format === 'pdf'
      ? printing(orderId, () => renderer.pdf(findings, null, edition))
      : withTypefaces(await renderer.html(findings, null, edition));
  };
}

/**
 * A document of an opportunity that the account bought, with the opportunity's title and order. `json` contains the
 * findings, `md` is Markdown, and `data` is a zip. Null if the account did not buy it, or if the payment was refunded
 * or lost.
 * @throws Failure `overloaded` if too many PDFs are waiting to be printed
 */
export async function boughtDossier(
  { db, licensedDossier, settings }: { db: Database; licensedDossier: LicensedDossier; settings: SaleSettings },
  owner: { accountId: string; mode: Mode },
  opportunityId: string,
  format: BoughtFormat,
): Promise<{ title: string; orderId: string; body: Buffer } | null> {
  const sale = await readBought(db, owner, opportunityId);
  if (!sale) return null;
  const { title, orderId, findings } = sale;
  if (format === 'json') return { title, orderId, body: findings };
  if (format === 'data') return { title, orderId, body: dataFile(findings, sale.soldAt) };
  const body = await licensedDossier(sale, format === 'md' ? 'html' : format, settings);
  return { title, orderId, body: format === 'md' ? asMarkdown(body, settings.publicUrl) : body };
}
