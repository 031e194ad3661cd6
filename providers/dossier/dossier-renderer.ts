import type { Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';

/** Renders findings as documents. The same findings give the same bytes; text of the findings stays inert. */
export interface DossierRenderer {
  /** `portfolio` is the ranking of a search; an Idea Check has none. */
  html(findings: Findings, portfolio?: Portfolio | null): Promise<Buffer>;
  pdf(findings: Findings, portfolio?: Portfolio | null): Promise<Buffer>;
}
