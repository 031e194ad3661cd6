import { computeCases } from '../economics';
import { flawsIn, type Reviewed, type Rule } from './rule';

/** Most of what a newsletter of one person can have. */
export const BOUNDS = {
  /** People on earth. */
  people: 8_300_000_000,
  /** Price for one reader a month, in US cents. */
  priceCents: 200_000,
  /** Income of a month within the first year, in US cents. */
  monthCents: 100_000_000,
} as const;

/** Most times by which the high end of a range exceeds its low end. */
const WIDEST = 20;

/** A range says something. */
export const rangeWidth: Rule = {
  id: 'range-width',
  since: 2,
  demand: `The high end of a monetization range is at most ${WIDEST} times its low end, or the low end is 0.`,
  flaws: ({ monetization }) =>
    flawsIn(
      monetization,
      '/monetization/*/high',
      ({ low, high }) => isTooWide(low, high) && `must be at most ${WIDEST} times "low", or "low" must be 0`,
    ),
  atLast: {
    mend: (findings) => ({
      ...findings,
      monetization: findings.monetization.map((stream) =>
        isTooWide(stream.low, stream.high) ? { ...stream, high: stream.low * WIDEST } : stream,
      ),
    }),
    said: `ranges of more than ${WIDEST} times their low end were cut to that`,
  },
};

const isTooWide = (low: number, high: number) => low > 0 && high > low * WIDEST;

/** Nothing is out of this world. */
export const withinBounds: Rule = {
  id: 'within-bounds',
  since: 2,
  demand: `No audience is larger than ${inFull(BOUNDS.people)} people, no reader pays more than $${inFull(BOUNDS.priceCents / 100)} a month, and no month of the first year earns more than $${inFull(BOUNDS.monthCents / 100)}.`,
  flaws: (findings) => {
    const { audienceSizing, unitEconomics, monetization } = findings;
    const factors = flawsIn(
      audienceSizing?.factors ?? [],
      '/audienceSizing/factors/*/value',
      ({ value, outOf }) => value / outOf > BOUNDS.people && above('people than there are'),
    );
    const prices = Object.entries(unitEconomics?.assumptions.priceCents ?? {}).flatMap(([name, price]) =>
      typeof price === 'number' && price > BOUNDS.priceCents
        ? [{ pointer: `/unitEconomics/assumptions/priceCents/${name}`, detail: above('than any reader pays a month') }]
        : [],
    );
    const streams = flawsIn(
      monetization,
      '/monetization/*/high',
      ({ high }) => high > BOUNDS.monthCents && above('than one person earns in a month'),
    );
    const detail = above('in a month than one person earns within a year');
    const months = earnsTooMuch(unitEconomics) ? [{ pointer: '/unitEconomics/assumptions', detail }] : [];
    return [...factors, ...prices, ...streams, ...months];
  },
  atLast: {
    mend: ({ audienceSizing, unitEconomics, monetization, ...findings }) => ({
      ...findings,
      ...(audienceSizing &&
        audienceSizing.factors.every(({ value, outOf }) => value / outOf <= BOUNDS.people) && { audienceSizing }),
      ...(unitEconomics && isBounded(unitEconomics) && { unitEconomics }),
      monetization: monetization.map((stream) => ({
        ...stream,
        low: Math.min(stream.low, BOUNDS.monthCents),
        high: Math.min(stream.high, BOUNDS.monthCents),
      })),
    }),
    said: 'numbers of people and amounts beyond what is possible were cut or left out',
  },
};

type Economics = Reviewed['unitEconomics'];

function isBounded(economics: NonNullable<Economics>): boolean {
  const { cautious, likely, optimistic } = economics.assumptions.priceCents;
  return Math.max(cautious, likely, optimistic) <= BOUNDS.priceCents && !earnsTooMuch(economics);
}

function earnsTooMuch(economics: Economics): boolean {
  if (!economics) return false;
  const cases = Object.values(computeCases(economics.assumptions));
  return cases.some(({ months }) => months.some(({ incomeCents }) => incomeCents > BOUNDS.monthCents));
}

const above = (than: string) => `is more ${than}: correct it`;

function inFull(number: number): string {
  return number.toLocaleString('en-US');
}
