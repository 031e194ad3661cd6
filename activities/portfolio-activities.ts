import { enoughPassed, exclusionReason } from '../contracts/candidates';
import type { Candidate, Findings, Submission } from '../contracts/findings';
import { portfolioOf } from '../contracts/ranking';
import type { Portfolio } from '../contracts/portfolio';
import type { RunFailureCode } from '../contracts/run-failures';
import type { SearchCreate } from '../contracts/runs';
import type { CandidateOutcome } from '../contracts/workflow-messages';
import type { Run } from '../prisma/client';
import { reachStage, saveArtifact } from '../store/runs/advance-run';
import { listCandidates, listPassed, settleCandidate, type CandidateRow } from '../store/runs/candidates';
import { loadRun } from '../store/runs/read-runs';
import { envelope, flawsOfSearch } from './check-submission';
import type { ActivityDeps } from './deps';
import { endsRun } from './failures';

/** Findings hold at most 12 limitations; ours comes first. */
const MAX_LIMITATIONS = 12;

/** Activities that settle the candidates of a search and rank them. Each may run twice. */
export function createPortfolioActivities({ db, providerName }: ActivityDeps) {
  return {
    /** Settles a candidate: passed, or excluded for a reason. The progress of its run counts it. Says how it stands. */
    settleCandidate(
      runId: string,
      candidateId: string,
      reason: RunFailureCode | null,
      costMicros: number | null,
    ): Promise<CandidateOutcome> {
      return settleCandidate(db, runId, candidateId, { reason, costMicros });
    },

    /**
     * Ranks the candidates of a search and stores its portfolio and findings.
     *
     * @throws ApplicationFailure `too_few_candidates`, not retried, where fewer than half passed
     */
    async rankCandidates(runId: string): Promise<{ passed: number; excluded: number }> {
      const [run, all, passed] = await Promise.all([
        loadRun(db, runId),
        listCandidates(db, runId),
        listPassed(db, runId),
      ]);
      if (!run) throw endsRun('internal_error', `No run ${runId}`);
      if (!enoughPassed(passed.length, all.length)) {
        throw endsRun('too_few_candidates', `${passed.length} of ${all.length} candidates passed`);
      }
      await reachStage(db, runId, 'validating');
      const candidates = passed.map((row) => candidateOf(row, JSON.parse(row.findings.toString()) as Submission));
      // The time of the last candidate, not of this attempt: ranking again gives the same bytes.
      const generatedAt = new Date(Math.max(...all.map((row) => row.settledAt?.getTime() ?? 0)));
      const excluded = all.filter((row) => row.status === 'excluded').map(exclusionOf);
      const portfolio = portfolioOf({ runId, generatedAt: generatedAt.toISOString(), candidates, excluded });
      const findings = searchFindings(run, candidates, portfolio, providerName);
      const flaws = flawsOfSearch(findings, portfolio);
      if (flaws.length > 0) throw endsRun('internal_error', `The search's own documents fail: ${flaws[0]!.pointer}`);
      await saveArtifact(db, runId, 'findings', Buffer.from(JSON.stringify(findings)));
      await saveArtifact(db, runId, 'portfolio', Buffer.from(JSON.stringify(portfolio)));
      return { passed: passed.length, excluded: excluded.length };
    },
  };
}

function candidateOf({ candidateId, title, idea, effort }: CandidateRow, submission: Submission): Candidate {
  return { candidateId, title, idea, effort: effort as Candidate['effort'], ...submission };
}

function exclusionOf({ candidateId, title, reason }: CandidateRow): Portfolio['excluded'][number] {
  return { candidateId, title, reason: exclusionReason(reason as RunFailureCode) };
}

/** Findings of a search: the first-ranked candidate speaks for it, all that passed follow in the order of the ranking. */
function searchFindings(run: Run, candidates: Candidate[], portfolio: Portfolio, providerName: string): Findings {
  const ranked = portfolio.ranking.map((entry) => candidates.find((each) => each.candidateId === entry.candidateId)!);
  const { candidateId, title: _title, idea: _idea, effort: _effort, ...first } = ranked[0]!;
  const scope =
    `Verdict, scores and evidence at the top are those of the first-ranked candidate, ${candidateId}. ` +
    `${candidates.length} of ${candidates.length + portfolio.excluded.length} planned candidates passed the checks.`;
  const { operatorProfile } = run.input as unknown as SearchCreate;
  const subject = { idea: operatorProfile, audience: null, geography: null };
  return {
    ...envelope(run, subject, providerName, new Date(portfolio.generatedAt)),
    ...first,
    limitations: [scope, ...first.limitations].slice(0, MAX_LIMITATIONS),
    candidates: ranked,
  };
}
