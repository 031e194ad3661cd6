import type { Submission } from '../../contracts/findings';
import { ISSUE_WORDS } from '../../domain/findings-rules/depth';
import { dollarsOf, foreignPricesOf, percentOf } from '../web/computed-pages';
import { convertedPrice, figureOf, foreignIn } from './sample-evidence';
import type { Material } from './sample-parts';
import { clip, Dice, sentence } from './sample-words';

/** Which parts of depth a sample has, and how many of each; 0 leaves one out. */
export interface SampleDepth {
  signals: boolean;
  /** Cost of a reader: of no channel, of some, or of all. */
  costs: number;
  comparables: number;
  sponsors: number;
  points: number;
  /** Sections of the sample issue. */
  sections: number;
  names: number;
  changes: number;
}

/** Most of each part, as findings may have them. */
export const MOST_OF_DEPTH = {
  costs: 3,
  comparables: 5,
  sponsors: 8,
  points: 24,
  sections: 8,
  names: 5,
  changes: 5,
} as const satisfies Partial<Record<keyof SampleDepth, number>>;

/** Depth of a sample without a shape. */
export const FULL_DEPTH: SampleDepth = {
  signals: true,
  costs: 3,
  comparables: 3,
  sponsors: 3,
  points: 12,
  sections: 4,
  names: 3,
  changes: 2,
};

type Evidence = Submission['evidence'];

/**
 * A sample with the parts that its depth names, as far as its sources carry them: a figure stands in the source that it cites.
 * Scores and all other texts stay as they are.
 */
export function deepened(
  sample: Submission,
  depth: SampleDepth,
  { material, openedAt }: { material: Material; openedAt: Date },
): Submission {
  const { brief, subject, words } = material;
  // Of its own, so that no other text depends on the depth.
  const dice = new Dice({ ...brief, audience: `depth of ${brief.audience ?? ''}` });
  const own: Material = { brief, subject, words, dice };
  const { evidence, verdict } = sample;
  const compared = comparables(own, depth.comparables, { evidence, openedAt });
  const trend = trendOf(own, depth.points, evidence);
  return {
    ...sample,
    channels:
      depth.costs > 0
        ? sample.channels.map((channel, i) => withCost(channel, i, depth, own, evidence))
        : sample.channels,
    risks: depth.signals ? sample.risks.map((risk, i) => ({ ...risk, ...signalOf(own, i) })) : sample.risks,
    ...(compared.length > 0 && { comparables: compared }),
    ...(depth.sponsors > 0 && { sponsors: sponsors(own, depth.sponsors, { evidence, openedAt }) }),
    ...(trend && { trend }),
    ...(depth.sections > 1 && { sampleIssue: sampleIssue(own, depth.sections) }),
    ...(depth.names > 0 && { nameChecks: nameChecks(own, depth.names, openedAt) }),
    ...(depth.changes > 0 && { wouldChange: wouldChange(own, depth.changes, verdict.recommendation) }),
  };
}

const SIGNALS = [
  'Fewer than five notes for coming issues are left in the drawer on a Friday.',
  'One referrer brings more than seven of ten sign-ups in a week.',
  'A lawyer, a platform or a regulator writes for the first time.',
] as const;
const STOPS = [
  'The list of issues that are worth writing has fewer than twenty entries.',
  'A second channel has not brought a fifth of the readers.',
  'What may be published is still not answered in writing.',
] as const;

function signalOf({ dice }: Material, i: number): Pick<Submission['risks'][number], 'signal' | 'stop'> {
  const stop = { byDay: dice.between(1, 12) * 30, condition: STOPS[i % STOPS.length]! };
  return { signal: SIGNALS[i % SIGNALS.length]!, stop };
}

type Channel = Submission['channels'][number];

