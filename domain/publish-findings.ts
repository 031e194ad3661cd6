import type { PublishedParts, Submission } from '../contracts/findings';
import { computeCases } from './economics';
import type { Registrations } from './registrations';
import { sensitivityOf } from './sensitivity';

/**
 * Findings as published: a submission with the cases of its unit economics and what they hang on computed, whatever it says
 * of either, and with what was seen of the domains of its names. Keeps verifications.
 */
export function withComputed<T extends Submission & { sensitivity?: unknown }>(
  submission: T,
  registrations: Registrations | null = null,
): Omit<T, keyof Computed> & Computed {
  const { unitEconomics, nameChecks, sensitivity: _given, ...rest } = submission;
  const named = { ...rest, ...(nameChecks && { nameChecks: nameChecks.map(registered) }) };
  if (!unitEconomics) return named;
  const { currency, model, assumptions } = unitEconomics;
  return {
    ...named,
    unitEconomics: { currency, model, assumptions, computed: computeCases(assumptions) },
    sensitivity: sensitivityOf(assumptions),
  };

  function registered(check: NonNullable<Submission['nameChecks']>[number]) {
    const registration = registrations?.get(check.domain);
    return { site: 'unclear' as const, ...check, ...(registration && { registration }) };
  }
}

type Computed = Pick<PublishedParts, 'unitEconomics' | 'sensitivity' | 'nameChecks'>;
