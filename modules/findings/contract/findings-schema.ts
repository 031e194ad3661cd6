import { Type } from '@sinclair/typebox';
import { closed } from '../../../base/schema';

export const oneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

export const describedOneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description });

/** Schema of a non-empty string of at most `maxLength` code points. */
export const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });

export const day = Type.String({ format: 'date', examples: ['2026-11-02'] });

export const Score = Type.Integer({ minimum: 0, maximum: 100 });

export const Level = oneOf('low', 'medium', 'high');

export const Recommendation = oneOf('pursue', 'refine', 'avoid');

export const EvidenceId = Type.String({
  pattern: '^ev[1-9][0-9]{0,2}$',
  description: 'Refers to an entry of `evidence`.',
});

export const EvidenceIds = Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true });

/** Origin of an assumption or factor: a cited source, or a stated belief. */
export const AssumptionBasis = describedOneOf(
  ['sourced', 'assumed'],
  '`sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.',
);

/** Maximum length of a calculation, in characters. */
export const LONGEST_CALCULATION = 200;

/** Optional members that derive an unquoted figure from quoted figures. */
export const worked = {
  calculation: Type.Optional(
    text(
      LONGEST_CALCULATION,
      'Expressions with + - * / and parentheses over figures of the cited excerpts, separated by semicolons. `ev3:120` is the figure 120 of evidence `ev3`; `rate` is the rate in `exchange`. The service recalculates them (docs/findings-rules.md).',
    ),
  ),
  exchange: Type.Optional(
    Type.Object(
      {
        currency: Type.String({ pattern: '^[a-z]{3}$', description: 'Currency on the page, ISO 4217 in lower case.' }),
        rate: Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'US dollars for one unit.' }),
        day,
      },
      { ...closed, description: 'Exchange rate that converted a price from another currency, and its date.' },
    ),
  ),
};
