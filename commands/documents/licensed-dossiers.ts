import type { Findings } from '../../contracts/findings';
import type { DossierRenderer } from '../../documents/dossier-renderer';
import { withTypefaces } from '../../documents/typefaces';
import type { BoughtOpportunity } from '../../store/opportunities/catalogue';
import { createPrinting } from './printing';

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
