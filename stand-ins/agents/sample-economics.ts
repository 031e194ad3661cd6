import type { Submission } from '../../contracts/findings';
import type { EconomicsAssumptions } from '../../contracts/unit-economics';
import { ownDice, type Material } from './sample-parts';
import { clip } from './sample-words';

type Assumed = Pick<EconomicsAssumptions['priceCents'], 'basis' | 'note' | 'evidenceIds'>;

const assumed = (note: string, evidenceIds: string[] = []): Assumed => ({ basis: 'assumed', note, evidenceIds });
const same = (value: number, note: string, evidenceIds?: string[]) => ({
  cautious: value,
  likely: value,
  optimistic: value,
  ...assumed(note, evidenceIds),
});

/** New readers a month, cautiously, at the least; fewer would leave too few paying ones to compare cases. */
const SLOWEST = 40;
const FASTEST = 160;

/**
 * Assumptions of a letter that doubles from case to case, while a reader costs less: better cases never earn less. The
 * better the scores, the better they are.
 */
export function economics(
  material: Material,
  { demand, acquisition, monetization, risk }: Submission['dimensions'],
): NonNullable<Submission['unitEconomics']> {
  const dice = ownDice(material, 'economics');
  const growth = (demand.score + acquisition.score) / 2;
  const pace = Math.min(FASTEST, SLOWEST + Math.max(0, Math.round((growth - 30) / 5)) * 10);
  const readers = (scale: number) => Array.from({ length: 12 }, (_, i) => pace * scale * (i + 1));
  const paying = 15 + Math.round(Math.max(0, monetization.score - 25) / 2);
  const price = 5 + Math.round(monetization.score / 10);
  const fill = Math.max(10, Math.round(monetization.score / 20) * 10);
  const assumptions: EconomicsAssumptions = {
    readers: {
      cautious: readers(1),
      likely: readers(2),
      optimistic: readers(4),
      ...assumed('The same number of sign-ups each month; twice as many in the likely case, four times in the best.'),
    },
    churnPerThousand: same(30, 'Three of a hundred leave each month, typical of a young list.'),
    payingPerThousand: {
      cautious: Math.round(paying * 0.7),
      likely: paying,
      optimistic: paying * 2,
      ...assumed('Comparable letters convert a few percent of their free readers.', ['ev5']),
    },
    priceCents: same(price * 100, 'In the middle of what comparable letters charge a month.'),
    issuesPerMonth: same(4, 'One issue a week.'),
    sponsorSlotsPerIssue: same(1, 'A single slot keeps the letter readable and the price firm.'),
    fillPercent: {
      cautious: 0,
      likely: fill,
      optimistic: Math.min(100, fill * 2),
      ...assumed('In the cautious case no sponsor is found within the year.'),
    },
    slotCentsPerThousandReaders: same(dice.between(20, 60) * 100, 'Within the range of quoted sponsorship rates.', [
      'ev4',
    ]),
    otherCentsPerThousandReaders: same(0, 'No income beside subscriptions and sponsors is counted.'),
    feesPerThousand: same(60, 'Fees for payment and platform of about 6%.'),
    acquisitionCents: {
      cautious: 180,
      likely: 120,
      optimistic: 60,
      ...assumed('Mostly unpaid channels, with a small budget for tests.'),
    },
    fixedCents: same(dice.between(30, 90) * 100, 'Sending service, domain and bookkeeping.'),
    startCents: same(dice.between(1, 6) * 100_00, 'Design, a landing page and the first legal check.'),
    hoursPerMonth: same(40 - Math.round(risk.score / 5), 'Research, writing and replies for four issues.'),
  };
  const model = clip(`A paid tier for readers of ${material.subject}, and one sponsor per issue.`, 300);
  return { currency: 'usd', model, assumptions };
}

/** Firms of which the survey covers one. */
const FIRMS = 4;

/** The audience as a chain of factors, from what the first source counts, with its product. */
export function audienceSizing(
  material: Material,
  counted: number,
  isCalculated: boolean,
): NonNullable<Submission['audienceSizing']> {
  const { field } = material;
  const count = counted * FIRMS;
  const perHundred = ownDice(material, 'audience').between(15, 35);
  return {
    who: clip(`People whose work involves ${field} and who read about it every week`, 200),
    factors: [
      {
        label: clip(`People whose work involves ${field}; the survey covers one firm in four`, 200),
        value: count,
        outOf: 1,
        ...(isCalculated
          ? { basis: 'sourced', evidenceIds: ['ev1'], calculation: `${counted} * ${FIRMS}` }
          : { basis: 'assumed', evidenceIds: [] }),
      },
      {
        label: 'Of these, people who read a trade newsletter every week',
        value: perHundred,
        outOf: 100,
        basis: 'assumed',
        evidenceIds: [],
      },
    ],
    people: Math.floor((count * perHundred) / 100),
  };
}

/** First 90 days in three periods. */
export function launchCalendar(material: Material): NonNullable<Submission['launchCalendar']> {
  const { subject } = material;
  const talks = ownDice(material, 'calendar').between(8, 20);
  return [
    {
      fromDay: 1,
      toDay: 20,
      goal: 'Know in the readers’ own words what they miss',
      actions: [
        `Hold ${talks} conversations and write down every question.`,
        'Pick a publication day and keep it.',
        clip(`Draft three issues on ${subject} before announcing anything.`, 300),
      ],
    },
    {
      fromDay: 21,
      toDay: 50,
      goal: 'Four issues that readers finish and answer',
      actions: ['Send each issue by hand and ask one question.', 'Cut whatever nobody mentions in a reply.'],
    },
    {
      fromDay: 51,
      toDay: 90,
      goal: 'The first paying readers, or a decision to stop',
      actions: ['Open the paid tier to those who replied.', 'Offer the sponsor slot to two companies.'],
    },
  ];
}
