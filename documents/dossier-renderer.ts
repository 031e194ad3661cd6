import type { Findings } from '../contracts/findings';
import type { Portfolio } from '../contracts/portfolio';

/** An opportunity of the catalogue as its dossier is headed; `licence` names its buyer once it is sold. */
export interface OpportunityEdition {
  title: string;
  licence: { owner: string; orderId: string; soldAt: string } | null;
}

/**
 * Renders findings as documents. The same findings give the same bytes; text of the findings stays inert. The HTML is as it
 * is stored: without typefaces, which `withTypefaces` puts in when it is read.
 */
export interface DossierRenderer {
  /** `portfolio` is the ranking of a search; an Idea Check has none. `opportunity` heads a dossier of the catalogue. */
  html(findings: Findings, portfolio?: Portfolio | null, opportunity?: OpportunityEdition | null): Promise<Buffer>;
  pdf(findings: Findings, portfolio?: Portfolio | null, opportunity?: OpportunityEdition | null): Promise<Buffer>;
}
