import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { MODES } from '../../../base/access';
import { closed, nullable } from '../../../base/schema';
import { FINDINGS_SCHEMA_VERSION, FINDINGS_VERSION_PATTERN } from '../../../base/versions';
import { RUN_KIND_NAMES } from '../../run-kinds/contract';
import { SearchLog } from './agents';
import {
  Comparables,
  CostPerReader,
  NameChecks,
  SampleIssue,
  Sponsors,
  SubmittedNames,
  Trend,
  WouldChange,
} from './findings-depth';
import {
  AudienceSizing,
  Competitor,
  Evidence,
  FirstIssues,
  LaunchCalendar,
  Risk,
  SubmittedEvidence,
} from './findings-parts';
import { EvidenceIds, Level, oneOf, Recommendation, Score, text, describedOneOf } from './findings-schema';
import { Sensitivity, SubmittedEconomics, UnitEconomics } from './unit-economics';

/** Dimensions on which a newsletter idea is scored, in display order. */
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
      description: 'Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.',
    }),
    confidence: Level,
    rationale: text(1200),
    evidenceIds: EvidenceIds,
    basis: describedOneOf(
      ['fact', 'estimate', 'inference'],
      '`fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.',
    ),
  },
  closed,
);

export const MAX_LIMITATIONS = 12;

/** Submission by the research agent: findings without the envelope that the service adds. */
export const Submission = Type.Object(
  {
    verdict: Type.Object(
      {
        recommendation: Recommendation,
        score: Score,
        confidence: Level,
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
          size: nullable(text(120), { description: 'A sourced or estimated size in words, or null.' }),
          evidenceIds: EvidenceIds,
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    competitors: Type.Array(Competitor, { maxItems: 12 }),
    monetization: Type.Array(
      Type.Object(
        {
          model: text(120),
          low: Type.Integer({ minimum: 0, description: 'Minor units per month, pessimistic.' }),
          high: Type.Integer({ minimum: 0, description: 'Minor units per month, optimistic.' }),
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
          cost: Level,
          evidenceIds: EvidenceIds,
          costPerReader: Type.Optional(CostPerReader),
        },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
    risks: Type.Array(Risk, { minItems: 1, maxItems: 10 }),
    nextSteps: Type.Array(
      Type.Object({ action: text(400), effort: oneOf('hours', 'days', 'weeks'), successMetric: text(300) }, closed),
      { minItems: 1, maxItems: 10 },
    ),
    evidence: Type.Array(SubmittedEvidence, { maxItems: 100 }),
    limitations: Type.Array(text(500), { minItems: 1, maxItems: MAX_LIMITATIONS }),
    audienceSizing: Type.Optional(AudienceSizing),
    unitEconomics: Type.Optional(SubmittedEconomics),
    firstIssues: Type.Optional(FirstIssues),
    launchCalendar: Type.Optional(LaunchCalendar),
    comparables: Type.Optional(Comparables),
    sponsors: Type.Optional(Sponsors),
    trend: Type.Optional(Trend),
    sampleIssue: Type.Optional(SampleIssue),
    nameChecks: Type.Optional(SubmittedNames),
    wouldChange: Type.Optional(WouldChange),
  },
  { ...closed, description: 'The research of one newsletter idea.' },
);
export type Submission = Static<typeof Submission>;

/** The agent's part of published findings, including the values that the service verified and computed. */
export const PublishedParts = Type.Object(
  {
    ...Submission.properties,
    evidence: Type.Array(Evidence, { maxItems: 100 }),
    unitEconomics: Type.Optional(UnitEconomics),
    nameChecks: Type.Optional(NameChecks),
    sensitivity: Type.Optional(Sensitivity),
    searchLog: Type.Optional(SearchLog),
  },
  closed,
);
export type PublishedParts = Static<typeof PublishedParts>;

const Called = Type.Object({ recommendation: Recommendation, score: Score }, closed);
const Rank = Type.Integer({ minimum: 1 });
const addresses = (description: string) => Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 100, description });
const ideas = <T extends TProperties>(properties: T, description: string) =>
  Type.Array(Type.Object({ title: text(160), ...properties }, closed), { maxItems: 25, description });

/** Differences between findings and those of the run that they continue. */
export const Changes = Type.Object(
  {
    runId: Type.String({ description: 'The earlier run.' }),
    generatedAt: Type.String({ format: 'date-time', description: 'Time of the earlier findings.' }),
    verdict: Type.Optional(Type.Object({ before: Called, after: Called }, closed)),
    scores: Type.Optional(
      Type.Array(Type.Object({ dimension: oneOf(...DIMENSIONS), before: Score, after: Score }, closed), {
        maxItems: DIMENSIONS.length,
      }),
    ),
    sources: Type.Optional(
      Type.Object(
        {
          new: addresses('Pages that only these findings cite.'),
          gone: addresses('Pages that only the earlier findings cite.'),
          kept: addresses('Pages that both cite.'),
        },
        closed,
      ),
    ),
    ideas: Type.Optional(
      Type.Object(
        {
          new: ideas({ rank: Rank }, 'Ideas that the earlier search did not rank.'),
          kept: ideas({ before: Rank, after: Rank }, 'Ideas that both searches ranked, matched by title.'),
          dropped: ideas({ rank: Rank }, 'Ideas that only the earlier search ranked.'),
        },
        closed,
      ),
    ),
  },
  {
    ...closed,
    description:
      'Differences from the findings of the run that this one continues: verdict, scores and sources of an Idea Check, or ideas of a search. Absent if the run does not continue another.',
  },
);
export type Changes = Static<typeof Changes>;

/** The part of findings that is still shown if there is too little evidence for full findings. */
export type FoundEvidence = Pick<PublishedParts, 'evidence'>;

const Candidate = Type.Object(
  {
    candidateId: Type.String({ pattern: '^c[1-9][0-9]?$' }),
    title: text(160),
    idea: text(2000),
    effort: Level,
    ...PublishedParts.properties,
  },
  closed,
);
export type Candidate = Static<typeof Candidate>;

/** Canonical JSON Schema (2020-12) of public findings (docs/interface/findings.md). */
export const Findings = Type.Object(
  {
    schemaVersion: Type.String({ pattern: FINDINGS_VERSION_PATTERN, examples: [FINDINGS_SCHEMA_VERSION] }),
    runId: Type.String({ description: 'The run these findings belong to; `run_sample` for the sandbox sample.' }),
    kind: oneOf(...RUN_KIND_NAMES),
    mode: oneOf(...MODES),
    generatedAt: Type.String({ format: 'date-time' }),
    subject: Type.Object(
      {
        idea: text(4000, 'The idea as the caller gave it; for a search the operator profile.'),
        audience: nullable(text(500)),
        geography: nullable(text(120)),
      },
      closed,
    ),
    ...PublishedParts.properties,
    candidates: Type.Optional(
      Type.Array(Candidate, { maxItems: 25, description: 'Present on searches: every candidate that passed.' }),
    ),
    changes: Type.Optional(Changes),
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
    $id: `https://schemas.newsletter-opportunity-intelligence.example/findings/${FINDINGS_SCHEMA_VERSION}`,
    title: 'Findings',
    description: 'Public findings of one completed run.',
    additionalProperties: false,
  },
);
export type Findings = Static<typeof Findings>;

/** Findings reduced to the members that a caller selected by name. */
export const FindingsSelection = Type.Partial(Type.Object(Findings.properties), {
  title: 'FindingsSelection',
  description: 'Members of the findings that `fields` selects.',
  additionalProperties: false,
});
export type FindingsSelection = Static<typeof FindingsSelection>;
