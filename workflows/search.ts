import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';
import type { RunOutcome } from '../contracts/runs';
import type { SearchInput } from '../contracts/workflow-messages';
import { researchAll } from './fan-out';
import { paidRun, tell } from './paid-run';
import { renderDossier } from './rendering';
import { handIn } from './research-session';

const { rankCandidates } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '30 seconds' },
  summary: 'Rank the candidates',
});

/**
 * One Custom Search from queue to portfolio: plan the candidates, research each in a child of its own, rank what passed.
 * Completes with at least half of the candidates; below that it fails and gives the credit back.
 */
export function search(input: SearchInput): Promise<RunOutcome> {
  return paidRun(input, async () => {
    tell('researching', `The agent plans ${input.candidateCount} candidates.`);
    await handIn(input.runId, input, 'plan_invalid', () => tell('researching', 'The plan is checked.'));
    await researchAll(input, ({ settled, passed }) =>
      tell('researching', `${settled} of ${input.candidateCount} candidates are settled, ${passed} passed.`),
    );
    tell('validating', 'The candidates are ranked.');
    await rankCandidates(input.runId);
    tell('rendering', 'The portfolio stands; the dossier is rendered.');
    await renderDossier(input.runId);
  });
}
