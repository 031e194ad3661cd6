import type { EvaluationInput } from '../base/workflow-messages';
import type { RunOutcome } from '../modules/run-kinds/contract';
import { correctionsIn, runSession } from './agent-session';
import { enter, paidRun } from './paid-run';

/** Runs one Idea Check from queue to dossier (`paid-run.ts` handles its start and end). */
export function evaluation(input: EvaluationInput): Promise<RunOutcome> {
  const { runId, maxRepairs } = input;
  return paidRun(input, async (steps, deadline) => {
    enter('researching', 'The agent looks for evidence.');
    const repairs = await runSession(
      runId,
      steps,
      { maxRepairs, exhausted: 'findings_invalid', deadline, evidence: true },
      (earlier) =>
        enter('validating', earlier === 0 ? 'The findings are checked.' : `Correction ${earlier} is checked.`),
    );
    await steps.renderDossier(runId, enter('rendering', 'The findings passed; the dossier is rendered.'));
    return `The dossier is ready, ${correctionsIn(repairs)}.`;
  });
}
