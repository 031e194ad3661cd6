import { enoughPassed, exclusionReason } from '../contracts/candidates';
import { MAX_LIMITATIONS, type Candidate, type Findings, type PublishedParts } from '../contracts/findings';
import { evidenceCounts } from '../domain/evidence-counts';
import { portfolioOf } from '../domain/ranking';
import type { Portfolio } from '../contracts/portfolio';
import type { RunFailureCode } from '../contracts/run-failures';
import type { Stage } from '../contracts/runs';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import { saveArtifact } from '../store/runs/advance-run';
import { listCandidates, listPassed, settleCandidate } from '../store/runs/candidates';
import { recordEvidence } from '../store/runs/evidence-checks';
import { loadRun } from '../store/runs/read-runs';
import type { Candidate as CandidateRow, Run } from '../store/runs/row';
import { envelope, flawsOfSearch } from './check-submission';
import type { ActivityDeps } from './deps';
import { enterStage } from './enter-stage';
import { brokenRecord, runFailure } from './failures';

/** Activities that settle and rank the candidates of a search. Each is idempotent. */
export function createPortfolioActivities({ db, providerName }: ActivityDeps) {
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
     * @throws ApplicationFailure `too_few_candidates`, not retried, if fewer than half passed
     */
    async rankCandidates(runId: string, stage: Stage): Promise<{ passed: number; excluded: number }> {
      const [run, all, passed] = await Promise.all([
        loadRun(db, runId),
        listCandidates(db, runId),
        listPassed(db, runId),
      ]);
      if (run?.kind !== 'custom_search') throw brokenRecord(`No search ${runId}`);
      if (!enoughPassed(passed.length, all.length)) {
        throw runFailure('too_few_candidates', `${passed.length} of ${all.length} candidates passed`);
      }
      await enterStage({ db }, runId, stage);
      const candidates = passed.map((row) => candidateOf(row, JSON.parse(row.findings.toString()) as PublishedParts));
      // Time of the last candidate, not of this attempt, so that ranking again gives the same bytes.
      const generatedAt = new Date(Math.max(...all.map((row) => row.settledAt?.getTime() ?? 0)));
      const excluded = all.filter((row) => row.status === 'excluded').map(exclusionOf);
      const portfolio = portfolioOf({ runId, generatedAt: generatedAt.toISOString(), candidates, excluded });
      const findings = searchFindings(run, candidates, portfolio, providerName);
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

/** Findings of a search: the verdict of the first-ranked candidate, then all passed candidates in order of rank. */
function searchFindings(
  run: Run<'custom_search'>,
  candidates: Candidate[],
  portfolio: Portfolio,
  providerName: string,
): Findings {
  const ranked = portfolio.ranking.map((entry) => candidates.find((each) => each.candidateId === entry.candidateId)!);
  const { candidateId, title: _title, idea: _idea, effort: _effort, ...first } = ranked[0]!;
  const scope =
    `Verdict, scores and evidence at the top are those of the first-ranked candidate, ${candidateId}. ` +
    `${candidates.length} of ${candidates.length + portfolio.excluded.length} planned candidates passed the checks.`;
  const { operatorProfile } = run.input;
  const subject = { idea: operatorProfile, audience: null, geography: null };
  return {
    ...envelope(run, subject, providerName, new Date(portfolio.generatedAt)),
    ...first,
    // Our own limitation comes first.
    limitations: [scope, ...first.limitations].slice(0, MAX_LIMITATIONS),
    candidates: ranked,
  };
}
