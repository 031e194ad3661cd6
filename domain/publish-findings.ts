import type { PublishedParts, Submission } from '../contracts/findings';
import { computeCases } from './economics';

/** Findings as published: a submission with the cases of its unit economics computed. Keeps verifications. */
export function withComputed<T extends Submission>(submission: T): Omit<T, 'unitEconomics'> & Computed {
  const { unitEconomics, ...rest } = submission;
  if (!unitEconomics) return rest;
  const { currency, model, assumptions } = unitEconomics;
  return { ...rest, unitEconomics: { currency, model, assumptions, computed: computeCases(assumptions) } };
}

type Computed = Pick<PublishedParts, 'unitEconomics'>;
