import type { PublishedParts, Submission } from '../contracts/findings';
import { computeCases } from './economics';
import { sensitivityOf } from './sensitivity';

/**
 * Findings as published: a submission with the cases of its unit economics and what they hang on computed, whatever it says
 * of either. Keeps verifications.
 */
export function withComputed<T extends Submission & { sensitivity?: unknown }>(
  submission: T,
): Omit<T, keyof Computed> & Computed {
  const { unitEconomics, sensitivity: _given, ...rest } = submission;
  if (!unitEconomics) return rest;
  const { currency, model, assumptions } = unitEconomics;
  return {
    ...rest,
    unitEconomics: { currency, model, assumptions, computed: computeCases(assumptions) },
    sensitivity: sensitivityOf(assumptions),
  };
}

type Computed = Pick<PublishedParts, 'unitEconomics' | 'sensitivity'>;
