import { Type, type Static } from '@sinclair/typebox';
import { closed, nullable } from '../../../base/schema';
import { FINDINGS_SCHEMA_VERSION, FINDINGS_VERSION_PATTERN } from '../../../base/versions';
import { DIMENSIONS } from './findings';
import { Level, oneOf } from './findings-schema';

const perDimension = <T extends import('@sinclair/typebox').TSchema>(schema: T) =>
  Type.Object(
    Object.fromEntries(DIMENSIONS.map((name) => [name, schema])) as Record<(typeof DIMENSIONS)[number], T>,
    closed,
  );

/** Ranked portfolio of a Custom Search (docs/interface/findings.md). */
export const Portfolio = Type.Object(
  {
    schemaVersion: Type.String({ pattern: FINDINGS_VERSION_PATTERN, examples: [FINDINGS_SCHEMA_VERSION] }),
    runId: Type.String(),
    generatedAt: Type.String({ format: 'date-time' }),
    method: Type.Object(
      {
        rankedBy: Type.Optional(
          Type.Literal('verdict', {
            description:
              'The score is the candidate’s verdict score, reduced for unverified quotations. Older portfolios lack this member: their score is the weighted mean of the dimensions.',
          }),
        ),
        unverifiedCosts: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 100,
            description:
              'Percentage that the verdict score loses if no quotation was verified; proportionally less if some were.',
          }),
        ),
        weights: perDimension(
          Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'Weight in the weighted mean. A verdict far from this mean must give a reason.',
          }),
        ),
        tieBreak: Type.Array(Type.String()),
      },
      closed,
    ),
    ranking: Type.Array(
      Type.Object(
        {
          rank: Type.Integer({ minimum: 1 }),
          candidateId: Type.String(),
          title: Type.String(),
          score: Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'The verdict’s score in the findings: it decides recommendation and rank.',
          }),
          recommendation: Type.Optional(oneOf('pursue', 'refine', 'avoid')),
          evidence: Type.Optional(
            nullable(
              Type.Object(
                { cited: Type.Integer({ minimum: 0 }), verified: Type.Integer({ minimum: 0 }) },
                { ...closed, description: 'Numbers of cited and of verified quotations; null if none was checked.' },
              ),
            ),
          ),
          breakdown: perDimension(Type.Integer({ minimum: 0, maximum: 100 })),
          fit: Type.Integer({ minimum: 0, maximum: 100 }),
          effort: Level,
          risks: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    excluded: Type.Array(
      Type.Object(
        {
          candidateId: Type.String(),
          title: Type.String(),
          reason: Type.String(),
          sameAs: Type.Optional(
            Type.String({ description: 'Id of the ranked candidate that is the same idea in other words.' }),
          ),
        },
        closed,
      ),
    ),
  },
  { title: 'Portfolio', ...closed },
);
export type Portfolio = Static<typeof Portfolio>;
