import type { Findings } from '../../contracts/findings';

/** Renders findings as documents. The same findings give the same bytes; text of the findings stays inert. */
export interface DossierRenderer {
  html(findings: Findings): Promise<Buffer>;
  pdf(findings: Findings): Promise<Buffer>;
}
