import * as fc from 'fast-check';
import { checkedSubmission, flawsOfSearch } from '../../activities/check-submission';
import { searchDocuments, type SearchDocuments } from '../../activities/search-documents';
import type { Candidate } from '../../contracts/findings';
import { VERIFICATION_STATUSES } from '../../contracts/findings-parts';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

const openedAt = new Date();
const SEARCH: Parameters<typeof searchDocuments>[0] = {
  id: 'run_search',
  kind: 'custom_search',
  mode: 'live',
  model: 'local-sample',
  agentVersion: '1',
  input: { operatorProfile: 'Energy consultant in Leipzig', expertise: ['heat pumps'], candidateCount: 25 },
};

interface Drawn {
  idea: string;
  sources: number;
  /** Outcome of the quotations beyond those that the evidence floor needs. */
  others: (typeof VERIFICATION_STATUSES)[number];
  /** Candidates number their sources as they like: the number before the first. */
  before: number;
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  idea: fc.lorem({ maxCount: 12 }),
  sources: fc.integer({ min: EVIDENCE_FLOOR.sources, max: 25 }),
  others: fc.constantFrom(...VERIFICATION_STATUSES),
  before: fc.integer({ min: 0, max: 900 }),
});

/** A candidate as it is published after it passed the checks alone. */
function candidateOf({ idea, sources, others, before }: Drawn, place: number): Candidate {
  const sample = sampleSubmission({ idea, audience: null, geography: null }, openedAt, { sources, competitors: 2 });
  const submission = JSON.parse(
    JSON.stringify(sample).replace(/"ev(\d+)"/g, (_, n) => `"ev${Number(n) + before}"`),
  ) as typeof sample;
  const needed = Math.max(EVIDENCE_FLOOR.sources, (sources * EVIDENCE_FLOOR.percent) / 100);
  const checks = submission.evidence.map(({ evidenceId }, i) => {
    const status = i < needed ? 'verified' : others;
    return [evidenceId, { status, checkedAt: openedAt.toISOString(), contentSha256: null }] as const;
  });
  const review = { last: true, verifications: new Map(checks) };
  const { document, flaws } = checkedSubmission(submission, review, { since: openedAt, depth: 'research' });
  expect(flaws).toEqual([]);
  return { candidateId: `c${place + 1}`, title: `Letter ${place}`, idea, effort: 'low', ...document! };
}

function documentsOf(candidates: Drawn[]): SearchDocuments {
  const settled = { passed: candidates.map(candidateOf), excluded: [], at: new Date() };
  return JSON.parse(JSON.stringify(searchDocuments(SEARCH, settled, 'local-sample'))) as SearchDocuments;
}

test('candidates that passed alone make a search without flaws', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 3, maxLength: 8 }), (candidates) => {
      const { findings, portfolio } = documentsOf(candidates);
      expect(flawsOfSearch(findings, portfolio)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
