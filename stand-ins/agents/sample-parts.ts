import type { Submission } from '../../contracts/findings';
import type { ResearchBrief } from '../../contracts/agent-briefs';
import type { EconomicsCase, SubmittedEconomics } from '../../contracts/unit-economics';
import { computeCases } from '../../domain/economics';
import { inventedLetter } from './sample-names';
import type { Topic } from './sample-topic';
import { clip, Dice, sentence } from './sample-words';

/** Input for the parts of a sample submission. */
export interface Material extends Topic {
  brief: ResearchBrief;
  dice: Dice;
}

/** Dice of one part, so that no other part depends on how often it throws them. */
export function ownDice({ brief }: Pick<Material, 'brief'>, part: string): Dice {
  return new Dice({ ...brief, audience: `${part} of ${brief.audience ?? ''}` });
}

/** `count` of the values from a drawn place on, each once. */
export function rotated<T>(values: readonly T[], count: number, dice: Dice): T[] {
  const first = dice.between(0, values.length - 1);
  return Array.from({ length: Math.min(count, values.length) }, (_, i) => values[(first + i) % values.length]!);
}

/** Groups of readers; those that the idea names, if any, come first. */
export function segments(material: Material): Submission['audienceSegments'] {
  const { field, readers } = material;
  const dice = ownDice(material, 'segments');
  const groups: [string, string][] = [
    [`Practitioners who handle ${field}`, 'They meet it every week and would read to make fewer mistakes.'],
    [`Small firms that depend on ${field}`, 'The owner decides alone and pays for anything that saves an hour.'],
    [`Newcomers to ${field}`, 'They want a map of the field and the vocabulary that insiders take for granted.'],
    [`Suppliers around ${field}`, 'They read to understand their buyers, and some of them would advertise.'],
    [`Enthusiasts for ${field}`, 'They read for pleasure, reply often, and tell their friends.'],
    [`Analysts who follow ${field}`, 'They need reliable numbers early and credit the source.'],
  ];
  const named: [string, string] = [
    sentence(readers),
    'The readers that the idea is written for. They already spend time on this problem and would notice a better answer.',
  ];
  return [named, ...rotated(groups, dice.between(2, 3), dice)].map(([name, description], i) => ({
    name: clip(name, 120),
    description,
    size: i === 0 ? `about ${(dice.between(20, 400) * 100).toLocaleString('en-US')} people` : null,
    evidenceIds: i === 0 ? ['ev1'] : [],
  }));
}

/** What a rival does, does well, and leaves out; as many as findings may have competitors. */
const RIVALS: [positioning: (subject: string) => string, strength: string, gap: string][] = [
  [
    (s) => `A weekly roundup for a general business audience; ${s} is one section of six.`,
    'It arrives on the same morning every week.',
    'No prices, and no cases from small firms.',
  ],
  [
    (s) => `A consultant’s personal letter on ${s}, with advice for sale on the side.`,
    'The author answers every reply.',
    'Every issue ends in a pitch.',
  ],
  [
    (s) => `An association’s bulletin that covers ${s} between its own announcements.`,
    'Members trust it, and it is first with new rules.',
    'It never criticizes a member’s product.',
  ],
  [
    (s) => `A price and supplier watch; ${s} is one of its four columns.`,
    'Its tables are current and easy to scan.',
    'It lists numbers without saying what to do about them.',
  ],
  [
    (s) => `A ten-part e-mail course that introduces ${s} to beginners.`,
    'People finish it, because each lesson takes three minutes.',
    'It stops where the real decisions begin.',
  ],
  [
    (s) => `A job board with a short letter on ${s} attached.`,
    'Employers pay for it, so it will stay.',
    'The editorial part is an afterthought.',
  ],
  [
    (s) => `A vendor’s customer letter that explains ${s} with the vendor’s own products.`,
    'The diagrams are excellent.',
    'It compares nothing that the vendor does not sell.',
  ],
  [
    (s) => `An interview series with people who made their name in ${s}.`,
    'Its guests are well known, and they share it.',
    'Long conversations, few numbers, nothing to try on Monday.',
  ],
  [
    (s) => `A link digest that reaches ${s} about once a month.`,
    'It is free, short, and has a large list.',
    'It points to other people’s work and adds no judgment.',
  ],
  [
    (s) => `A policy letter that follows ${s} through committees and courts.`,
    'Nobody reads the drafts more closely.',
    'Too legal for the people who do the work.',
  ],
  [
    (s) => `A university group’s research notes on ${s}.`,
    'Its methods are sound, and it shows its data.',
    'Two issues a year, written for other researchers.',
  ],
  [
    (s) => `A local paper’s spin-off letter about ${s} in one region.`,
    'It knows everyone in its area by name.',
    'Of little use one county over.',
  ],
];

/** Most competitors of findings. */
export const MOST_COMPETITORS = RIVALS.length;

