import * as fc from 'fast-check';
import {
  ECONOMICS_CASES,
  ECONOMICS_MONTHS,
  type EconomicsAssumptions,
} from '../../modules/findings/contract/unit-economics';
import { countPeople, computeCases, share } from '../../modules/findings/economics';

const MOST = {
  ...{ churnPerThousand: 1000, payingPerThousand: 1000, priceCents: 1_000_000, feesPerThousand: 1000 },
  ...{ issuesPerMonth: 60, sponsorSlotsPerIssue: 20, fillPercent: 100, slotCentsPerThousandReaders: 1_000_000 },
  ...{ otherCentsPerThousandReaders: 10_000_000, acquisitionCents: 1_000_000, fixedCents: 100_000_000 },
  ...{ startCents: 1_000_000_000, hoursPerMonth: 744 },
} as const;

const assumed = { basis: 'assumed' as const, note: 'A belief.', evidenceIds: [] };
const inEachCase = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ cautious: value, likely: value, optimistic: value }).map((cases) => ({ ...cases, ...assumed }));
const readers = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 12, maxLength: 12 });
const assumptions = fc.record({
  readers: inEachCase(readers),
  ...Object.fromEntries(
    Object.entries(MOST).map(([key, max]) => [
      key,
      inEachCase(fc.integer({ min: key === 'hoursPerMonth' ? 1 : 0, max })),
    ]),
  ),
}) as unknown as fc.Arbitrary<EconomicsAssumptions>;

test('adds exactly, and finds the break-even month after which the result stays at 0 or above', () => {
  fc.assert(
    fc.property(assumptions, (given) => {
      for (const name of ECONOMICS_CASES) {
        const { months, ...year } = computeCases(given)[name];
        const sum = (key: 'incomeCents' | 'costCents' | 'resultCents') =>
          months.reduce((all, month) => all + month[key], 0);
        expect(months.map(({ month }) => month)).toEqual(Array.from({ length: ECONOMICS_MONTHS }, (_, i) => i + 1));
        expect(sum('incomeCents')).toBe(year.incomeCents);
        expect(sum('costCents')).toBe(year.costCents);
        expect(sum('resultCents')).toBe(year.resultCents);
        expect(months.at(-1)!.cumulativeCents).toBe(year.resultCents);
        const staysFrom = (from: number) =>
          months.every(({ month, cumulativeCents }) => month < from || cumulativeCents >= 0);
        expect(year.breakEvenMonth).toBe(months.find(({ month }) => staysFrom(month))?.month ?? null);
        expect(year.subscriptionCents + year.sponsorshipCents + year.otherCents).toBe(year.incomeCents);
        expect(year.feesCents + year.acquisitionCents + year.fixedCents + year.startCents).toBe(year.costCents);
        expect(Number.isSafeInteger(year.resultCents) && Number.isSafeInteger(year.incomePerHourCents)).toBe(true);
      }
    }),
  );
});

test('matches a year worked by hand to the cent', () => {
  const of = (value: number) => ({ cautious: value, likely: value, optimistic: value, ...assumed });
  const flat = Array.from({ length: 12 }, () => 1000);
  const { likely } = computeCases({
    readers: { cautious: flat, likely: flat, optimistic: flat, ...assumed },
    churnPerThousand: of(50),
    payingPerThousand: of(25),
    priceCents: of(900),
    issuesPerMonth: of(4),
    sponsorSlotsPerIssue: of(1),
    fillPercent: of(50),
    slotCentsPerThousandReaders: of(10_000),
    otherCentsPerThousandReaders: of(0),
    feesPerThousand: of(100),
    acquisitionCents: of(100),
    fixedCents: of(5_000),
    startCents: of(200_000),
    hoursPerMonth: of(20),
  });
  // A month earns 25 × $9 + 2 × $100 = $425. It costs $42.50 in fees, $50 for 50 replacement readers, and $50 fixed.
  expect(likely.months[1]).toEqual({
    month: 2,
    readers: 1000,
    newReaders: 50,
    payingReaders: 25,
    incomeCents: 42_500,
    costCents: 14_250,
    resultCents: 28_250,
    cumulativeCents: -238_500 + 28_250 + 66_750 - 95_000,
  });
  expect(likely).toMatchObject({
    incomeCents: 510_000,
    costCents: 51_000 + 155_000 + 60_000 + 200_000,
    resultCents: 44_000,
    breakEvenMonth: 11,
    hours: 240,
    incomePerHourCents: 183,
  });
});

test('multiplies exactly beyond double precision, and rounds down once', () => {
  expect(share(10_000_000, [60, 20, 100, 1_000_000], 100_000)).toBe(12_000_000_000_000);
  const factor = (value: number, outOf: number) => ({ label: 'x', value, outOf, ...assumed });
  expect(countPeople([factor(9_000_000, 1), factor(4, 100), factor(1, 2)])).toBe(180_000);
  expect(countPeople([factor(10, 3), factor(3, 1)])).toBe(10);
  expect(countPeople([factor(1_000_000_000_000, 1), factor(1_000_000_000_000, 1)])).toBeNull();
});
