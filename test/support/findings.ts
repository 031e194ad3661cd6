import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { Findings, Candidate } from '../../modules/findings/contract/findings';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { withComputed } from '../../modules/findings/publish';
import { portfolioOf, rankCandidates } from '../../modules/findings/ranking';
import type { RuleContext } from '../../modules/findings/rules/rule';
import { samplePlan, sampleSubmission } from '../../stand-ins/agents/samples';

const FINDINGS = readFileSync(join(PACKAGE_ROOT, 'test/support/findings.json'), 'utf8');

/**
 * Findings of a complete, valid Idea Check that read like real ones. Each call returns a new copy, so tests may change
 * it.
 */
export const findingsFixture = (): Findings => JSON.parse(FINDINGS) as Findings;

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

/** When the pages cited in {@link sound} were first opened. */
export const opened = new Date('2026-11-22T10:00:00.000Z');

/** Context of the research that produced {@link sound}. */
export const context: RuleContext = {
  openedFrom: opened,
  openedUntil: new Date('2026-11-22T10:20:00.000Z'),
  depth: 'research',
};

export const brief = { idea: 'A weekly letter on heat pumps', audience: null, geography: null };

/** A submission that satisfies every rule in {@link context}. */
export const sound = sampleSubmission(brief, opened);
