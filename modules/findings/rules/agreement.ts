import { ECONOMICS_CASES, ECONOMICS_MONTHS, type EconomicsCases } from '../contract/unit-economics';
import { computeCases } from '../economics';
import { flawsIn, withEach, type Flaw, type Reviewed, type Rule } from './rule';

/** If more than this percentage of the audience is assumed to become readers, the assumption needs a reason. */
const REASONED_ABOVE = 30;

export const readersWithinAudience: Rule = {
  id: 'readers-within-audience',
  demand: `No case has more readers than \`audienceSizing.people\`. If a case reaches more than ${REASONED_ABOVE}% of these people, the note of \`readers\` gives the percentage and the reason.`,
  flaws: ({ audienceSizing: sizing, unitEconomics: economics }) => {
    if (!sizing || !economics) return [];
    const { readers } = economics.assumptions;
    const beyond = ECONOMICS_CASES.filter((name) => Math.max(...readers[name]) > sizing.people);
    if (beyond.length > 0) {
      const detail = `must not exceed ${sizing.people}, the people in audienceSizing`;
      return beyond.map((name) => ({ pointer: `/unitEconomics/assumptions/readers/${name}`, detail }));
    }
    const most = Math.max(...ECONOMICS_CASES.flatMap((name) => readers[name]));
    const share = Math.round((most * 100) / Math.max(sizing.people, 1));
    if (share <= REASONED_ABOVE || new RegExp(`(?<!\\d)${share} ?(?:%|percent)`, 'u').test(readers.note)) return [];
    const detail = `must name the largest share of the audience that is won, ${share}%, and say why it can be that large`;
    return [{ pointer: '/unitEconomics/assumptions/readers/note', detail }];
  },
  fallback: {
    correct: (findings) => {
      const { audienceSizing: sizing, unitEconomics: economics } = findings;
      if (!sizing || !economics) return findings;
      const { computed: _ofMore, ...submitted } = economics;
      const { readers, ...assumptions } = submitted.assumptions;
      const most = Math.floor((sizing.people * REASONED_ABOVE) / 100);
      const cut = ECONOMICS_CASES.map((name) => [name, readers[name].map((count) => Math.min(count, most))]);
      const fewer = { ...readers, ...Object.fromEntries(cut) } as typeof readers;
      return { ...findings, unitEconomics: { ...submitted, assumptions: { ...assumptions, readers: fewer } } };
    },
    said: `readers beyond what the audience allows were cut to ${REASONED_ABOVE}% of it`,
  },
};

/** Maximum ratio between the monetization ranges and the monthly income of the cases. */
const TIMES = 2;

export const monetizationAsMonth12: Rule = {
  id: 'monetization-as-month-12',
  demand: `The sum of all \`low\` ends in \`monetization\` is at most ${TIMES} times the income of month ${ECONOMICS_MONTHS} in the cautious case. The sum of all \`high\` ends is between half and ${TIMES} times the income of month ${ECONOMICS_MONTHS} in the optimistic case.`,
  flaws: ({ monetization, unitEconomics: economics }) => {
    if (!economics) return [];
    const [low, high] = endsOf(monetization);
    const [cautious, optimistic] = incomesOf(computeCases(economics.assumptions));
    const said = (end: string, sum: number, name: string, income: number): Flaw => ({
      pointer: '/monetization',
      detail: `must agree with the unit economics: all "${end}" ends add up to ${sum}, but the ${name} case earns ${income} in month ${ECONOMICS_MONTHS}`,
    });
    return [
      ...(low > TIMES * cautious ? [said('low', low, 'cautious', cautious)] : []),
      ...(high > TIMES * optimistic || TIMES * high < optimistic ? [said('high', high, 'optimistic', optimistic)] : []),
    ];
  },
  fallback: {
    correct: ({ unitEconomics: economics, ...findings }) => {
      if (!economics) return findings;
      const [low, high] = endsOf(findings.monetization);
      const [cautious, optimistic] = incomesOf(computeCases(economics.assumptions));
      if (TIMES * high < optimistic) return findings;
      const monetization = findings.monetization.map((stream) => {
        const most = scaled(stream.high, TIMES * optimistic, high);
        return { ...stream, low: Math.min(scaled(stream.low, TIMES * cautious, low), most), high: most };
      });
      return { ...findings, unitEconomics: economics, monetization };
    },
    said: 'monetization above the unit economics was lowered, or unit economics above it were left out',
  },
};

function endsOf(monetization: Reviewed['monetization']): [low: number, high: number] {
  return [monetization.reduce((sum, { low }) => sum + low, 0), monetization.reduce((sum, { high }) => sum + high, 0)];
}

function incomesOf({ cautious, optimistic }: EconomicsCases): [cautious: number, optimistic: number] {
  return [cautious.months.at(-1)!.incomeCents, optimistic.months.at(-1)!.incomeCents];
}

