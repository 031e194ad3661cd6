import type { Portfolio } from '../contracts/portfolio';
import type { Findings } from '../contracts/findings';
import { reachStage, saveArtifact } from '../store/runs/advance-run';
import { readArtifact } from '../store/runs/read-runs';
import { loadAssignment } from './assignments/load-assignment';
import type { ActivityDeps } from './deps';
import { callingProvider, endsRun } from './failures';

/** How many flaws go back to the agent at once: more would bury the important ones. */
const MAX_FLAWS_SENT = 25;

/** Activities that turn what the agent submitted into the documents of a run. Each may run twice. */
export function createDocumentActivities(deps: ActivityDeps) {
  const { db, agents, dossiers } = deps;

  return {
    /**
     * Checks what was handed in last against schema and rules. What passes is stored and accepted; what does not is sent
     * back to be corrected where it still may be. Returns how many flaws were found.
     */
    async checkSubmission(
      assignmentId: string,
      sessionId: string,
      toolUseId: string,
      mayCorrect: boolean,
    ): Promise<{ flaws: number }> {
      const assignment = await loadAssignment(deps, assignmentId);
      const submission = await assignment.submission();
      if (!submission) throw endsRun('internal_error', `${assignmentId} has no submission to check`);
      const flaws = await assignment.accept(JSON.parse(submission.toString()));
      if (flaws.length === 0 || mayCorrect) {
        await callingProvider(() => agents.answer(sessionId, toolUseId, flaws.slice(0, MAX_FLAWS_SENT)));
      }
      return { flaws: flaws.length };
    },

    /** Renders the dossier of a run, HTML and PDF, from its findings and, for a search, its portfolio. */
    async renderDossier(runId: string): Promise<void> {
      await reachStage(db, runId, 'rendering');
      const stored = await readArtifact(db, runId, 'findings');
      if (!stored) throw endsRun('internal_error', `Run ${runId} has no findings to render`);
      const findings = JSON.parse(stored.toString()) as Findings;
      const ranked = await readArtifact(db, runId, 'portfolio');
      const portfolio = ranked ? (JSON.parse(ranked.toString()) as Portfolio) : null;
      const documents = [dossiers.html(findings, portfolio), dossiers.pdf(findings, portfolio)] as const;
      const [html, pdf] = await Promise.all(documents).catch((error: Error) => {
        throw endsRun('rendering_failed', error.message);
      });
      await Promise.all([saveArtifact(db, runId, 'dossierHtml', html), saveArtifact(db, runId, 'dossierPdf', pdf)]);
    },
  };
}
