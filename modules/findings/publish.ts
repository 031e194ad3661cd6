import type { PublishedParts, Submission, Candidate, Findings } from './contract/findings';
import type { Portfolio } from './contract/portfolio';
import { computeCases, sensitivityOf, countPeople, weightedMean } from './economics';
import type { Registrations } from './registrations';

/**
 * Adds the domain checks and the computed cases and sensitivity of the unit economics to a submission. Computed values
 * replace values in the submission. Keeps verifications.
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

export interface Recomputed {
  /** RFC 6901 pointer into the findings, or into the portfolio if it starts with `/portfolio`. */
  figure: string;
  stored: number | null;
  recomputed: number | null;
  agrees: boolean;
}

/**
 * Recomputes every computed figure in these documents from its inputs: unit economics, audience sizes, and the scores
 * in a ranking. Of the monthly figures, lists only those that differ.
 */
export function recompute(findings: Findings, portfolio: Portfolio | null): Recomputed[] {
  const candidates = findings.candidates ?? [];
  const scoreOf = ({ verdict, dimensions }: Candidate) =>
    portfolio?.method.rankedBy === 'verdict' ? verdict.score : weightedMean(dimensions);
  return [
    ...figuresOf(findings, ''),
    ...candidates.flatMap((candidate, i) => figuresOf(candidate, `/candidates/${i}`)),
    ...(portfolio?.ranking ?? []).map(({ candidateId, score }, i) => {
      const ranked = candidates.find((candidate) => candidate.candidateId === candidateId);
      return compared(`/portfolio/ranking/${i}/score`, score, ranked ? scoreOf(ranked) : null);
    }),
  ];
}

function figuresOf({ unitEconomics, audienceSizing, sensitivity }: PublishedParts, below: string): Recomputed[] {
  const sizing = audienceSizing
    ? [compared(`${below}/audienceSizing/people`, audienceSizing.people, countPeople(audienceSizing.factors))]
    : [];
  if (!unitEconomics) return sizing;
  const { computed, assumptions } = unitEconomics;
  const leaves = (cases: object, hangsOn: object) =>
    new Map([
      ...leavesOf(cases, `${below}/unitEconomics/computed`),
      // Findings before version 1.2 have no sensitivity.
      ...(sensitivity ? leavesOf(hangsOn, `${below}/sensitivity`) : []),
    ]);
  const stored = leaves(computed, sensitivity ?? []);
  const again = leaves(computeCases(assumptions), sensitivityOf(assumptions));
  const figures = [...new Set([...stored.keys(), ...again.keys()])]
    .map((figure) => compared(figure, stored.get(figure) ?? null, again.get(figure) ?? null))
    .filter(({ figure, agrees }) => !agrees || !figure.includes('/months/'));
  return [...sizing, ...figures];
}

function compared(figure: string, stored: number | null, recomputed: number | null): Recomputed {
  return { figure, stored, recomputed, agrees: stored === recomputed };
}

function leavesOf(value: unknown, pointer: string): Map<string, number | null> {
  if (typeof value !== 'object' || value === null) return new Map([[pointer, value as number | null]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, `${pointer}/${key}`)]));
}
