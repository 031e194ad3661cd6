import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { closed, nullable } from '../../../base/schema';
import { AssumptionBasis, EvidenceIds, text, worked, oneOf } from './findings-schema';

/** Cases of the unit economics, from the least to the most favorable. */
export const ECONOMICS_CASES = ['cautious', 'likely', 'optimistic'] as const;
export type EconomicsCaseName = (typeof ECONOMICS_CASES)[number];

/** Months covered by the unit economics. */
export const ECONOMICS_MONTHS = 12;

const inEachCase = <T extends TSchema>(value: T) => ({ cautious: value, likely: value, optimistic: value });

const assumption = <T extends TSchema>(value: T, description: string) =>
  Type.Object(
    { ...inEachCase(value), basis: AssumptionBasis, note: text(300), evidenceIds: EvidenceIds, ...worked },
    { ...closed, description },
  );
const whole = (maximum: number, minimum = 0) => Type.Integer({ minimum, maximum });

const READERS = 10_000_000;

/** Assumptions of the unit economics, each with its value in every case. Amounts are whole US cents. */
export const EconomicsAssumptions = Type.Object(
  {
    readers: assumption(
      Type.Array(whole(READERS), { minItems: ECONOMICS_MONTHS, maxItems: ECONOMICS_MONTHS }),
      'Readers at the end of each of the first twelve months.',
    ),
    churnPerThousand: assumption(whole(1000), 'Readers lost per month, per 1,000 readers.'),
    payingPerThousand: assumption(whole(1000), 'Paying readers per 1,000 readers.'),
    priceCents: assumption(whole(1_000_000), 'Price per month for one paying reader.'),
    issuesPerMonth: assumption(whole(60, 1), 'Issues per month.'),
    sponsorSlotsPerIssue: assumption(whole(20), 'Sponsor slots per issue.'),
    fillPercent: assumption(whole(100), 'Share of the sponsor slots that is sold, in percent.'),
    slotCentsPerThousandReaders: assumption(whole(1_000_000), 'Price of one sponsor slot, per 1,000 readers.'),
    otherCentsPerThousandReaders: assumption(whole(10_000_000), 'Other monthly income, per 1,000 readers.'),
    feesPerThousand: assumption(whole(1000), 'Fees of the payment provider and platform, per 1,000 cents of income.'),
    acquisitionCents: assumption(whole(1_000_000), 'Average cost of winning one reader.'),
    fixedCents: assumption(whole(100_000_000), 'All other costs per month.'),
    startCents: assumption(whole(1_000_000_000), 'One-time costs before the first issue.'),
    hoursPerMonth: assumption(whole(744, 1), 'Hours that the operator works per month.'),
  },
  closed,
);
export type EconomicsAssumptions = Static<typeof EconomicsAssumptions>;

const cents = Type.Integer();

const EconomicsMonth = Type.Object(
  {
    month: whole(ECONOMICS_MONTHS, 1),
    readers: whole(READERS),
    newReaders: Type.Integer({
      minimum: 0,
      description: 'Readers won in the month, including those who replace lost readers.',
    }),
    payingReaders: whole(READERS),
    incomeCents: cents,
    costCents: Type.Integer({ description: 'Includes `startCents` in the first month.' }),
    resultCents: cents,
    cumulativeCents: cents,
  },
  closed,
);

/** One case of the unit economics, computed by the service (`modules/findings/economics.ts`). */
export const EconomicsCase = Type.Object(
  {
    months: Type.Array(EconomicsMonth, { minItems: ECONOMICS_MONTHS, maxItems: ECONOMICS_MONTHS }),
    incomeCents: cents,
    subscriptionCents: cents,
    sponsorshipCents: cents,
    otherCents: cents,
    costCents: cents,
    feesCents: cents,
    acquisitionCents: cents,
    fixedCents: cents,
    startCents: cents,
    resultCents: cents,
    breakEvenMonth: nullable(
      Type.Integer({
        minimum: 1,
        maximum: ECONOMICS_MONTHS,
        description: 'First month from which the cumulative result stays at 0 or above.',
      }),
    ),
    hours: Type.Integer({ minimum: 1 }),
    incomePerHourCents: Type.Integer({
      description: 'Result of the year per hour, rounded down; negative for a loss.',
    }),
  },
  { ...closed, description: 'Totals of the first twelve months, and each month.' },
);
export type EconomicsCase = Static<typeof EconomicsCase>;

export const EconomicsCases = Type.Object(inEachCase(EconomicsCase), closed);
export type EconomicsCases = Static<typeof EconomicsCases>;

const submitted = {
  currency: Type.Literal('usd'),
  model: text(300, 'How the newsletter would earn, in one sentence.'),
  assumptions: EconomicsAssumptions,
};

/** Unit economics as the agent submits them: assumptions only. */
export const SubmittedEconomics = Type.Object(submitted, {
  ...closed,
  description: 'Assumptions from which the service computes three cases of the first twelve months.',
});
export type SubmittedEconomics = Static<typeof SubmittedEconomics>;

/** Unit economics as published, with the cases that the service computed. */
export const UnitEconomics = Type.Object(
  { ...submitted, computed: EconomicsCases },
  { ...closed, description: 'Stated assumptions, and the three cases that the service computed from them.' },
);
export type UnitEconomics = Static<typeof UnitEconomics>;

export const MOST_SENSITIVE = 5;

export type AssumptionName = keyof EconomicsAssumptions;

const ASSUMPTION_NAMES = Object.keys(EconomicsAssumptions.properties) as AssumptionName[];

/** Assumptions that change the year's result most, computed by the service (`modules/findings/economics.ts`). */
export const Sensitivity = Type.Array(
  Type.Object(
    {
      assumption: oneOf(...ASSUMPTION_NAMES),
      cautiousCents: Type.Integer({
        description: 'First-year result of the likely case with only this assumption at its cautious value.',
      }),
      optimisticCents: Type.Integer({ description: 'The same with its optimistic value.' }),
      breakEven: nullable(
        Type.Integer({
          minimum: 0,
          description:
            'Value at which the likely case just avoids a loss in the first year, in the unit of the assumption; for `readers`, in percent of the likely numbers. Null if no value makes the difference.',
        }),
      ),
    },
    closed,
  ),
  {
    maxItems: MOST_SENSITIVE,
    description:
      'The assumptions of `unitEconomics` that change the result of the likely case most, largest effect first. Omits assumptions without effect. Computed by the service.',
  },
);
export type Sensitivity = Static<typeof Sensitivity>;
