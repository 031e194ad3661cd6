import canonicalize from 'canonicalize';
import { CALENDAR_DAYS } from '../contract/findings-parts';
import { ECONOMICS_CASES, type EconomicsAssumptions } from '../contract/unit-economics';
import { countPeople, computeCases, sensitivityOf } from '../economics';
import type { Flaw, Rule, Reviewed } from './rule';

export const audienceProduct: Rule = {
  id: 'audience-product',
  demand: '`audienceSizing.people` is the product of its factors, rounded down; the first factor is a count.',
  flaws: ({ audienceSizing: sizing }) => {
    if (!sizing) return [];
    const people = countPeople(sizing.factors);
    if (people === null)
      return [{ pointer: '/audienceSizing/factors', detail: 'multiply to more people than there are' }];
    const count = sizing.factors[0]!.outOf === 1 ? [] : [countFlaw];
    const detail = `must be ${people}, the product of value / outOf, rounded down`;
    return people === sizing.people ? count : [...count, { pointer: '/audienceSizing/people', detail }];
  },
  fallback: {
    correct: ({ audienceSizing: sizing, ...findings }) => {
      const people = sizing && countPeople(sizing.factors);
      const isCount = sizing?.factors[0]!.outOf === 1;
      return typeof people === 'number' && isCount ? { ...findings, audienceSizing: { ...sizing, people } } : findings;
    },
    said: 'the audience size was recomputed, or left out if it is not a number of people',
  },
};

const countFlaw: Flaw = {
  pointer: '/audienceSizing/factors/0/outOf',
  detail: 'must be 1: the first factor is a count of people, and each further factor keeps a share of them',
};

export const casesInOrder: Rule = {
  id: 'cases-in-order',
  demand: 'The year’s computed result does not fall from one case to the next: cautious, likely, optimistic.',
  fallback: 'pass',
  flaws: ({ unitEconomics: economics }) => {
    if (!economics) return [];
    const cases = computeCases(economics.assumptions);
    const wrong = ECONOMICS_CASES.slice(1).filter(
      (name, i) => cases[ECONOMICS_CASES[i]!].resultCents > cases[name].resultCents,
    );
    return wrong.map((name) => ({
      pointer: '/unitEconomics/assumptions',
      detail: `the ${name} case results in ${cases[name].resultCents} cents after a year, less than the case before it`,
    }));
  },
};

export const figuresRecomputed: Rule = {
  id: 'figures-recomputed',
  demand: '`unitEconomics.computed` and `sensitivity` equal what the service computes from the assumptions.',
  fallback: 'refuse',
  flaws: ({ unitEconomics: economics, sensitivity }) => {
    const detail = 'must equal what the service computes from the assumptions';
    const differs = (given: object | undefined, right: () => object | undefined) =>
      given !== undefined && canonicalize(given) !== canonicalize(right());
    return [
      ...(differs(economics?.computed, () => computeCases(economics!.assumptions))
        ? [{ pointer: '/unitEconomics/computed', detail }]
        : []),
      ...(differs(sensitivity, () => economics && sensitivityOf(economics.assumptions))
        ? [{ pointer: '/sensitivity', detail }]
        : []),
    ];
  },
};

export const sourcedCites: Rule = {
  id: 'sourced-cites',
  demand: 'Assumptions, factors and prices marked `sourced` cite evidence.',
  flaws: (findings) => {
    const flaws: Flaw[] = [];
    withBased(findings, (each, pointer) => {
      const detail = 'must cite evidence, because its basis is "sourced"; without a source its basis is "assumed"';
      if (isBare(each)) flaws.push({ pointer: `${pointer}/evidenceIds`, detail });
      return each;
    });
    return flaws;
  },
  fallback: {
    correct: (findings) => withBased(findings, (each) => (isBare(each) ? { ...each, basis: 'assumed' } : each)),
    said: 'assumptions without a source were marked assumed',
  },
};

const isBare = ({ basis, evidenceIds }: Based) => basis === 'sourced' && evidenceIds.length === 0;

export const calendarInOrder: Rule = {
  id: 'calendar-in-order',
  demand: `The periods of the launch calendar are in order, do not overlap, and end within ${CALENDAR_DAYS} days.`,
  fallback: 'pass',
  flaws: ({ launchCalendar = [] }) =>
    launchCalendar.flatMap((period, i) => {
      const before = launchCalendar[i - 1]?.toDay ?? 0;
      const detail = `must be after day ${before}, the end of the period before`;
      return [
        ...(period.fromDay > before ? [] : [{ pointer: `/launchCalendar/${i}/fromDay`, detail }]),
        ...(period.toDay >= period.fromDay
          ? []
          : [{ pointer: `/launchCalendar/${i}/toDay`, detail: 'must not be before fromDay' }]),
      ];
    }),
};

export interface Based {
  basis: 'sourced' | 'assumed';
  evidenceIds: string[];
  calculation?: string;
  exchange?: { currency: string; rate: number; day: string };
}

/** Changes each sourced or assumed figure. `change` also receives the figure's pointer. */
export function withBased(findings: Reviewed, change: <T extends Based>(each: T, pointer: string) => T): Reviewed {
  const { audienceSizing: sizing, unitEconomics: economics, channels, sponsors } = findings;
  const assumptions = Object.entries(economics?.assumptions ?? {}).map(([name, each]) => [
    name,
    change(each, `/unitEconomics/assumptions/${name}`),
  ]);
  return {
    ...findings,
    ...(sizing && {
      audienceSizing: {
        ...sizing,
        factors: sizing.factors.map((factor, i) => change(factor, `/audienceSizing/factors/${i}`)),
      },
    }),
    ...(economics && {
      unitEconomics: { ...economics, assumptions: Object.fromEntries(assumptions) as EconomicsAssumptions },
    }),
    channels: channels.map((channel, i) =>
      channel.costPerReader
        ? { ...channel, costPerReader: change(channel.costPerReader, `/channels/${i}/costPerReader`) }
        : channel,
    ),
    ...(sponsors && {
      sponsors: sponsors.map((sponsor, i) =>
        sponsor.price ? { ...sponsor, price: change(sponsor.price, `/sponsors/${i}/price`) } : sponsor,
      ),
    }),
  };
}
