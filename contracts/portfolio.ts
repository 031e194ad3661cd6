import { Type, type Static } from '@sinclair/typebox';
import { DIMENSIONS } from './findings';
import { FINDINGS_SCHEMA_VERSION, FINDINGS_VERSION_PATTERN } from './versions';
import { closed } from './schema';

const perDimension = <T extends import('@sinclair/typebox').TSchema>(schema: T) =>
  Type.Object(
    Object.fromEntries(DIMENSIONS.map((name) => [name, schema])) as Record<(typeof DIMENSIONS)[number], T>,
    closed,
  );

/** Ranked portfolio of a Custom Search (docs/interface.md, Findings). */
export const Portfolio = Type.Object(
  {
    schemaVersion: Type.String({ pattern: FINDINGS_VERSION_PATTERN, examples: [FINDINGS_SCHEMA_VERSION] }),
    runId: Type.String(),
    generatedAt: Type.String({ format: 'date-time' }),
    method: Type.Object(
      { weights: perDimension(Type.Number({ minimum: 0, maximum: 1 })), tieBreak: Type.Array(Type.String()) },
      closed,
    ),
    ranking: Type.Array(
      Type.Object(
        {
          rank: Type.Integer({ minimum: 1 }),
          candidateId: Type.String(),
          title: Type.String(),
          score: Type.Number({ minimum: 0, maximum: 100 }),
          breakdown: perDimension(Type.Integer({ minimum: 0, maximum: 100 })),
          fit: Type.Integer({ minimum: 0, maximum: 100 }),
          effort: Type.Unsafe<'low' | 'medium' | 'high'>({ type: 'string', enum: ['low', 'medium', 'high'] }),
          risks: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    excluded: Type.Array(
      Type.Object({ candidateId: Type.String(), title: Type.String(), reason: Type.String() }, closed),
    ),
  },
  { title: 'Portfolio', ...closed },
);
export type Portfolio = Static<typeof Portfolio>;
