import type { RunOutcome } from '../contracts/runs';
import type { EvaluationInput } from '../contracts/workflow-messages';
import { paidRun, tell } from './paid-run';
import { renderDossier } from './rendering';
import { handIn } from './research-session';

/** One Idea Check from queue to dossier (see `paid-run.ts` for how it begins and ends). */
export function evaluation(input: EvaluationInput): Promise<RunOutcome> {
  return paidRun(input, async () => {
    tell('researching', 'The agent looks for evidence.');
    await handIn(input.runId, input, 'findings_invalid', (repairs) =>
      tell('validating', repairs === 0 ? 'The findings are checked.' : `Correction ${repairs} is checked.`),
    );
    tell('rendering', 'The findings passed; the dossier is rendered.');
    await renderDossier(input.runId);
  });
}
