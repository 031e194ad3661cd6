import * as fc from 'fast-check';
import { checkedSubmission, flawsOfSearch } from '../../activities/check-submission';
import { searchDocuments, type SearchDocuments } from '../../activities/search-documents';
import type { Candidate, Submission } from '../../contracts/findings';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../contracts/findings-parts';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { MOST_COMPETITORS, type SampleShape } from '../../stand-ins/agents/sample-shape';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

const openedAt = new Date();
const OPTIONAL = ['audienceSizing', 'unitEconomics', 'firstIssues', 'launchCalendar'] as const;
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
  shape: SampleShape;
  left: (typeof OPTIONAL)[number][];
  /** Of the quotations beyond those that the floor takes; none where nothing was looked for. */
  statuses: VerificationStatus[];
  /** Number before that of the first source: candidates number their sources as they like. */
  before: number;
}

const drawn = (parts = fc.subarray([...OPTIONAL])): fc.Arbitrary<Drawn> =>
  fc.record({
    idea: fc.lorem({ maxCount: 12 }),
    shape: fc.record({
      sources: fc.integer({ min: EVIDENCE_FLOOR.sources, max: 25 }),
      competitors: fc.integer({ min: 0, max: MOST_COMPETITORS }),
    }),
    left: parts,
    statuses: fc.array(fc.constantFrom(...VERIFICATION_STATUSES), { maxLength: 25 }),
    before: fc.integer({ min: 0, max: 900 }),
  });
const searchOf = (candidate: fc.Arbitrary<Drawn>) => fc.array(candidate, { minLength: 3, maxLength: 25 });

function submissionOf({ idea, shape, left, before }: Drawn): Submission {
  const sample = sampleSubmission({ idea, audience: null, geography: null }, openedAt, shape);
  for (const part of left) delete sample[part];
  const renumbered = JSON.stringify(sample).replace(/"ev(\d+)"/g, (_, n) => `"ev${Number(n) + before}"`);
  return JSON.parse(renumbered) as Submission;
}

function statusOf({ statuses, shape: { sources } }: Drawn, place: number): VerificationStatus | undefined {
  if (statuses.length === 0) return undefined;
  const needed = Math.max(EVIDENCE_FLOOR.sources, (sources * EVIDENCE_FLOOR.percent) / 100);
  return place < needed ? 'verified' : statuses[place];
}

/** The candidate as it is published, which passed the checks by itself. */
function candidateOf(each: Drawn, place: number): Candidate {
  const submission = submissionOf(each);
  const checks = submission.evidence.flatMap(({ evidenceId }, i) => {
    const status = statusOf(each, i);
    return status ? [[evidenceId, { status, checkedAt: openedAt.toISOString(), contentSha256: null }] as const] : [];
  });
  const review = { last: true, verifications: new Map(checks) };
  const { document, flaws } = checkedSubmission(submission, review, { since: openedAt, depth: 'research' });
  expect(flaws).toEqual([]);
  return { candidateId: `c${place + 1}`, title: `Letter ${place}`, idea: each.idea, effort: 'low', ...document! };
}

function documentsOf(candidates: Drawn[]): SearchDocuments {
  const settled = { passed: candidates.map(candidateOf), excluded: [], at: new Date() };
  return JSON.parse(JSON.stringify(searchDocuments(SEARCH, settled, 'local-sample'))) as SearchDocuments;
}

test('candidates that each passed alone make a search without flaws, however many sources each has', () => {
  fc.assert(
    fc.property(searchOf(drawn()), (candidates) => {
      const { findings, portfolio } = documentsOf(candidates);
      expect(flawsOfSearch(findings, portfolio)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('a published search of complete candidates holds every rule, each candidate by itself', () => {
  const complete = drawn(fc.constant([])).map((each) => ({ ...each, statuses: [] }));
  fc.assert(
    fc.property(searchOf(complete), (candidates) => {
      expect(flawsOfPublished(documentsOf(candidates).findings)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

test('a flaw of one candidate is pointed at in that candidate alone, also where another has what it cites', () => {
  const plain = { left: [], statuses: [], shape: { sources: 9, competitors: 2 } };
  const ideas = ['Tide tables', 'Tower clocks', 'Dry stone walls', 'Church organs'];
  const { findings, portfolio } = documentsOf(ideas.map((idea, i) => ({ ...plain, idea, before: 100 * i })));
  const idsOf = ({ evidence }: Pick<Candidate, 'evidence'>) => evidence.map(({ evidenceId }) => evidenceId);
  for (const [i, candidate] of findings.candidates!.entries()) {
    const other = findings.candidates![(i + 1) % ideas.length]!;
    const { demand } = candidate.dimensions;
    const broken = { ...demand, evidenceIds: [idsOf(other)[0]!] };
    const candidates = findings.candidates!.with(i, {
      ...candidate,
      dimensions: { ...candidate.dimensions, demand: broken },
    });
    expect(flawsOfSearch({ ...findings, candidates }, portfolio)).toEqual([
      {
        pointer: `/candidates/${i}/dimensions/demand/evidenceIds/0`,
        detail: expect.stringContaining(idsOf(other)[0]!) as string,
      },
    ]);
  }
});

test('a flaw of the document of the search itself is pointed at without a candidate', () => {
  const { findings, portfolio } = documentsOf(
    ['Tide tables', 'Tower clocks', 'Dry stone walls'].map((idea) => ({
      idea,
      left: [],
      statuses: [],
      shape: { sources: 5, competitors: 1 },
      before: 0,
    })),
  );
  const [stream, ...others] = findings.monetization;
  const monetization = [{ ...stream!, low: stream!.high + 1 }, ...others];
  expect(flawsOfSearch({ ...findings, monetization }, portfolio)).toEqual([
    { pointer: '/monetization/0/low', detail: 'must not exceed "high"' },
  ]);
});
