import type { Findings } from '../contracts/findings';
import { checkedFindings } from './check-submission';
import { reachStage, saveArtifact } from '../store/runs/advance-run';
import { loadRun, readArtifact } from '../store/runs/read-runs';
import type { ActivityDeps } from './deps';
import { callingProvider, endsRun } from './failures';

/** How many flaws go back to the agent at once: more would bury the important ones. */
const MAX_FLAWS_SENT = 25;

/** Activities that turn what the agent submitted into the documents of a run. Each may run twice. */
export function createDocumentActivities({ db, agents, dossiers, providerName }: ActivityDeps) {
  return {
    /**
     * Checks the last submission against schema and rules. What passes is stored as the run's findings and accepted; what
     * does not is sent back to be corrected where it still may be. Returns how many flaws were found.
     */
    async checkSubmission(
      runId: string,
      sessionId: string,
      toolUseId: string,
      mayCorrect: boolean,
    ): Promise<{ flaws: number }> {
      const [run, submission] = await Promise.all([loadRun(db, runId), readArtifact(db, runId, 'submission')]);
      if (!run || !submission) throw endsRun('internal_error', `Run ${runId} has no submission to check`);
      const { findings, flaws } = checkedFindings(JSON.parse(submission.toString()), run, providerName);
      if (findings) await saveArtifact(db, runId, 'findings', Buffer.from(JSON.stringify(findings)));
      if (findings || mayCorrect) {
        await callingProvider(() => agents.answer(sessionId, toolUseId, flaws.slice(0, MAX_FLAWS_SENT)));
      }
      return { flaws: flaws.length };
    },

    /** Renders the dossier of a run, HTML and PDF, from its findings. */
    async renderDossier(runId: string): Promise<void> {
      await reachStage(db, runId, 'rendering');
      const stored = await readArtifact(db, runId, 'findings');
      if (!stored) throw endsRun('internal_error', `Run ${runId} has no findings to render`);
      const findings = JSON.parse(stored.toString()) as Findings;
      const [html, pdf] = await Promise.all([dossiers.html(findings), dossiers.pdf(findings)]).catch((error: Error) => {
        throw endsRun('rendering_failed', error.message);
      });
      await Promise.all([saveArtifact(db, runId, 'dossierHtml', html), saveArtifact(db, runId, 'dossierPdf', pdf)]);
    },
  };
}
