import { Type } from '@sinclair/typebox';

/** Schema of one of some words. */
export const oneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

/** Schema of a text that is not empty, of at most `maxLength` code points. */
export const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });

/** Schema of a calendar day, `YYYY-MM-DD`. */
export const day = Type.String({ format: 'date', examples: ['2026-11-02'] });

/** Score of a dimension or verdict. */
export const Score = Type.Integer({ minimum: 0, maximum: 100 });

/** Level of confidence, cost, likelihood or impact. */
export const Level = oneOf('low', 'medium', 'high');

/** Id of a piece of evidence. */
export const EvidenceId = Type.String({
  pattern: '^ev[1-9][0-9]{0,2}$',
  description: 'Refers to an entry of `evidence`.',
});

/** Citations of evidence. */
export const EvidenceIds = Type.Array(EvidenceId, { maxItems: 20, uniqueItems: true });

/** Origin of an assumption or factor: a cited source, or a stated belief. */
export const AssumptionBasis = Type.Unsafe<'sourced' | 'assumed'>({
  type: 'string',
  enum: ['sourced', 'assumed'],
  description: '`sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.',
});
