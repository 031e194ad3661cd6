import type { PublishedParts } from '../../findings/contract/findings';
import { ECONOMICS_CASES, type UnitEconomics } from '../../findings/contract/unit-economics';
import { computeCase, share } from '../../findings/economics';
import { priceOf } from './depth-model';
import { CASE_LABELS } from './economics-model';
import { numberEvidence } from './evidence-model';
import { formatCount, formatDate, formatDollars } from './wording';

export type ExclusivityModel = ReturnType<typeof exclusivityModel>;

/**
 * Sections on the value of an opportunity to its sole owner. Sections that the findings lack are empty or null. Pure.
 */
export function exclusivityModel(research: PublishedParts, soldAt: string | null) {
  const { cite } = numberEvidence(research.evidence);
  const comparables = earningsOf(research, cite);
  const sponsors = placesOf(research, cite);
  const years = research.unitEconomics ? yearsOf(research.unitEconomics, research.audienceSizing?.people) : null;
  const total = years?.find(({ name }) => name === 'likely')!.total;
  return {
    lead: soldAt
      ? `You own the only copy. It was sold once, on ${formatDate(soldAt)}, and we will not sell it again.`
      : 'This opportunity is sold once. Its buyer owns the only copy.',
    figures: [
      ...(total === undefined ? [] : [{ value: rounded(total), label: 'three-year result, likely case' }]),
      ...rangeOf(comparables, 'a month, comparable newsletters'),
      ...rangeOf(sponsors.companies, 'sponsors pay per 1,000 opens'),
    ],
    comparables: comparables.map(({ cents, ...row }) => ({
      ...row,
      earns: cents ? `About ${rounded(cents, 2)}` : '–',
    })),
    sponsors: {
      ...sponsors,
      companies: sponsors.companies.map(({ cents, ...row }) => ({
        ...row,
        price: cents ? rounded(cents) : 'Not found',
      })),
    },
    years: years?.map(({ label, total: sum, perHour, years: each }) => ({
      label,
      years: each.map(({ resultCents, readers }) => ({
        result: rounded(resultCents),
        readers: `${formatCount(twoDigits(readers))} readers`,
      })),
      total: rounded(sum),
      perHour: `${rounded(perHour)} an hour`,
    })),
    assumptions: years ? ASSUMPTIONS : [],
    owned: OWNED,
  };
}

const ASSUMPTIONS = [
  'Year one is “The first year in numbers” below.',
  'Growth slows: a month of year two adds half as many readers as a month at the end of year one, a month of year three a quarter. Readers never exceed the size of the audience.',
  'Prices, paying share, sponsor slots, costs and hours stay as in year one. Results are before tax and before pay for your hours.',
  'A later sale of the newsletter is not counted.',
];

const OWNED = [
  'Data file: the findings as JSON, with the economics and the sources as spreadsheets (CSV).',
  'Certificate of exclusivity: one page with the order, the date of sale and a fingerprint of the findings.',
  'Download both from the page of your order.',
];

/** Fraction of the monthly growth at the end of year one that continues in years two and three, respectively. */
const GROWTH_KEPT = [0.5, 0.25];

/**
 * Three-year results in each case. After the first year, readership grows more slowly, to at most `audience`. Pure.
 */
export function yearsOf({ assumptions }: Pick<UnitEconomics, 'assumptions'>, audience = Infinity) {
  return ECONOMICS_CASES.map((name) => {
    const readers = { ...assumptions.readers, [name]: grown(assumptions.readers[name], audience) };
    const { months, resultCents: total, incomePerHourCents: perHour } = computeCase({ ...assumptions, readers }, name);
    const years = [0, 12, 24].map((from) => {
      const year = months.slice(from, from + 12);
      return {
        readers: year.at(-1)!.readers,
        resultCents: year.reduce((sum, { resultCents }) => sum + resultCents, 0),
      };
    });
    return { name, label: CASE_LABELS[name], years, total, perHour };
  });
}

