import {
  ECONOMICS_CASES,
  type EconomicsAssumptions,
  type EconomicsCase,
  type EconomicsCaseName,
  type EconomicsCases,
} from '../contracts/unit-economics';

/** Computes the three cases from the assumptions. Pure; whole cents, every part rounded down. */
export function computeCases(assumptions: EconomicsAssumptions): EconomicsCases {
  const cases = ECONOMICS_CASES.map((name) => [name, computeCase(assumptions, name)]);
  return Object.fromEntries(cases) as EconomicsCases;
}

type Month = EconomicsCase['months'][number];

/** Money of one month by source and use, before the costs of the start. */
type Flows = Record<(typeof FLOWS)[number], number>;
const FLOWS = [
  'subscriptionCents',
  'sponsorshipCents',
  'otherCents',
  'feesCents',
  'acquisitionCents',
  'fixedCents',
] as const;

/** Computes one case. Pure. */
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

/** First month from which on the cumulative result never falls below 0 again, or null. */
function breakEvenOf(months: readonly Month[]): number | null {
  const lastBelow = months.findLastIndex(({ cumulativeCents }) => cumulativeCents < 0);
  return months[lastBelow + 1]?.month ?? null;
}

/** Product of whole numbers by a divisor, rounded down; exact beyond the integers of a double on the way. */
export function share(of: number, factors: readonly number[], divisor: number): number {
  return Number(factors.reduce((product, factor) => product * BigInt(factor), BigInt(of)) / BigInt(divisor));
}
