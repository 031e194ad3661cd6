import { enoughPassed, exclusionReason } from '../contracts/candidates';
import type { Candidate, PublishedParts } from '../contracts/findings';
import { evidenceCounts } from '../domain/evidence-counts';
import { hasPortfolio } from '../domain/run-kinds';
import type { Portfolio } from '../contracts/portfolio';
import type { RunFailureCode } from '../contracts/run-failures';
import type { Stage } from '../contracts/runs';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import { saveArtifact } from '../store/runs/save-artifact';
import { listCandidates, listPassed } from '../store/runs/read-candidates';
import { settleCandidate } from '../store/runs/settle-candidate';
import { recordEvidence } from '../store/runs/record-evidence';
import { loadRun } from '../store/runs/find-run';
import type { Candidate as CandidateRow } from '../store/runs/row';
import { flawsOfSearch } from './check-submission';
import { reachStage } from '../store/runs/reach-stage';
import { inMode, type ActivityDeps } from './deps';
import { brokenRecord, runFailure } from './failures';
import { searchDocuments } from './search-documents';

/** Activities that settle and rank the candidates of a search. Each is idempotent. */
export function createPortfolioActivities(deps: ActivityDeps) {
  const { db } = deps;
  return {
    /**
     * Settles a candidate as passed, or excluded for a reason, and counts it in its run's progress; returns its
     * outcome.
     */
    settleCandidate(
      runId: string,
      candidateId: string,
      reason: RunFailureCode | null,
      costMicros: number | null,
    ): Promise<CandidateOutcome> {
      return settleCandidate(db, runId, candidateId, { reason, costMicros });
    },

    /**
     * Moves a search to `stage`, ranks its candidates, and stores its portfolio and findings.
     *
     * @throws ApplicationFailure `too_few_candidates`, not retried, if fewer than half passed as ideas of their own
     */
    async rankCandidates(runId: string, stage: Stage): Promise<{ passed: number; excluded: number }> {
      const [run, all, passed] = await Promise.all([
        loadRun(db, runId),
        listCandidates(db, runId),
        listPassed(db, runId),
      ]);
      if (!run || !hasPortfolio(run)) throw brokenRecord(`No search ${runId}`);
      const tooFew = (count: number, of: string) =>
        runFailure('too_few_candidates', `${count} of ${all.length} candidates ${of}`);
      if (!enoughPassed(passed.length, all.length)) throw tooFew(passed.length, 'passed');
      await reachStage(db, runId, stage);
      const candidates = passed.map((row) => candidateOf(row, JSON.parse(row.findings.toString()) as PublishedParts));
      // Time of the last candidate, not of this attempt, so that ranking again gives the same bytes.
      const generatedAt = new Date(Math.max(...all.map((row) => row.settledAt?.getTime() ?? 0)));
      const excluded = all.filter((row) => row.status === 'excluded').map(exclusionOf);
      const settled = { passed: candidates, excluded, at: generatedAt };
      // The plan may have been made by another model.
      const models = [...new Set(passed.flatMap(({ model }) => model ?? []))];
      const researched = { ...run, model: models.join(', ') || run.model };
      const { findings, portfolio } = searchDocuments(researched, settled, inMode(deps, run.mode).providerName);
      const distinct = portfolio.ranking.length;
      if (!enoughPassed(distinct, all.length)) throw tooFew(distinct, 'passed as ideas of their own');
      const flaws = flawsOfSearch(findings, portfolio);
      if (flaws.length > 0)
        throw brokenRecord(`The documents of the search fail their own schema: ${flaws[0]!.pointer}`);
      await saveArtifact(db, runId, 'findings', Buffer.from(JSON.stringify(findings)));
      await saveArtifact(db, runId, 'portfolio', Buffer.from(JSON.stringify(portfolio)));
      await recordEvidence(db, runId, evidenceCounts(candidates));
      return { passed: passed.length, excluded: excluded.length };
    },
  };
}

function candidateOf({ candidateId, title, idea, effort }: CandidateRow, findings: PublishedParts): Candidate {
  return { candidateId, title, idea, effort, ...findings };
}

function exclusionOf({ candidateId, title, reason }: CandidateRow): Portfolio['excluded'][number] {
  return { candidateId, title, reason: exclusionReason(reason!) };
}
