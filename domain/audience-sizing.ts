import type { AudienceSizing } from '../contracts/findings-parts';

/** Product of the factors, rounded down once at the end; null where it is beyond the whole numbers of JSON. */
export function countPeople(factors: AudienceSizing['factors']): number | null {
  const product = (key: 'value' | 'outOf') => factors.reduce((all, factor) => all * BigInt(factor[key]), 1n);
  const people = product('value') / product('outOf');
  return people <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(people) : null;
}
