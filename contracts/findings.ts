import { Type, type Static } from '@sinclair/typebox';
import { MODES } from './access';
import { FINDINGS_SCHEMA_VERSION } from './versions';

const closed = { additionalProperties: false } as const;
const oneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });
const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Confidence = oneOf('low', 'medium', 'high');
const EvidenceId = Type.String({ pattern: '^ev[1-9][0-9]{0,2}$', description: 'Refers to an entry of `evidence`.' });

/** The seven things a newsletter idea is scored on, in the order in which they are shown. */
export const DIMENSIONS = [
  'demand',
  'competition',
  'monetization',
  'acquisition',
  'operatorFit',
  'sustainability',
  'risk',
] as const;
export type DimensionName = (typeof DIMENSIONS)[number];

const Dimension = Type.Object(
  {
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Higher is better for the operator; for `competition` and `risk` 100 is the most favourable.',
    }),
    confidence: Confidence,
    rationale: text(1200),
    evidenceIds: Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true }),
    basis: Type.Unsafe<'fact' | 'estimate' | 'inference'>({
      type: 'string',
      enum: ['fact', 'estimate', 'inference'],
      description: '`fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.',
    }),
  },
  closed,
);

/** What the research agent submits: everything of the findings but the envelope, which the service fills in. */
export const Submission = Type.Object(
  {
    verdict: Type.Object(
      {
        recommendation: oneOf('pursue', 'refine', 'avoid'),
        score: Score,
        confidence: Confidence,
        rationale: text(2000),
      },
      closed,
    ),
    dimensions: Type.Object(
      {
        demand: Dimension,
        competition: Dimension,
        monetization: Dimension,
        acquisition: Dimension,
        operatorFit: Dimension,
        sustainability: Dimension,
        risk: Dimension,
      },
      closed,
    ),
    audienceSegments: Type.Array(
      Type.Object(
        {
          name: text(120),
          description: text(600),
          size: Type.Union([text(120), Type.Null()], { description: 'A sourced or estimated size in words, or null.' }),
          evidenceIds: Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    competitors: Type.Array(
      Type.Object(
        {
          name: text(120),
          url: Type.Union([Type.String({ maxLength: 2048, pattern: '^https?://' }), Type.Null()]),
          positioning: text(600),
          strength: text(400),
          gap: text(400),
          evidenceIds: Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true }),
        },
        closed,
      ),
      { maxItems: 12 },
    ),
    monetization: Type.Array(
      Type.Object(
        {
          model: text(120),
          low: Type.Integer({ minimum: 0, description: 'Minor units a month, pessimistic.' }),
          high: Type.Integer({ minimum: 0, description: 'Minor units a month, optimistic.' }),
          currency: Type.Literal('usd'),
          assumptions: Type.Array(text(400), { minItems: 1, maxItems: 8 }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    channels: Type.Array(
      Type.Object(
        {
          name: text(120),
          approach: text(600),
          cost: oneOf('low', 'medium', 'high'),
          evidenceIds: Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    risks: Type.Array(
      Type.Object({ title: text(160), severity: oneOf('low', 'medium', 'high'), mitigation: text(600) }, closed),
      { minItems: 1, maxItems: 10 },
    ),
    nextSteps: Type.Array(
      Type.Object({ action: text(400), effort: oneOf('hours', 'days', 'weeks'), successMetric: text(300) }, closed),
      { minItems: 1, maxItems: 10 },
    ),
    evidence: Type.Array(
      Type.Object(
        {
          evidenceId: EvidenceId,
          claim: text(500),
          sourceUrl: Type.String({ maxLength: 2048, pattern: '^https?://' }),
          title: text(300),
          retrievedAt: Type.String({ format: 'date-time' }),
          excerpt: text(300),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
    limitations: Type.Array(text(500), { minItems: 1, maxItems: 12 }),
  },
  { ...closed, description: 'The research of one newsletter idea.' },
);
export type Submission = Static<typeof Submission>;

const Candidate = Type.Object(
  {
    candidateId: Type.String({ pattern: '^c[1-9][0-9]?$' }),
    title: text(160),
    idea: text(2000),
    effort: oneOf('low', 'medium', 'high'),
    ...Submission.properties,
  },
  closed,
);
export type Candidate = Static<typeof Candidate>;

/** The canonical JSON Schema of public findings artifacts (spec row 24), JSON Schema 2020-12. */
export const Findings = Type.Object(
  {
    schemaVersion: Type.Literal(FINDINGS_SCHEMA_VERSION),
    runId: Type.String({ description: 'The run these findings belong to; `run_sample` for the sandbox sample.' }),
    kind: oneOf('idea_check', 'custom_search'),
    mode: oneOf(...MODES),
    generatedAt: Type.String({ format: 'date-time' }),
    subject: Type.Object(
      {
        idea: text(4000, 'The idea as the caller gave it; for a search the operator profile.'),
        audience: Type.Union([text(500), Type.Null()]),
        geography: Type.Union([text(120), Type.Null()]),
      },
      closed,
    ),
    ...Submission.properties,
    candidates: Type.Optional(
      Type.Array(Candidate, { maxItems: 25, description: 'Present on searches: every candidate that passed.' }),
    ),
    provenance: Type.Object(
      {
        provider: text(120, 'Who ran the agent; `local-sample` marks output of the local stand-in.'),
        model: text(120),
        agentVersion: text(60),
      },
      closed,
    ),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://schemas.newsletter-opportunity-intelligence.example/findings/1.0.0',
    title: 'Findings',
    description: 'Public findings of one completed run.',
    additionalProperties: false,
  },
);
export type Findings = Static<typeof Findings>;

/** Id under which the sample findings of the sandbox are published. */
export const SAMPLE_RUN_ID = 'run_sample';