/** Cost of a reader of this channel; null where nobody says, sourced where a page does. */
function withCost(
  channel: Channel,
  i: number,
  { costs }: SampleDepth,
  { dice }: Material,
  evidence: Evidence,
): Channel {
  if (i >= costs) return { ...channel, costPerReader: null };
  const source = at(of(evidence, 'costs.example.com'), i);
  const cents = source ? costIn(source) : dice.between(0, 900);
  return {
    ...channel,
    costPerReader: {
      cents,
      basis: source ? 'sourced' : 'assumed',
      note: `Made up by the local stand-in for the channel in place ${i + 1}.`,
      evidenceIds: source ? [source.evidenceId] : [],
    },
  };
}

const of = (evidence: Evidence, host: string) =>
  evidence.filter(({ sourceUrl }) => new URL(sourceUrl).hostname === host);
const at = <T>(list: readonly T[], i: number): T | undefined => list[i % Math.max(list.length, 1)];

const costIn = (source: Evidence[number]) => dollarsOf(figureOf(source)) * 100;

/** Sources, and the day on which their prices are converted. */
interface Sources {
  evidence: Evidence;
  openedAt: Date;
}

function comparables({ dice, subject, words }: Material, count: number, { evidence, openedAt }: Sources) {
  const kits = of(evidence, 'kits.example.com');
  const counted = [...of(evidence, 'letters.example.com'), ...of(evidence, 'subscriptions.example.com')];
  const foreign = foreignIn(evidence).slice(0, 1);
  // Three that state all come first, as the highest price asks.
  const sources = [...kits.slice(0, 3), ...foreign, ...kits.slice(3), ...counted].slice(0, count);
  return sources.map((source, i): NonNullable<Submission['comparables']>[number] => {
    const evidenceIds = [source.evidenceId];
    const figure = figureOf(source);
    const isKit = kits.includes(source);
    const period = 'month' as const;
    const abroad = foreign.includes(source) ? convertedPrice(foreignPricesOf(figure).month, figure, openedAt) : null;
    return {
      name: clip(`${sentence(words[i % words.length]!)} Model ${i + 1} (invented)`, 120),
      url: dice.between(0, 2) === 0 ? null : `https://model-${dice.between(1, 60_000)}.example.com/`,
      likeness: clip(`Model ${i + 1} sells to one trade and writes for readers like those of ${subject}.`, 400),
      readers: { count: figure, evidenceIds },
      opens: isKit ? { perThousand: percentOf(figure) * 10, evidenceIds } : null,
      price: abroad
        ? { amount: abroad.cents, currency: 'usd', period, evidenceIds, ...abroad.worked }
        : isKit
          ? { amount: dollarsOf(figure) * 100, currency: 'usd', period, evidenceIds }
          : null,
    };
  });
}

function sponsors(
  { dice, subject }: Material,
  count: number,
  { evidence, openedAt }: Sources,
): NonNullable<Submission['sponsors']> {
  const rates = of(evidence, 'rates.example.com');
  const seen = rates.length > 0 ? rates : evidence;
  const priced = [...of(evidence, 'costs.example.com'), ...foreignIn(evidence)];
  return Array.from({ length: count }, (_, i) => ({
    name: `Sponsor ${i + 1} (invented)`,
    url: dice.between(0, 1) === 0 ? null : `https://sponsor-${dice.between(1, 60_000)}.example.com/`,
    advertises: clip(`Buys place ${i + 1} of a made-up letter to reach people who work with ${subject}.`, 400),
    evidenceIds: [at(seen, i)!.evidenceId],
    price: placePrice(i, { source: at(priced, i), openedAt, dice }),
  }));
}

/** Price of a place: that of a source, converted where it is foreign; else made up, or not known. */
function placePrice(
  i: number,
  { source, openedAt, dice }: { source: Evidence[number] | undefined; openedAt: Date; dice: Dice },
): NonNullable<Submission['sponsors']>[number]['price'] {
  if (!source) {
    return dice.between(0, 3) === 0
      ? null
      : {
          perThousandOpensCents: dice.between(10, 90) * 100,
          basis: 'assumed',
          note: `Made up by the local stand-in for sponsor ${i + 1}.`,
          evidenceIds: [],
        };
  }
  const figure = figureOf(source);
  const abroad =
    foreignIn([source]).length > 0 ? convertedPrice(foreignPricesOf(figure).place, figure, openedAt) : null;
  return {
    perThousandOpensCents: abroad ? abroad.cents : costIn(source),
    basis: 'sourced',
    note: `Quoted on the made-up page of sponsor ${i + 1}.`,
    evidenceIds: [source.evidenceId],
    ...abroad?.worked,
  };
}

