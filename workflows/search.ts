import { ApplicationFailure } from '@temporalio/workflow';
import type { RunFailureCode } from '../base/run-failures';
import type { SearchInput } from '../base/workflow-messages';
import { enoughPassed, type RunOutcome } from '../modules/run-kinds/contract';
import { researchAll } from './fan-out';
import { runSession } from './agent-session';
import { enter, paidRun } from './paid-run';

/**
 * Runs one Custom Search from queue to portfolio: plan candidates, research each in a child workflow, and rank those
 * that passed. Completes if at least half of the candidates passed; otherwise it fails and returns the credit.
 */
export function search(input: SearchInput): Promise<RunOutcome> {
  const { runId, maxRepairs, candidateCount } = input;
  return paidRun(input, async (steps, deadline) => {
    enter('researching', `The agent plans ${candidateCount} candidates.`);
    await runSession(runId, steps, { maxRepairs, exhausted: 'plan_invalid', deadline }, () =>
      enter('researching', 'The plan is checked.'),
    );
    const { passed } = await researchAll(input, steps, deadline, (progress) => {
      const { settled, passed: good } = progress;
      enter('researching', `${settled} of ${candidateCount} candidates are settled, ${good} passed.`);
    });
    if (deadline.passed() && !enoughPassed(passed, candidateCount)) {
      const message = `${passed} of ${candidateCount} candidates passed before the deadline`;
      throw ApplicationFailure.nonRetryable(message, 'deadline_exceeded' satisfies RunFailureCode);
    }
    await steps.rankCandidates(runId, enter('validating', 'The candidates are ranked.'));
    await steps.renderDossier(runId, enter('rendering', 'The portfolio is stored; the dossier is rendered.'));
    return `${passed} of ${candidateCount} candidates passed.`;
  });
}
