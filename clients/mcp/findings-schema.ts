import { z } from 'zod';

/** Dimensions of a verdict. */
export const DIMENSIONS = [
  'demand',
  'competition',
  'monetization',
  'acquisition',
  'operatorFit',
  'sustainability',
  'risk',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const ids = z.array(z.string());
const inEach = <T extends z.ZodType>(names: readonly string[], value: T) =>
  z.looseObject(Object.fromEntries(names.map((name) => [name, value])));

const Verdict = z.looseObject({
  recommendation: z.string().describe('pursue, refine or avoid.'),
  score: z.number().describe('From 0 to 100.'),
  confidence: z.string(),
  rationale: z.string(),
});
const Scores = inEach(DIMENSIONS, z.number()).describe('From 0 to 100 each; 100 is best for the operator.');
const Reasons = {
  score: z.number(),
  confidence: z.string(),
  rationale: z.string(),
  evidenceIds: ids,
  basis: z.string(),
};
const Evidence = z.looseObject({
  evidenceId: z.string(),
  claim: z.string(),
  excerpt: z.string().describe('Quote from the page.'),
  sourceUrl: z.string(),
  title: z.string(),
  grade: z.string().optional(),
  publishedAt: z.string().optional(),
  verification: z.string().describe('verified if the quote was found on the page; unchecked if nobody looked.'),
});
const Risk = z.looseObject({ title: z.string(), severity: z.string(), mitigation: z.string() });
const NextStep = z.looseObject({ action: z.string(), effort: z.string(), successMetric: z.string() });
const Competitor = z.looseObject({
  name: z.string(),
  url: z.string().nullable(),
  positioning: z.string(),
  strength: z.string(),
  gap: z.string(),
  evidenceIds: ids,
});
const Segment = z.looseObject({
  name: z.string(),
  description: z.string(),
  size: z.string().nullable(),
  evidenceIds: ids,
});
const Income = z.looseObject({ model: z.string(), low: z.number(), high: z.number(), currency: z.string() });
const Channel = z.looseObject({ name: z.string(), approach: z.string(), cost: z.string(), evidenceIds: ids });
const Ranked = z.looseObject({
  rank: z.number(),
  candidateId: z.string(),
  title: z.string(),
  score: z.number(),
  recommendation: z.string().optional(),
  fit: z.number(),
  effort: z.string(),
});
const Case = z.looseObject({
  incomeCents: z.number(),
  costCents: z.number(),
  resultCents: z.number(),
  breakEvenMonth: z.number().nullable(),
  hours: z.number(),
  incomePerHourCents: z.number(),
  cumulativeCents: z.array(z.number()).describe('By month.'),
});

const of = {
  runId: z.string(),
  kind: z.string(),
  candidateId: z.string().optional(),
  title: z.string().optional(),
  omitted: z.record(z.string(), z.number()).optional().describe('Number of entries omitted, by list.'),
};

/** Output of get_findings, by part. */
export const FindingsPart = z.discriminatedUnion('part', [
  z.looseObject({
    ...of,
    part: z.literal('summary'),
    subject: z.string(),
    verdict: Verdict,
    scores: Scores,
    counts: inEach(['candidates', 'evidence', 'verified', 'competitors', 'risks', 'nextSteps'], z.number()),
    ranking: z.array(Ranked).optional(),
    excluded: z.array(z.looseObject({ candidateId: z.string(), title: z.string(), reason: z.string() })).optional(),
  }),
  z.looseObject({
    ...of,
    part: z.literal('candidate'),
    idea: z.string().optional(),
    effort: z.string().optional(),
    verdict: Verdict,
    scores: Scores,
    risks: z.array(Risk),
    nextSteps: z.array(NextStep),
    competitors: z.array(Competitor),
    audienceSegments: z.array(Segment),
    monetization: z.array(Income),
    channels: z.array(Channel),
    limitations: z.array(z.string()),
  }),
  z.looseObject({
    ...of,
    part: z.literal('dimension'),
    dimension: z.looseObject({ name: z.enum(DIMENSIONS), ...Reasons }).optional(),
    dimensions: inEach(DIMENSIONS, z.looseObject(Reasons))
      .optional()
      .describe('All dimensions if the call named none.'),
    evidence: z.array(Evidence).optional(),
  }),
  z.looseObject({
    ...of,
    part: z.literal('evidence'),
    dimension: z.enum(DIMENSIONS).optional(),
    total: z.number(),
    evidence: z.array(Evidence),
    nextCursor: z.number().nullable(),
  }),
  z.looseObject({
    ...of,
    part: z.literal('economics'),
    currency: z.string(),
    model: z.string(),
    cases: inEach(['cautious', 'likely', 'optimistic'], Case),
    assumptions: z.looseObject({}),
  }),
]);
