import { SAMPLE_RUN_ID, type Findings } from '../../contracts/findings';
import type { OpportunityImport } from '../../contracts/opportunities';
import { withComputed } from '../../domain/publish-findings';
import { sampleOpportunities } from '../../local/catalogue';

/**
 * Findings of the dossier that visitors read: the best entry of the sample catalogue as an Idea Check, its quotations
 * checked on the sample web. It says of itself that it is a sample.
 */
export function sampleDossier(): Findings {
  const entries = sampleOpportunities() as OpportunityImport[];
  const { findings } = entries.toSorted((a, b) => b.score - a.score)[0]!;
  return {
    ...withComputed(findings),
    runId: SAMPLE_RUN_ID,
    provenance: { ...findings.provenance, provider: 'sample' },
    limitations: [
      ...findings.limitations,
      'Its quotations were compared with the pages of a sample web, which is on no other machine.',
    ],
  };
}
