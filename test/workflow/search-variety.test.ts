import type { Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import type { RunStatus } from '../../contracts/runs';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { call } from '../../tools/support/api';
import { useStack } from '../support/use';

const stack = useStack({ stepMs: 0 });

const get = async <T>(path: string) => (await call<T>(stack.api, 'GET', path, { key: stack.customer.apiKey })).body;

/**
 * Candidates of each of twenty searches, those of a line at once: most are small, since each candidate is a session with
 * its pages.
 */
const TURNS = [
  [25, 3],
  [13, 5, 3, 3],
  [8, 8, 5, 3],
  [8, 5, 3, 3, 3],
  [5, 5, 3, 3, 3],
];
const COUNTS = TURNS.flat();

test('twenty searches of 3 to 25 candidates complete, whatever numbers of sources their candidates have', async () => {
  const runs: RunStatus[] = [];
  for (const counts of TURNS) {
    const runIds = await Promise.all(counts.map((candidateCount) => stack.search({ candidateCount })));
    runs.push(...(await Promise.all(runIds.map((runId) => stack.finished(runId)))));
  }
  expect(runs.map(({ status, failure, progress }) => ({ status, failure, done: progress.done }))).toEqual(
    COUNTS.map((done) => ({ status: 'completed', failure: null, done })),
  );
  let unequal = 0;
  expect(COUNTS).toHaveLength(20);
  for (const [i, { links, evidence }] of runs.entries()) {
    const [findings, portfolio] = [await get<Findings>(links.findings), await get<Portfolio>(links.portfolio!)];
    expect(portfolio.excluded).toEqual([]);
    expect(findings.candidates).toHaveLength(COUNTS[i]!);
    expect(flawsOfPublished(findings)).toEqual([]);
    const sources = findings.candidates!.map((candidate) => candidate.evidence.length);
    const cited = sources.reduce((sum, each) => sum + each, 0);
    expect(evidence).toMatchObject({ cited, verified: cited });
    expect(new Set(portfolio.ranking.map(({ score }) => score)).size).toBeGreaterThan(1);
    if (Math.max(...sources) > sources[0]!) unequal++;
  }
  // Those are what this is for: a candidate with more sources than the first-ranked one.
  expect(unequal).toBeGreaterThan(0);
}, 600_000);
