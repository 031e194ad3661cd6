import type { Candidate, Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import { withComputed } from '../../domain/publish-findings';
import { portfolioOf, rankCandidates } from '../../domain/ranking';
import { samplePlan } from '../../stand-ins/agents/sample-plan';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { findingsFixture } from './findings-fixture';

/** Findings and portfolio of a search with `count` ranked candidates and two excluded ones. */
export function searchFixture(count: number): { findings: Findings; portfolio: Portfolio } {
  const plan = samplePlan({
    operatorProfile: 'Energy consultant in Leipzig, ten hours a week',
    expertise: ['heat pumps', 'building law'],
    candidateCount: count,
  });
  const ranked = rankCandidates(
    plan.candidates.map((planned, i): Candidate => {
      const { title, idea, effort } = planned;
      return { candidateId: `c${i + 1}`, title, idea, effort, ...withComputed(sampleSubmission(planned)) };
    }),
  );
  const portfolio = portfolioOf({
    runId: findingsFixture().runId,
    generatedAt: '2026-11-20T10:00:00.000Z',
    ranked,
    excluded: ['c98', 'c99'].map((candidateId) => ({
      candidateId,
      title: `Letter ${candidateId} on <script>`,
      reason: 'The research agent declined this candidate.',
    })),
  });
  return { findings: { ...findingsFixture(), kind: 'custom_search', candidates: ranked.candidates }, portfolio };
}
