import { DIMENSIONS, type Candidate, type DimensionName } from './contract/findings';
import type { AudienceSizing } from './contract/findings-parts';
import {
  MOST_SENSITIVE,
  ECONOMICS_CASES,
  EconomicsAssumptions,
  type AssumptionName,
  type Sensitivity,
  type EconomicsCase,
  type EconomicsCaseName,
  type EconomicsCases,
} from './contract/unit-economics';

/** Computes the three cases from the assumptions. Pure. All amounts are rounded down to whole cents before adding. */
export function computeCases(assumptions: EconomicsAssumptions): EconomicsCases {
  const cases = ECONOMICS_CASES.map((name) => [name, computeCase(assumptions, name)]);
  return Object.fromEntries(cases) as EconomicsCases;
}

type Month = EconomicsCase['months'][number];

/** Income and costs of one month in US cents, without the startup costs. */
type Flows = Record<(typeof FLOWS)[number], number>;
const FLOWS = [
  'subscriptionCents',
  'sponsorshipCents',
  'otherCents',
  'feesCents',
  'acquisitionCents',
  'fixedCents',
] as const;

export function computeCase(assumptions: EconomicsAssumptions, name: EconomicsCaseName): EconomicsCase {
  const startCents = assumptions.startCents[name];
  const months: Month[] = [];
  const sums = Object.fromEntries(FLOWS.map((flow) => [flow, 0])) as Flows;
  let cumulativeCents = 0;
  assumptions.readers[name].forEach((readers, i, all) => {
    const { newReaders, payingReaders, flows } = monthOf(assumptions, name, readers, all[i - 1] ?? 0);
    for (const flow of FLOWS) sums[flow] += flows[flow];
    const incomeCents = incomeOf(flows);
    const costCents = costOf(flows) + (i === 0 ? startCents : 0);
    const resultCents = incomeCents - costCents;
    cumulativeCents += resultCents;
    months.push({
      month: i + 1,
      readers,
      newReaders,
      payingReaders,
      incomeCents,
      costCents,
      resultCents,
      cumulativeCents,
    });
  });
  const hours = assumptions.hoursPerMonth[name] * months.length;
  return {
    months,
    incomeCents: incomeOf(sums),
    costCents: costOf(sums) + startCents,
    ...sums,
    startCents,
    resultCents: cumulativeCents,
    breakEvenMonth: breakEvenOf(months),
    hours,
    incomePerHourCents: Math.floor(cumulativeCents / hours),
  };
}

function monthOf(assumptions: EconomicsAssumptions, name: EconomicsCaseName, readers: number, before: number) {
  const of = (key: Exclude<keyof EconomicsAssumptions, 'readers'>) => assumptions[key][name];
  const lost = share(before, [of('churnPerThousand')], 1000);
  const newReaders = Math.max(0, readers - (before - lost));
  const payingReaders = share(readers, [of('payingPerThousand')], 1000);
  const sponsored = [
    of('issuesPerMonth'),
    of('sponsorSlotsPerIssue'),
    of('fillPercent'),
    of('slotCentsPerThousandReaders'),
  ];
  const income = {
    subscriptionCents: payingReaders * of('priceCents'),
    sponsorshipCents: share(readers, sponsored, 100 * 1000),
    otherCents: share(readers, [of('otherCentsPerThousandReaders')], 1000),
  };
  const flows: Flows = {
    ...income,
    feesCents: share(incomeOf(income), [of('feesPerThousand')], 1000),
    acquisitionCents: newReaders * of('acquisitionCents'),
    fixedCents: of('fixedCents'),
  };
  return { newReaders, payingReaders, flows };
}

const incomeOf = (flows: Pick<Flows, 'subscriptionCents' | 'sponsorshipCents' | 'otherCents'>) =>
  flows.subscriptionCents + flows.sponsorshipCents + flows.otherCents;

const costOf = (flows: Pick<Flows, 'feesCents' | 'acquisitionCents' | 'fixedCents'>) =>
  flows.feesCents + flows.acquisitionCents + flows.fixedCents;

/** First month from which the cumulative result never falls below 0 again; null if there is no such month. */
function breakEvenOf(months: readonly Month[]): number | null {
  const lastBelow = months.findLastIndex(({ cumulativeCents }) => cumulativeCents < 0);
  return months[lastBelow + 1]?.month ?? null;
}

