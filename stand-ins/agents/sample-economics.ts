import type { Submission } from '../../contracts/findings';
import type { EconomicsAssumptions } from '../../contracts/unit-economics';
import type { Material } from './sample-parts';
import { clip } from './sample-words';

const MADE_UP = 'Made up by the local stand-in from the text of the brief.';
const assumed = { basis: 'assumed' as const, note: MADE_UP, evidenceIds: [] };
const same = (value: number) => ({ cautious: value, likely: value, optimistic: value, ...assumed });
const spread = (cautious: number, likely: number, optimistic: number) => ({ cautious, likely, optimistic, ...assumed });

/** Assumptions of a letter that doubles from case to case, while a reader costs less: better cases never earn less. */
export function economics({ dice, subject }: Material): NonNullable<Submission['unitEconomics']> {
  const pace = dice.between(2, 12) * 10;
  const readers = (scale: number) => Array.from({ length: 12 }, (_, i) => pace * scale * (i + 1));
  const price = dice.between(5, 15) * 100;
  const assumptions: EconomicsAssumptions = {
    readers: { cautious: readers(1), likely: readers(2), optimistic: readers(4), ...assumed },
    churnPerThousand: same(30),
    payingPerThousand: { ...spread(15, 25, 50), evidenceIds: ['ev5'] },
    priceCents: same(price),
    issuesPerMonth: same(4),
    sponsorSlotsPerIssue: same(1),
    fillPercent: spread(0, 40, 80),
    slotCentsPerThousandReaders: { ...same(dice.between(20, 60) * 100), evidenceIds: ['ev4'] },
    otherCentsPerThousandReaders: same(0),
    feesPerThousand: same(60),
    acquisitionCents: spread(80, 30, 10),
    fixedCents: same(dice.between(30, 120) * 100),
    startCents: same(dice.between(1, 8) * 100_00),
    hoursPerMonth: same(dice.between(16, 60)),
  };
  return { currency: 'usd', model: clip(`Paid tier on ${subject}, and one sponsor an issue.`, 300), assumptions };
}

/** Chain of factors of the first segment, a thousand times what the first source counts, with its product: more than three times the readers of any sample. */
export function audienceSizing(
  { dice, subject }: Material,
  counted: number,
  isCalculated: boolean,
): NonNullable<Submission['audienceSizing']> {
  const count = counted * 1000;
  const perHundred = dice.between(10, 30);
  return {
    who: clip(`People who work with ${subject} and read about it (made up)`, 200),
    factors: [
      {
        label: clip(`People who work with ${subject}`, 200),
        value: count,
        outOf: 1,
        ...(isCalculated
          ? { basis: 'sourced', evidenceIds: ['ev1'], calculation: `${counted} * 1000` }
          : { basis: 'assumed', evidenceIds: [] }),
      },
      {
        label: 'Those who read a letter on their work every week',
        value: perHundred,
        outOf: 100,
        basis: 'assumed',
        evidenceIds: [],
      },
    ],
    people: Math.floor((count * perHundred) / 100),
  };
}

/** First three issues. */
export function firstIssues({ subject }: Material): NonNullable<Submission['firstIssues']> {
  return [
    {
      title: clip(`What everybody gets wrong about ${subject}`, 160),
      outline: [
        'Three beliefs, each with the case that refutes it.',
        'One table to keep, and the question for the reply.',
      ],
    },
    {
      title: clip(`A week inside ${subject}`, 160),
      outline: [
        'One practitioner, five days, with the hours and the invoices.',
        'What a beginner would have done instead.',
      ],
    },
    {
      title: clip(`Prices around ${subject}, compared`, 160),
      outline: ['Ten offers in one table, with what each leaves out.', 'The cheapest way to find out who is right.'],
    },
  ];
}

/** First 90 days in three periods. */
export function launchCalendar({ dice, subject }: Material): NonNullable<Submission['launchCalendar']> {
  const talks = dice.between(8, 20);
  return [
    {
      fromDay: 1,
      toDay: 20,
      goal: clip(`Know what readers of ${subject} miss`, 200),
      actions: [`Hold ${talks} talks and write down every question.`, 'Choose the day of publication.'],
    },
    { fromDay: 21, toDay: 50, goal: 'Three issues read to the end', actions: ['Send by hand.', 'Count the replies.'] },
    {
      fromDay: 51,
      toDay: 90,
      goal: 'The first paying readers',
      actions: ['Open the paid tier.', 'Ask for one sponsor.'],
    },
  ];
}
