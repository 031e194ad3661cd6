import type { RunOutcome } from '../contracts/runs';
import type { EvaluationInput } from '../contracts/workflow-messages';
import { handIn } from './hand-in';
import { paidRun, tell } from './paid-run';

/** One Idea Check from queue to dossier (see `paid-run.ts` for how it begins and ends). */
export function evaluation(input: EvaluationInput): Promise<RunOutcome> {
  const { runId, maxRepairs } = input;
  return paidRun(input, async (steps) => {
    tell('researching', 'The agent looks for evidence.');
    await handIn(runId, steps, { maxRepairs, exhausted: 'findings_invalid' }, (repairs) =>
      tell('validating', repairs === 0 ? 'The findings are checked.' : `Correction ${repairs} is checked.`),
    );
    tell('rendering', 'The findings passed; the dossier is rendered.');
    await steps.renderDossier(runId);
  });
}