/** The competing letter at a place below {@link MOST_COMPETITORS}: the same in every sample of an idea. */
export function competitorAt(place: number, material: Material): Submission['competitors'][number] {
  const dice = ownDice(material, `competitor ${place}`);
  const shift = ownDice(material, 'competitors').between(0, RIVALS.length - 1);
  const [positioning, strength, gap] = RIVALS[(place + shift) % RIVALS.length]!;
  const price = place === 0 ? 0 : dice.between(3, 20) * 100;
  const isKnown = dice.between(0, 3) > 0;
  return {
    ...inventedLetter(material.brief.idea, place),
    positioning: clip(positioning(material.subject), 600),
    strength,
    gap,
    evidenceIds: ['ev3'],
    price: isKnown ? { amount: price, currency: 'usd', period: 'month' } : null,
    frequency: dice.pick(['weekly', 'fortnightly', 'monthly', 'quarterly'] as const),
    size: isKnown ? { readers: dice.between(8, 300) * 100, basis: dice.pick(['stated', 'estimated'] as const) } : null,
    lastIssue: null,
  };
}

/** One to three competing letters. */
export function competitors(material: Material): Submission['competitors'] {
  const count = ownDice(material, 'number of competitors').between(2, 3);
  return Array.from({ length: count }, (_, place) => competitorAt(place, material));
}

/** Revenue models in cents a month: what the twelfth month of the cautious and of the optimistic case brings. */
export function streams({ assumptions }: SubmittedEconomics): Submission['monetization'] {
  const { cautious, optimistic } = computeCases(assumptions);
  const [low, high] = [monthOf(cautious), monthOf(optimistic)];
  const { payingPerThousand, priceCents, fillPercent } = assumptions;
  return [
    {
      model: 'Paid subscriptions',
      low: low.payingReaders * priceCents.cautious,
      high: high.payingReaders * priceCents.optimistic,
      currency: 'usd',
      assumptions: [
        `${low.readers.toLocaleString('en-US')} to ${high.readers.toLocaleString('en-US')} readers after twelve months`,
        `${payingPerThousand.cautious / 10}% to ${payingPerThousand.optimistic / 10}% of them pay $${priceCents.likely / 100} a month`,
      ],
    },
    {
      model: 'Sponsorship of single issues',
      low: low.incomeCents - low.payingReaders * priceCents.cautious,
      high: high.incomeCents - high.payingReaders * priceCents.optimistic,
      currency: 'usd',
      assumptions: [
        `One sponsor per issue; ${fillPercent.cautious}% to ${fillPercent.optimistic}% of the slots are sold`,
      ],
    },
  ];
}

const monthOf = ({ months }: EconomicsCase) => months.at(-1)!;

/** Acquisition channels. */
export function channels(material: Material): Submission['channels'] {
  const { subject } = material;
  const all: Submission['channels'] = [
    {
      name: 'Forums and groups',
      approach: `Answer the recurring questions about ${subject} in full, and link one useful issue.`,
      cost: 'low',
      evidenceIds: ['ev6'],
    },
    {
      name: 'Recommendations by related newsletters',
      approach: `Trade recommendations with letters of the same size whose readers also care about ${subject}.`,
      cost: 'low',
      evidenceIds: ['ev3'],
    },
    {
      name: 'Search',
      approach: `Publish one lasting page for each recurring question about ${subject}, and keep it current.`,
      cost: 'medium',
      evidenceIds: ['ev2'],
    },
    {
      name: 'Talks and meetups',
      approach: `Speak where people who work on ${subject} meet, and end with a sign-up code on the last slide.`,
      cost: 'medium',
      evidenceIds: [],
    },
    {
      name: 'Paid placements',
      approach: `Buy one small placement in a letter near ${subject}, and measure what a subscriber who stays costs.`,
      cost: 'high',
      evidenceIds: ['ev4'],
    },
  ];
  return rotated(all, 3, ownDice(material, 'channels'));
}

/** Next steps, cheapest first. */
export function nextSteps(material: Material): Submission['nextSteps'] {
  const { subject, readers } = material;
  const dice = ownDice(material, 'steps');
  const talks = dice.between(8, 20);
  const people = readers.length > 40 || /^(?:the|their|a|an|my|our) /iu.test(readers) ? 'intended readers' : readers;
  return [
    {
      action: clip(`Talk to ${talks} ${people} about ${subject}, and ask what they read and paid for last month.`, 400),
      effort: 'days',
      successMetric: `${Math.ceil(talks / 2)} of ${talks} describe the same gap without being led to it.`,
    },
    {
      action: clip(`Write two issues on ${subject} and send them by hand to everyone you talked to.`, 400),
      effort: 'days',
      successMetric: 'Half of them open the second issue, and three write back.',
    },
    {
      action: 'Put up one page with the promise, the publication day and a price.',
      effort: 'hours',
      successMetric: `${dice.between(3, 9)}% of its visitors sign up within two weeks.`,
    },
  ];
}
