import type { PublishedParts } from '../../findings/contract/findings';
import {
  ECONOMICS_CASES,
  type Sensitivity,
  type EconomicsAssumptions,
  type EconomicsCaseName,
  type UnitEconomics,
} from '../../findings/contract/unit-economics';
import { economicsChart, type DrawnCase } from '../charts/courses';
import { formatCount, formatDollars, formatCents, RESTS, workedIn } from './wording';

const CASE_LABELS: Record<EconomicsCaseName, string> = {
  cautious: 'Cautious',
  likely: 'Likely',
  optimistic: 'Optimistic',
};

const perThousand = (share: number) => `${(share / 10).toFixed(1)} %`;
/** Name of each assumption and the form of its amount, in the order of the table. */
const ASSUMPTIONS: [
  key: Exclude<keyof EconomicsAssumptions, 'readers'>,
  label: string,
  write: (amount: number) => string,
][] = [
  ['churnPerThousand', 'Readers lost in a month', perThousand],
  ['payingPerThousand', 'Readers who pay', perThousand],
  ['priceCents', 'Price a month', formatCents],
  ['issuesPerMonth', 'Issues a month', formatCount],
  ['sponsorSlotsPerIssue', 'Sponsor slots an issue', formatCount],
  ['fillPercent', 'Slots that are sold', (share) => `${share} %`],
  ['slotCentsPerThousandReaders', 'Price of a slot for 1,000 readers', formatCents],
  ['otherCentsPerThousandReaders', 'Other income a month for 1,000 readers', formatCents],
  ['feesPerThousand', 'Fees of payment and platform', perThousand],
  ['acquisitionCents', 'Cost of a new reader', formatCents],
  ['fixedCents', 'Other costs a month', formatCents],
  ['startCents', 'Costs before the first issue', formatCents],
  ['hoursPerMonth', 'Hours a month', formatCount],
];

/** Economics of the first year in three cases; null without them. Pure. */
export function economicsModel(
  { unitEconomics: economics, sensitivity = [] }: Pick<PublishedParts, 'unitEconomics' | 'sensitivity'>,
  cite: (ids: readonly string[]) => number[],
) {
  if (!economics) return null;
  return {
    model: economics.model,
    chart: chartOf(economics),
    cases: ECONOMICS_CASES.map((name) => CASE_LABELS[name]),
    /** Rows of figures: one value for each case. */
    results: resultsOf(economics),
    /** Rows of what the likely case hangs on; none in findings of before 1.2. */
    sensitivity: sensitivityOf(sensitivity, economics.assumptions),
    assumptions: assumptionsOf(economics, cite),
  };
}

export function chartOf({ computed }: UnitEconomics) {
  const drawn = ECONOMICS_CASES.map((name): DrawnCase => {
    const { months, breakEvenMonth } = computed[name];
    const cumulativeCents = months.map((month) => month.cumulativeCents);
    return { name, label: CASE_LABELS[name], cumulativeCents, breakEvenMonth };
  });
  return economicsChart(drawn, formatDollars);
}

/** Month in which a case breaks even, in words. */
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
    row('Readers at the end of the year', (name) => formatCount(last(name).readers)),
    ...(ECONOMICS_CASES.some((name) => last(name).payingReaders > 0)
      ? [row('of them paying', (name) => formatCount(last(name).payingReaders))]
      : []),
    row('Income of the year', (name) => formatDollars(computed[name].incomeCents)),
    row('Costs of the year, with the start', (name) => formatDollars(computed[name].costCents)),
    row('Result of the year', (name) => formatDollars(computed[name].resultCents)),
    row('Income in month 12', (name) => formatDollars(last(name).incomeCents)),
    row('Breaks even', (name) => breakEven(computed[name].breakEvenMonth)),
    row('Hours of the year', (name) => formatCount(computed[name].hours)),
    row('Result for an hour of work', (name) => formatCents(computed[name].incomePerHourCents)),
  ];
}

const READERS = { label: 'Readers, month 1 to 12', write: (percent: number) => `${percent} % of the likely ones` };

function sensitivityOf(sensitivity: Sensitivity, { readers, ...assumptions }: EconomicsAssumptions) {
  const lastOf = readers.likely.at(-1) ?? 0;
  return sensitivity.map(({ assumption, cautiousCents, optimisticCents, breakEven: bound }) => {
    const named = ASSUMPTIONS.find(([key]) => key === assumption);
    const [, label, write] = named ?? [null, READERS.label, READERS.write];
    const likely = named ? write(assumptions[named[0]].likely) : `${formatCount(lastOf)} at the end`;
    return {
      label,
      likely,
      results: [cautiousCents, optimisticCents].map(formatDollars),
      breakEven: bound === null ? 'does not decide' : write(bound),
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
    // What no case uses is no assumption of this model.
    ...ASSUMPTIONS.filter(([key]) => ECONOMICS_CASES.some((name) => assumptions[key][name] !== 0)).map(
      ([key, label, write]) => {
        const values = ECONOMICS_CASES.map((name) => write(assumptions[key][name]));
        return row(label, values, assumptions[key]);
      },
    ),
  ];
}
