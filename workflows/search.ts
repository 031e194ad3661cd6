import type { RunOutcome } from '../contracts/runs';
import type { SearchInput } from '../contracts/workflow-messages';
import { researchAll } from './fan-out';
import { handIn } from './hand-in';
import { paidRun, tell } from './paid-run';

/**
 * One Custom Search from queue to portfolio: plan the candidates, research each in a child of its own, rank what passed.
 * Completes with at least half of the candidates; below that it fails and gives the credit back.
 */
export function search(input: SearchInput): Promise<RunOutcome> {
  const { runId, maxRepairs, candidateCount } = input;
  return paidRun(input, async (steps) => {
    tell('researching', `The agent plans ${candidateCount} candidates.`);
    await handIn(runId, steps, { maxRepairs, exhausted: 'plan_invalid' }, () =>
      tell('researching', 'The plan is checked.'),
    );
    await researchAll(input, steps, ({ settled, passed }) =>
      tell('researching', `${settled} of ${candidateCount} candidates are settled, ${passed} passed.`),
    );
    tell('validating', 'The candidates are ranked.');
    await steps.rankCandidates(runId);
    tell('rendering', 'The portfolio stands; the dossier is rendered.');
    await steps.renderDossier(runId);
  });
}
