import type { Findings } from '../../contracts/findings';
import { htmlDossier } from '../../documents/html/html-dossier';
import { dossierModel } from '../../documents/model/dossier-model';

/** HTML of findings as of research: the dossier of a sample shows no result of a check. */
export function researchDossier(findings: Findings): string {
  return htmlDossier(dossierModel({ ...findings, provenance: { ...findings.provenance, provider: 'anthropic' } }));
}
