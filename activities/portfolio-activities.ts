import type { RunFailureCode } from '../base/run-failures';
import type { CandidateOutcome } from '../base/workflow-messages';
import {
  MAX_LIMITATIONS,
  type Candidate,
  type PublishedParts,
  type Findings,
} from '../modules/findings/contract/findings';
import { changesOf } from '../modules/findings/changes';
import type { Portfolio } from '../modules/findings/contract/portfolio';
import { evidenceCounts } from '../modules/findings/evidence';
import { portfolioOf, rankCandidates } from '../modules/findings/ranking';
import { enoughPassed, exclusionReason, type Stage } from '../modules/run-kinds/contract';
import { hasPortfolio, askedOf } from '../modules/run-kinds/rules';
import { readEarlier, saveArtifact } from '../modules/runs/store/artifacts';
import {
  listCandidates,
  listPassed,
  settleCandidate,
  type Candidate as CandidateRow,
} from '../modules/runs/store/candidates';
import { recordEvidence } from '../modules/runs/store/evidence';
import { reachStage } from '../modules/runs/store/progress';
import { loadRun, type Run } from '../modules/runs/store/runs';
import { flawsOfSearch, envelope, type Described } from './check-submission';
import { inMode, type ActivityDeps } from './deps';
import { brokenRecord, runFailure } from './failures';

/** Activities that settle and rank the candidates of a search. Each is idempotent. */
export function createPortfolioActivities(deps: ActivityDeps) {
  const { db } = deps;
  return {
    /** Settles a candidate as passed, or excluded for a reason. Updates the run's progress and returns the outcome. */
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
     * @throws ApplicationFailure `too_few_candidates`, not retried, if fewer than half passed as distinct ideas
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
      // Uses the time when the last candidate was settled, so that ranking again gives the same bytes.
      const generatedAt = new Date(Math.max(...all.map((row) => row.settledAt?.getTime() ?? 0)));
      const excluded = all.filter((row) => row.status === 'excluded').map(exclusionOf);
      const settled = { passed: candidates, excluded, at: generatedAt };
      // Names the candidates' models, because the plan may come from a different model.
      const models = [...new Set(passed.flatMap(({ model }) => model ?? []))];
      const researched = { ...run, model: models.join(', ') || run.model };
      const documents = searchDocuments(researched, settled, inMode(deps, run.mode).providerName);
      const { portfolio } = documents;
      const earlier = await readEarlier(db, run);
      const findings = {
        ...documents.findings,
        ...(earlier && { changes: changesOf(earlier, documents.findings) }),
      };
      const distinct = portfolio.ranking.length;
      if (!enoughPassed(distinct, all.length)) throw tooFew(distinct, 'passed as distinct ideas');
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

type SearchRun = Described & Pick<Run, 'kind' | 'input'>;

export interface SearchDocuments {
  findings: Findings;
  portfolio: Portfolio;
}

/** Assembles the documents of a search whose candidates are settled. At least one must have passed. Pure function. */
export function searchDocuments(
  run: SearchRun,
  settled: { passed: Candidate[]; excluded: Portfolio['excluded']; at: Date },
  providerName: string,
): SearchDocuments {
  const ranked = rankCandidates(settled.passed);
  const { excluded, at } = settled;
  const portfolio = portfolioOf({ runId: run.id, generatedAt: at.toISOString(), ranked, excluded });
  return { findings: searchFindings(run, ranked.candidates, portfolio, providerName), portfolio };
}

/** Findings of a search: the verdict of the first-ranked candidate, then all ranked candidates in order. */
function searchFindings(run: SearchRun, candidates: Candidate[], portfolio: Portfolio, providerName: string): Findings {
  const { candidateId, title: _title, idea: _idea, effort: _effort, ...first } = candidates[0]!;
  const scope =
    `In the data, the top-level verdict, scores and sources are those of the idea ranked first (${candidateId}). ` +
    `${candidates.length} of ${candidates.length + portfolio.excluded.length} planned ideas are ranked.`;
  const subject = { idea: askedOf(run), audience: null, geography: null };
  return {
    ...envelope(run, subject, providerName, new Date(portfolio.generatedAt)),
    ...first,
    // Puts our own limitation first.
    limitations: [scope, ...first.limitations].slice(0, MAX_LIMITATIONS),
    candidates,
  };
}