function grown(year: readonly number[], audience: number): number[] {
  const gain = (year.at(-1)! - year.at(-4)!) / 3;
  const readers = [...year];
  // If year one already assumes more readers than the audience has, that number is the limit.
  const most = Math.max(audience, year.at(-1)!);
  for (const kept of GROWTH_KEPT)
    for (let month = 0; month < 12; month += 1)
      readers.push(Math.max(0, Math.min(most, Math.round(readers.at(-1)! + gain * kept))));
  return readers;
}

type Cite = (ids: readonly string[]) => number[];

/** Comparable newsletters. Estimates the monthly income of each from its readers, its price and our likely rates. */
function earningsOf({ comparables = [], unitEconomics }: PublishedParts, cite: Cite) {
  return comparables.map(({ name, readers, price }) => ({
    name,
    readers: readers ? formatCount(readers.count) : '–',
    price: price ? priceOf(price) : '–',
    citations: cite([...new Set([...(readers?.evidenceIds ?? []), ...(price?.evidenceIds ?? [])])]),
    cents: readers && unitEconomics ? incomeOf(readers.count, price, unitEconomics.assumptions) : 0,
  }));
}

type Price = NonNullable<PublishedParts['comparables']>[number]['price'];

function incomeOf(readers: number, price: Price, assumptions: UnitEconomics['assumptions']): number {
  const likely = (key: Exclude<keyof typeof assumptions, 'readers'>) => assumptions[key].likely;
  const issues = likely('issuesPerMonth');
  const months = price && { month: 1, year: 1 / 12, issue: issues, once: 0 }[price.period];
  const monthly = Math.round((price?.amount ?? 0) * (months ?? 0));
  const sponsored = [
    issues,
    likely('sponsorSlotsPerIssue'),
    likely('fillPercent'),
    likely('slotCentsPerThousandReaders'),
  ];
  return share(readers, [likely('payingPerThousand'), monthly], 1000) + share(readers, sponsored, 100 * 1000);
}

/**
 * Sponsors and prices. If open rates are known, estimates an ad slot's income for the likely readership after a year.
 */
function placesOf({ sponsors = [], comparables = [], unitEconomics }: PublishedParts, cite: Cite) {
  const opens = comparables.flatMap(({ opens: known }) => known?.perThousand ?? []);
  const rate = opens.length > 0 ? Math.round(opens.reduce((sum, each) => sum + each, 0) / opens.length) : 0;
  const readers = unitEconomics?.assumptions.readers.likely.at(-1) ?? 0;
  return {
    /** Basis of the estimates per ad slot; null if there are no estimates. */
    reach:
      readers > 0 && rate > 0
        ? `One slot in one issue, at your likely ${formatCount(twoDigits(readers))} readers after a year, if ${Math.round(rate / 10)}% open it, as readers of the comparable newsletters do.`
        : null,
    companies: sponsors.map(({ name, price, evidenceIds }) => {
      const cents = price?.perThousandOpensCents ?? 0;
      const place = share(readers, [rate, cents], 1000 * 1000);
      return { name, cents, place: place > 0 ? `About ${rounded(place, 2)}` : '–', citations: cite(evidenceIds) };
    }),
  };
}

function rangeOf(rows: readonly { cents: number }[], label: string): { value: string; label: string }[] {
  const known = rows.map(({ cents }) => cents).filter((cents) => cents > 0);
  if (known.length === 0) return [];
  const [low, high] = [rounded(Math.min(...known), 2), rounded(Math.max(...known), 2)];
  return [{ value: low === high ? low : `${low} – ${high}`, label }];
}

const twoDigits = (count: number) => Number(count.toPrecision(2));

/** Formats US cents as rounded whole dollars. */
const rounded = (cents: number, digits = 3) =>
  formatDollars(Math.round(Number((cents / 100).toPrecision(digits))) * 100);
