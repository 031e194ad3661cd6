import { MAX_LIMITATIONS, type Candidate, type Findings } from '../contracts/findings';
import type { Portfolio } from '../contracts/portfolio';
import { portfolioOf, rankCandidates } from '../domain/ranking';
import { askedOf } from '../domain/run-kinds';
import type { Run } from '../store/runs/row';
import { envelope, type Described } from './check-submission';

/** What the documents of a search say of it. */
type SearchRun = Described & Pick<Run, 'kind' | 'input'>;

/** Documents of a search. */
export interface SearchDocuments {
  findings: Findings;
  portfolio: Portfolio;
}

/** Assembles the documents of a search whose candidates are settled; at least one passed. Pure. */
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

/** Findings of a search: the verdict of the first-ranked candidate, then all ranked candidates in their order. */
function searchFindings(run: SearchRun, candidates: Candidate[], portfolio: Portfolio, providerName: string): Findings {
  const { candidateId, title: _title, idea: _idea, effort: _effort, ...first } = candidates[0]!;
  const scope =
    `Verdict, scores and evidence at the top are those of the first-ranked candidate, ${candidateId}. ` +
    `${candidates.length} of ${candidates.length + portfolio.excluded.length} planned candidates are ranked.`;
  const subject = { idea: askedOf(run), audience: null, geography: null };
  return {
    ...envelope(run, subject, providerName, new Date(portfolio.generatedAt)),
    ...first,
    // Our own limitation comes first.
    limitations: [scope, ...first.limitations].slice(0, MAX_LIMITATIONS),
    candidates,
  };
}