/** Scales down one part of a sum in proportion, so that the sum is at most `most`. */
function scaled(part: number, most: number, sum: number): number {
  return sum <= most ? part : Math.floor((part * most) / sum);
}

const WORDS: Record<string, number> = {
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

/** Words for readers and for paying, in the languages of dossiers. */
const PAYING = 'paying|paid|(?:be)?zahlende[nr]?|payants?|payantes?|de pago|pagando|paganti|betalende|pagantes?';
const READING =
  'readers|subscribers|lesern?|leserinnen|abonnent(?:en|innen)|lecteurs|lectrices|abonnée?s|lectores|lectoras|suscriptor(?:es|as)|lettori|lettrici|abbonati|lezers|abonnees|leitor(?:es|as)|assinantes';

/** A number of readers or paying readers, with at most two words between number and noun. */
const READERS = new RegExp(
  `(?<![\\p{L}\\p{N}.,$€£-])(\\d{1,3}(?:[.,’\\u00a0\\u202f]\\d{3})+|\\d{1,9}|${Object.keys(WORDS).join('|')})(?= (?:[\\p{L}’'-]+ ){0,2}?(${PAYING}|(?:${READING})(?: (?:${PAYING}))?)(?!\\p{L}))`,
  'giu',
);
const PAYS = new RegExp(`(?<!\\p{L})(?:${PAYING})(?!\\p{L})`, 'iu');

const DAYS_OF_MONTH = 30;

export const calendarWithinCases: Rule = {
  id: 'calendar-within-cases',
  demand:
    'Goals in the launch calendar do not exceed the optimistic case’s readers and paying readers at the end of the same month.',
  flaws: ({ launchCalendar = [], unitEconomics: economics }) => {
    if (!economics || launchCalendar.length === 0) return [];
    const cases = computeCases(economics.assumptions);
    const detail = 'must not name more readers than the optimistic case has by then';
    return flawsIn(
      launchCalendar,
      '/launchCalendar/*/goal',
      (period) => period.goal !== withinCases(period, cases) && detail,
    );
  },
  fallback: {
    correct: (findings) => {
      const { launchCalendar, unitEconomics: economics } = findings;
      if (!economics || !launchCalendar) return findings;
      const cases = computeCases(economics.assumptions);
      const lowered = launchCalendar.map((period) => ({ ...period, goal: withinCases(period, cases) }));
      return { ...findings, launchCalendar: lowered };
    },
    said: 'calendar goals were lowered to the optimistic case',
  },
};

type Period = NonNullable<Reviewed['launchCalendar']>[number];

/** The goal of a period, with its reader counts capped at those of the optimistic case. */
function withinCases({ goal, toDay }: Period, { optimistic }: EconomicsCases): string {
  const month = optimistic.months[Math.min(Math.ceil(toDay / DAYS_OF_MONTH), ECONOMICS_MONTHS) - 1]!;
  return goal.replace(READERS, (named: string, _number: string, who: string) => {
    const count = WORDS[named.toLowerCase()] ?? Number(named.replace(/\D/gu, ''));
    const most = PAYS.test(who) ? month.payingReaders : month.readers;
    return count > most ? most.toLocaleString('en-US') : named;
  });
}

/** Upper bounds for a newsletter run by one person. */
export const BOUNDS = {
  /** World population. */
  people: 8_300_000_000,
  /** Price per reader per month, in US cents. */
  priceCents: 200_000,
  /** Income per month within the first year, in US cents. */
  monthCents: 100_000_000,
} as const;

/** Maximum ratio between the high and the low end of a range. */
const WIDEST = 20;

export const rangeWidth: Rule = {
  id: 'range-width',
  demand: `The high end of a monetization range is at most ${WIDEST} times its low end, or the low end is 0.`,
  flaws: ({ monetization }) =>
    flawsIn(
      monetization,
      '/monetization/*/high',
      ({ low, high }) => isTooWide(low, high) && `must be at most ${WIDEST} times "low", or "low" must be 0`,
    ),
  fallback: {
    correct: (findings) =>
      withEach(findings, 'monetization', (stream) =>
        isTooWide(stream.low, stream.high) ? { ...stream, high: stream.low * WIDEST } : stream,
      ),
    said: `ranges were cut to ${WIDEST} times their low end`,
  },
};

const isTooWide = (low: number, high: number) => low > 0 && high > low * WIDEST;

export const withinBounds: Rule = {
  id: 'within-bounds',
  demand: `The audience has at most ${inFull(BOUNDS.people)} people, a reader pays at most $${inFull(BOUNDS.priceCents / 100)} a month, and no month of the first year earns more than $${inFull(BOUNDS.monthCents / 100)}.`,
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
  fallback: {
    correct: ({ audienceSizing, unitEconomics, monetization, ...findings }) => ({
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
    said: 'impossible numbers of people and amounts were cut or left out',
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