/** Multiplies whole numbers, divides by `divisor` and rounds down. Exact even if a double cannot hold the product. */
export function share(of: number, factors: readonly number[], divisor: number): number {
  return Number(factors.reduce((product, factor) => product * BigInt(factor), BigInt(of)) / BigInt(divisor));
}

type Entry = Sensitivity[number];

/**
 * Finds the assumptions that change the likely result most, by moving each one alone from its cautious to its
 * optimistic value. `breakEven` is the value at which the year just avoids a loss. Ties keep the schema's order. Pure.
 */
export function sensitivityOf(assumptions: EconomicsAssumptions): Sensitivity {
  return NAMES.map((assumption): Entry => {
    const resultWith = (name: 'cautious' | 'optimistic') =>
      resultOf(assumptions, assumption, assumptions[assumption][name]);
    return {
      assumption,
      cautiousCents: resultWith('cautious'),
      optimisticCents: resultWith('optimistic'),
      breakEven: breakEvenValueOf(assumptions, assumption),
    };
  })
    .filter((entry) => swingOf(entry) > 0)
    .sort((a, b) => swingOf(b) - swingOf(a))
    .slice(0, MOST_SENSITIVE);
}

const NAMES = Object.keys(EconomicsAssumptions.properties) as AssumptionName[];

const swingOf = ({ cautiousCents, optimisticCents }: Entry) => Math.abs(optimisticCents - cautiousCents);

/** Maximum number of readers to try, as a percentage of the likely number. */
const MOST_PERCENT = 1000;

/** Value that just avoids a loss; null unless exactly one end of the range has a loss. */
function breakEvenValueOf(assumptions: EconomicsAssumptions, name: AssumptionName): number | null {
  const { minimum, maximum } = rangeOf(name);
  const isLoss = (value: number) => resultOf(assumptions, name, valueOf(assumptions, name, value)) < 0;
  let [without, loss] = isLoss(minimum) ? [maximum, minimum] : [minimum, maximum];
  if (isLoss(without) || !isLoss(loss)) return null;
  while (Math.abs(without - loss) > 1) {
    const middle = Math.floor((without + loss) / 2);
    if (isLoss(middle)) loss = middle;
    else without = middle;
  }
  return without;
}

function rangeOf(name: AssumptionName): { minimum: number; maximum: number } {
  if (name === 'readers') return { minimum: 0, maximum: MOST_PERCENT };
  const { minimum, maximum } = EconomicsAssumptions.properties[name].properties.likely;
  return { minimum: minimum!, maximum: maximum! };
}

/** Converts `value` to the form that the assumption has. For readers, `value` is a percentage of the likely number. */
function valueOf({ readers }: EconomicsAssumptions, name: AssumptionName, value: number): number | number[] {
  return name === 'readers' ? readers.likely.map((count) => share(count, [value], 100)) : value;
}

/** Result of the likely year after changing one assumption's likely value, in US cents. */
function resultOf(assumptions: EconomicsAssumptions, name: AssumptionName, likely: number | number[]): number {
  const changed = { ...assumptions, [name]: { ...assumptions[name], likely } };
  return computeCase(changed, 'likely').resultCents;
}

/**
 * Weights of the dimensions in hundredths, which add up to 100. Demand and monetization weigh most, because nothing
 * else matters without readers or income. Next are the operator's skills and reach, then dimensions that change slowly.
 */
export const DIMENSION_WEIGHTS: Record<DimensionName, number> = {
  demand: 20,
  competition: 10,
  monetization: 20,
  acquisition: 15,
  operatorFit: 15,
  sustainability: 10,
  risk: 10,
};

/** Weighted mean of the seven scores of an idea, 0 to 100, exact to two decimals. */
export function weightedMean(dimensions: Candidate['dimensions']): number {
  // Adds integers and divides once at the end, so that the result does not depend on the order of addition.
  return DIMENSIONS.reduce((sum, name) => sum + DIMENSION_WEIGHTS[name] * dimensions[name].score, 0) / 100;
}

/** Product of the factors, rounded down only once, at the end. Null if JSON cannot represent it exactly. */
export function countPeople(factors: AudienceSizing['factors']): number | null {
  const product = (key: 'value' | 'outOf') => factors.reduce((all, factor) => all * BigInt(factor[key]), 1n);
  const people = product('value') / product('outOf');
  return people <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(people) : null;
}
