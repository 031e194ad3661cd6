import type { Submission } from '../../contracts/findings';
import type { ResearchBrief } from '../../contracts/agent-briefs';
import type { EconomicsCase, SubmittedEconomics } from '../../contracts/unit-economics';
import { computeCases } from '../../domain/economics';
import { clip, Dice, sentence } from './sample-words';

/** Input for the parts of a sample submission. */
export interface Material {
  brief: ResearchBrief;
  /** Subject of the idea in two or three of its own words. */
  subject: string;
  words: string[];
  dice: Dice;
}

/** Groups of readers; the brief's own audience, if any, comes first. */
export function segments({ dice, subject, brief }: Material): Submission['audienceSegments'] {
  const groups: [string, string][] = [
    [`Practitioners of ${subject}`, 'They meet the subject at work every week and read to make fewer mistakes.'],
    [`Owners of small firms around ${subject}`, 'They decide alone and pay for what saves them an hour.'],
    [`People moving into ${subject}`, 'They want a map of the field and the vocabulary of its insiders.'],
    [`Suppliers to ${subject}`, 'They read to understand their buyers, and some of them advertise.'],
    [`Serious amateurs of ${subject}`, 'They read for pleasure, reply often and tell others.'],
    [`Analysts and journalists who cover ${subject}`, 'They need reliable numbers early and name their source.'],
  ];
  const first = dice.between(0, groups.length - 1);
  const chosen = [0, 1, 2].slice(0, dice.between(2, 3)).map((step) => groups[(first + step) % groups.length]!);
  if (brief.audience?.trim()) chosen.unshift([brief.audience, 'The audience that the brief names itself.']);
  return chosen.map(([name, description], i) => ({
    name: clip(sentence(name), 120),
    description,
    size: i === 0 ? `about ${(dice.between(5, 400) * 100).toLocaleString('en-US')} people (made up)` : null,
    evidenceIds: i === 0 ? ['ev1'] : [],
  }));
}

/** Rival publications; their names say that they do not exist. */
export function competitors({ dice, words, subject, brief }: Material): Submission['competitors'] {
  const forms = ['Weekly', 'Brief', 'Letter', 'Dispatch', 'Notes', 'Report'];
  const gaps = ['no prices and no numbers', 'nothing for beginners', 'no view beyond one country', 'no regular rhythm'];
  return words.slice(0, dice.between(1, 3)).map((word, i) => ({
    ...rivalNamed(clip(`${sentence(word)} ${dice.pick(forms)} (invented)`, 120), brief),
    positioning: clip(`An invented publication on ${word} that covers ${subject} for a general reader.`, 600),
    strength: clip(`A clear promise and a regular day of publication for ${word}.`, 400),
    gap: clip(`On ${word} it has ${dice.pick(gaps)}.`, 400),
    evidenceIds: ['ev3'],
    price:
      i === 0
        ? { amount: 0, currency: 'usd', period: 'month' }
        : { amount: dice.between(3, 40) * 100, currency: 'usd', period: 'month' },
    frequency: dice.pick(['weekly', 'fortnightly', 'monthly', 'stopped'] as const),
    size: i === 2 ? null : { readers: dice.between(4, 300) * 100, basis: 'stated' },
    lastIssue: null,
  }));
}

/** A rival with an address of its own, since ideas that share their rivals may count as one. */
export function rivalNamed(
  name: string,
  { idea }: ResearchBrief,
): Pick<Submission['competitors'][number], 'name' | 'url'> {
  const number = new Dice({ idea, audience: name, geography: null }).between(1, 60_000);
  return { name, url: `https://rival-${number}.example.com/` };
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
        `${low.readers.toLocaleString('en-US')} to ${high.readers.toLocaleString('en-US')} readers after twelve months (made up)`,
        `${payingPerThousand.cautious / 10}% to ${payingPerThousand.optimistic / 10}% of them pay $${priceCents.likely / 100} a month (made up)`,
      ],
    },
    {
      model: 'Sponsorship of single issues',
      low: low.incomeCents - low.payingReaders * priceCents.cautious,
      high: high.incomeCents - high.payingReaders * priceCents.optimistic,
      currency: 'usd',
      assumptions: [`${fillPercent.cautious}% to ${fillPercent.optimistic}% of the places are sold (made up)`],
    },
  ];
}

const monthOf = ({ months }: EconomicsCase) => months.at(-1)!;

/** Acquisition channels. */
export function channels({ dice, subject }: Material): Submission['channels'] {
  const all: Submission['channels'] = [
    {
      name: 'Forums and groups',
      approach: `Answer questions on ${subject} and link one useful issue.`,
      cost: 'low',
      evidenceIds: ['ev6'],
    },
    {
      name: 'Recommendations by neighbouring letters',
      approach: 'Trade recommendations with letters of the same size.',
      cost: 'low',
      evidenceIds: ['ev3'],
    },
    {
      name: 'Search',
      approach: `Publish a lasting page for each recurring question on ${subject}.`,
      cost: 'medium',
      evidenceIds: ['ev2'],
    },
    {
      name: 'Talks and meetings',
      approach: `Speak where people who work on ${subject} meet, with a sign-up card.`,
      cost: 'medium',
      evidenceIds: [],
    },
    {
      name: 'Paid placements',
      approach: 'Buy one small placement and measure the cost of a reader who stays.',
      cost: 'high',
      evidenceIds: ['ev4'],
    },
  ];
  const first = dice.between(0, all.length - 1);
  return [0, 1, 2].map((step) => all[(first + step) % all.length]!);
}

/** Levels by their weight, from 1. */
const RANKS = [null, 'low', 'medium', 'high'] as const;

/** Risks, each with a mitigation for this month. */
export function risks({ dice, subject }: Material): Submission['risks'] {
  const level = () => dice.pick(['low', 'medium', 'high'] as const);
  const levels = () => {
    const [likelihood, impact] = [level(), level()];
    const product = RANKS.indexOf(likelihood) * RANKS.indexOf(impact);
    return {
      severity: product >= 6 ? ('high' as const) : product >= 3 ? ('medium' as const) : ('low' as const),
      likelihood,
      impact,
    };
  };
  return [
    {
      title: clip(`The flow of material on ${subject} dries up`, 160),
      ...levels(),
      mitigation: 'List fifty issues before the first one and stop if the list ends at twenty.',
    },
    {
      title: 'One platform brings most of the readers',
      ...levels(),
      mitigation: 'Own the list of addresses from the first day and keep a second channel alive.',
    },
    {
      title: 'Rules of the trade are touched',
      ...levels(),
      mitigation: 'Ask a professional once, in writing, what may be published and how it must be labelled.',
    },
  ];
}

/** Next steps, cheapest first. */
export function nextSteps({ dice, subject }: Material): Submission['nextSteps'] {
  const talks = dice.between(8, 20);
  return [
    {
      action: clip(`Talk to ${talks} people who deal with ${subject} and ask what they read last week.`, 400),
      effort: 'days',
      successMetric: `${Math.ceil(talks / 2)} of ${talks} name a gap without being led to it.`,
    },
    {
      action: 'Write two issues and send them by hand to everyone who was asked.',
      effort: 'days',
      successMetric: 'Half of them open the second one, and three reply.',
    },
    {
      action: 'Put up one page with the promise, the day of publication and a price.',
      effort: 'hours',
      successMetric: `${dice.between(3, 9)}% of its visitors sign up within two weeks.`,
    },
  ];
}