function trendOf({ subject }: Material, count: number, evidence: Evidence): Submission['trend'] | null {
  const counts = of(evidence, 'search.example.org');
  if (count < 2 || counts.length === 0) return null;
  const points = Array.from({ length: count }, (_, i) => {
    const source = at(counts, i)!;
    const month = String((i % 12) + 1).padStart(2, '0');
    return {
      period: `${2024 + Math.floor(i / 12)}-${month}`,
      value: figureOf(source),
      evidenceIds: [source.evidenceId],
    };
  });
  return {
    counted: clip(`Searches that name ${subject}, made up by the sample web`, 200),
    unit: 'searches a month',
    points,
    reading: clip(`A made-up course says nothing of ${subject}; a real one would say whether interest lasts.`, 400),
  };
}

const SENTENCES = [
  'This paragraph is filler of a local stand-in, so that a whole issue can be laid out and read through.',
  'It names no person, no price and no place, because nothing was opened to write it.',
  'A real run would open with the case that one reader asked about last week.',
  'Then it would say what was tried, what it cost and what the reader should do on Monday.',
  'A table would follow here, with the three offers that were compared line by line.',
  'At the end stands the question to which readers reply, since replies make the next issue.',
];

function sampleIssue({ dice, subject }: Material, count: number): NonNullable<Submission['sampleIssue']> {
  const perSection = Math.ceil(ISSUE_WORDS / count / 12) + 1;
  return {
    issue: dice.between(1, 3),
    subject: clip(`What nobody tells you about ${subject}`, 120),
    preview: clip(`Three minutes on ${subject}, made up from end to end.`, 200),
    sections: Array.from({ length: count }, (_, section) => ({
      heading: clip(`Part ${section + 1} on ${subject}`, 120),
      body: Array.from(
        { length: perSection },
        (_each, i) =>
          `${SENTENCES[(section + i) % SENTENCES.length]!} So it stands in part ${section + 1}, line ${i + 1}.`,
      ).join(section % 2 === 0 ? '\n\n' : ' '),
      evidenceIds: section === 0 ? ['ev1'] : [],
    })),
  };
}

function nameChecks({ dice, words }: Material, count: number, openedAt: Date): NonNullable<Submission['nameChecks']> {
  const forms = ['Letter', 'Weekly', 'Notes', 'Report', 'Dispatch'];
  return Array.from({ length: count }, (_, i) => ({
    name: clip(`${sentence(words[i % words.length]!)} ${forms[i]!}`, 80),
    domain: `name-${dice.between(1, 60_000)}-${i + 1}.example.com`,
    use: dice.pick(['none_seen', 'in_use', 'unclear'] as const),
    site: dice.pick(['answers', 'no_answer', 'unclear'] as const),
    checkedAt: openedAt.toISOString(),
    note: `Nothing was looked for: name ${i + 1} and what is said of it are made up.`,
  }));
}

function wouldChange(
  { dice, subject }: Material,
  count: number,
  verdict: Submission['verdict']['recommendation'],
): NonNullable<Submission['wouldChange']> {
  const others = (['pursue', 'refine', 'avoid'] as const).filter((word) => word !== verdict);
  return Array.from({ length: count }, (_, i) => ({
    finding: clip(
      `In test ${i + 1} more than ${dice.between(2, 9)} of 10 readers of ${subject} pay before the first issue.`,
      400,
    ),
    recommendation: dice.pick(others),
    test: `Offer ${dice.between(5, 40)} people a year in advance, by test ${i + 1} of this sample.`,
  }));
}
