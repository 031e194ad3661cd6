import type { PublishedParts } from '../../findings/contract/findings';
import {
  ECONOMICS_CASES,
  type Sensitivity,
  type EconomicsAssumptions,
  type EconomicsCaseName,
  type UnitEconomics,
} from '../../findings/contract/unit-economics';
import { economicsChart, type DrawnCase } from '../charts/courses';
import {
  formatCount,
  formatDollars,
  formatCents,
  formatEarned,
  formatShare,
  RESTS,
  roundMoney,
  workedIn,
} from './wording';

export const CASE_LABELS: Record<EconomicsCaseName, string> = {
  cautious: 'Cautious',
  likely: 'Likely',
  optimistic: 'Optimistic',
};

/** Name and number format of each assumption, in table order. */
const ASSUMPTIONS: [
  key: Exclude<keyof EconomicsAssumptions, 'readers'>,
  label: string,
  write: (amount: number) => string,
][] = [
  ['churnPerThousand', 'Readers lost each month', formatShare],
  ['payingPerThousand', 'Readers who pay', formatShare],
  ['priceCents', 'Price per month', formatCents],
  ['issuesPerMonth', 'Issues per month', formatCount],
  ['sponsorSlotsPerIssue', 'Sponsor slots per issue', formatCount],
  ['fillPercent', 'Slots sold', (share) => `${share}%`],
  ['slotCentsPerThousandReaders', 'Slot price per 1,000 readers', formatCents],
  ['otherCentsPerThousandReaders', 'Other monthly income per 1,000 readers', formatCents],
  ['feesPerThousand', 'Payment and platform fees', formatShare],
  ['acquisitionCents', 'Cost per new reader', formatCents],
  ['fixedCents', 'Other monthly costs', formatCents],
  ['startCents', 'Launch costs', formatCents],
  ['hoursPerMonth', 'Hours per month', formatCount],
];

/** Economics of the first year in three cases; null if the findings lack them. Pure. */
export function economicsModel(
  { unitEconomics: economics, sensitivity = [] }: Pick<PublishedParts, 'unitEconomics' | 'sensitivity'>,
  cite: (ids: readonly string[]) => number[],
) {
  if (!economics) return null;
  return {
    model: economics.model,
    chart: chartOf(economics),
    cases: ECONOMICS_CASES.map((name) => CASE_LABELS[name]),
    results: resultsOf(economics),
    /** Assumptions that change the likely result most. Empty for findings before version 1.2. */
    sensitivity: sensitivityOf(sensitivity, economics.assumptions),
    assumptions: assumptionsOf(economics, cite),
  };
}

export function chartOf({ computed }: UnitEconomics, size?: 'narrow') {
  const drawn = ECONOMICS_CASES.map((name): DrawnCase => {
    const { months, breakEvenMonth } = computed[name];
    const cumulativeCents = months.map((month) => month.cumulativeCents);
    return { name, label: CASE_LABELS[name], cumulativeCents, breakEvenMonth };
  });
  return economicsChart(drawn, roundMoney, size);
}

/** Describes the month in which a case breaks even. */
export function breakEven(month: number | null): string {
  return month === null ? 'Not in year one' : `Month ${month}`;
}

function resultsOf({ computed }: UnitEconomics) {
  const row = (label: string, write: (name: EconomicsCaseName) => string) => ({
    label,
    values: ECONOMICS_CASES.map(write),
  });
  const last = (name: EconomicsCaseName) => computed[name].months.at(-1)!;
  return [
    row('Readers after 12 months', (name) => formatCount(last(name).readers)),
    ...(ECONOMICS_CASES.some((name) => last(name).payingReaders > 0)
      ? [row('Paying readers', (name) => formatCount(last(name).payingReaders))]
      : []),
    row('Income in year one', (name) => formatDollars(computed[name].incomeCents)),
    row('Costs, including launch', (name) => formatDollars(computed[name].costCents)),
    row('Profit or loss', (name) => formatDollars(computed[name].resultCents)),
    row('Income in month 12', (name) => formatDollars(last(name).incomeCents)),
    row('Breaks even', (name) => breakEven(computed[name].breakEvenMonth)),
    row('Hours of work', (name) => formatCount(computed[name].hours)),
    row('Pay per hour of work', (name) => roundMoney(computed[name].incomePerHourCents)),
  ];
}

const READERS = { label: 'Readers, month 1 to 12', write: (percent: number) => `${percent}% of the likely number` };

function sensitivityOf(sensitivity: Sensitivity, { readers, ...assumptions }: EconomicsAssumptions) {
  const lastOf = readers.likely.at(-1) ?? 0;
  return sensitivity.map(({ assumption, cautiousCents, optimisticCents, breakEven: bound }) => {
    const named = ASSUMPTIONS.find(([key]) => key === assumption);
    const [, label, write] = named ?? [null, READERS.label, READERS.write];
    const likely = named ? write(assumptions[named[0]].likely) : `${formatCount(lastOf)} in month 12`;
    return {
      label,
      likely,
      results: [cautiousCents, optimisticCents].map(formatDollars),
      breakEven: bound === null ? 'not decisive' : (write === formatCents ? formatEarned : write)(bound),
    };
  });
}

function assumptionsOf({ assumptions }: UnitEconomics, cite: (ids: readonly string[]) => number[]) {
  const { readers } = assumptions;
  const growth = (name: EconomicsCaseName) =>
    `${formatCount(readers[name][0] ?? 0)} to ${formatCount(readers[name].at(-1) ?? 0)}`;
  const row = (
    label: string,
    values: string[],
    assumption: Pick<EconomicsAssumptions['priceCents'], 'basis' | 'note' | 'evidenceIds' | 'calculation' | 'exchange'>,
  ) => ({
    label,
    values,
    basis: RESTS[assumption.basis],
    note: [assumption.note, workedIn(assumption)].filter(Boolean).join(' · '),
    citations: cite(assumption.evidenceIds),
  });
  return [
    row(READERS.label, ECONOMICS_CASES.map(growth), readers),
    // Omits assumptions that no case uses.
    ...ASSUMPTIONS.filter(([key]) => ECONOMICS_CASES.some((name) => assumptions[key][name] !== 0)).map(
      ([key, label, write]) => {
        const values = ECONOMICS_CASES.map((name) => write(assumptions[key][name]));
        return row(label, values, assumptions[key]);
      },
    ),
  ];
}
