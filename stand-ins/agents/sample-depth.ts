import type { Submission } from '../../contracts/findings';
import { foreignPricesOf, monthsOf, percentOf, placeOf, priceOf, signUpOf } from '../web/computed-pages';
import { ADVERTISES, CHANGES, COST_NOTES, LIKENESSES, NAMES, RATE_NOTES, SOURCED_NOTES } from './sample-depth-texts';
import { convertedPrice, figureOf, foreignIn } from './sample-evidence';
import { sampleIssue } from './sample-issue';
import { inventedCompany, inventedLetter, slug } from './sample-names';
import { MOST_COMPETITORS, ownDice, rotated, type Material } from './sample-parts';
import { riskSignals } from './sample-risks';
import { clip, keywords, sentence } from './sample-words';

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

/** Most of each part of a sample. */
export const MOST_OF_DEPTH = {
  costs: 3,
  comparables: 5,
  sponsors: 8,
  points: 12,
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

/** Sources, and the day on which their prices are converted. */
interface Sources {
  evidence: Evidence;
  openedAt: Date;
}

/**
 * A sample with the parts that its depth names, as far as its sources carry them: a figure stands in the source that it cites.
 * Scores and all other texts stay as they are.
 */
export function deepened(
  sample: Submission,
  depth: SampleDepth,
  { material, openedAt }: { material: Material; openedAt: Date },
): Submission {
  const { evidence, verdict } = sample;
  const sources = { evidence, openedAt };
  const compared = comparables(material, depth.comparables, sources);
  const trend = trendOf(material, depth.points, evidence);
  const signals = riskSignals(material);
  return {
    ...sample,
    channels: depth.costs > 0 ? withCosts(sample.channels, depth.costs, material, evidence) : sample.channels,
    risks: depth.signals ? sample.risks.map((risk, i) => ({ ...risk, ...signals[i] })) : sample.risks,
    ...(compared.length > 0 && { comparables: compared }),
    ...(depth.sponsors > 0 && { sponsors: sponsors(material, depth.sponsors, sources) }),
    ...(trend && { trend }),
    ...(depth.sections > 1 && { sampleIssue: sampleIssue(material, depth.sections) }),
    ...(depth.names > 0 && { nameChecks: nameChecks(material, depth.names, openedAt) }),
    ...(depth.changes > 0 && { wouldChange: wouldChange(material, depth.changes, verdict.recommendation) }),
  };
}

type Channels = Submission['channels'];

/** Cost of a reader by the first channels: sourced where a page says it; null for the rest. */
function withCosts(channels: Channels, count: number, material: Material, evidence: Evidence): Channels {
  const dice = ownDice(material, 'costs');
  const pages = of(evidence, 'costs.example.com');
  return channels.map((channel, i) => {
    if (i >= count) return { ...channel, costPerReader: null };
    const source = pages[i];
    const note = COST_NOTES[i % COST_NOTES.length]!;
    const costPerReader = source
      ? {
          cents: signUpOf(figureOf(source)) * 100,
          basis: 'sourced' as const,
          note: SOURCED_NOTES[i % SOURCED_NOTES.length]!,
          evidenceIds: [source.evidenceId],
        }
      : { cents: dice.between(4, 30) * 10, basis: 'assumed' as const, note, evidenceIds: [] };
    return { ...channel, costPerReader };
  });
}

const of = (evidence: Evidence, host: string) =>
  evidence.filter(({ sourceUrl }) => new URL(sourceUrl).hostname === host);

function comparables(material: Material, count: number, { evidence, openedAt }: Sources) {
  const kits = of(evidence, 'kits.example.com');
  const counted = [...of(evidence, 'letters.example.com'), ...of(evidence, 'subscriptions.example.com')];
  const foreign = foreignIn(evidence).slice(0, 1);
  // Three that state all come first, as the highest price asks.
  const sources = [...kits.slice(0, 3), ...foreign, ...kits.slice(3), ...counted].slice(0, count);
  const likenesses = rotated(LIKENESSES, sources.length, ownDice(material, 'comparables'));
  return sources.map((source, i): NonNullable<Submission['comparables']>[number] => {
    const evidenceIds = [source.evidenceId];
    const figure = figureOf(source);
    const isKit = kits.includes(source);
    const period = 'month' as const;
    const abroad = foreign.includes(source) ? convertedPrice(foreignPricesOf(figure).month, figure, openedAt) : null;
    return {
      ...inventedLetter(material.brief.idea, MOST_COMPETITORS + i),
      likeness: clip(likenesses[i]!(material.subject), 400),
      readers: { count: figure, evidenceIds },
      opens: isKit ? { perThousand: percentOf(figure) * 10, evidenceIds } : null,
      price: abroad
        ? { amount: abroad.cents, currency: 'usd', period, evidenceIds, ...abroad.worked }
        : isKit
          ? { amount: priceOf(figure) * 100, currency: 'usd', period, evidenceIds }
          : null,
    };
  });
}

function sponsors(
  material: Material,
  count: number,
  { evidence, openedAt }: Sources,
): NonNullable<Submission['sponsors']> {
  const rates = of(evidence, 'rates.example.com');
  const seen = rates.length > 0 ? rates : evidence;
  const priced = [...rates.slice(0, 1), ...foreignIn(evidence), ...rates.slice(1)];
  return rotated(ADVERTISES, count, ownDice(material, 'sponsors')).map((advertises, i) => ({
    ...inventedCompany(material.brief.idea, i),
    advertises: clip(advertises(material.subject), 400),
    evidenceIds: [seen[i % seen.length]!.evidenceId],
    price: priced[i] ? slotPrice(priced[i], RATE_NOTES[i % RATE_NOTES.length]!, openedAt) : null,
  }));
}

/** Price of a sponsor's slot as a source has it, converted where it is foreign. */
function slotPrice(
  source: Evidence[number],
  note: string,
  openedAt: Date,
): NonNullable<Submission['sponsors']>[number]['price'] {
  const figure = figureOf(source);
  const abroad =
    foreignIn([source]).length > 0 ? convertedPrice(foreignPricesOf(figure).place, figure, openedAt) : null;
  return {
    perThousandOpensCents: abroad ? abroad.cents : placeOf(figure) * 100,
    basis: 'sourced',
    note,
    evidenceIds: [source.evidenceId],
    ...abroad?.worked,
  };
}

function trendOf({ subject }: Material, count: number, evidence: Evidence): Submission['trend'] | null {
  const [source] = of(evidence, 'search.example.org');
  if (count < 2 || !source) return null;
  const months = monthsOf(figureOf(source));
  return {
    counted: clip(`Searches for ${subject}, counted by one search engine`, 200),
    unit: 'searches a month',
    points: months.slice(0, count).map((value, i) => ({
      period: `2025-${String(i + 1).padStart(2, '0')}`,
      value,
      evidenceIds: [source.evidenceId],
    })),
    reading: clip(
      `Over the year, interest in ${subject} climbs toward winter. A launch in late summer would meet the rising half.`,
      400,
    ),
  };
}

function nameChecks(material: Material, count: number, openedAt: Date): NonNullable<Submission['nameChecks']> {
  const word = nameable(material);
  return rotated(NAMES, count, ownDice(material, 'names')).map(({ name: named, ...seen }) => {
    const name = clip(named(word), 80);
    return { name, domain: `${slug(name)}.example`, ...seen, checkedAt: openedAt.toISOString() };
  });
}

/** Longest subject that a name can be made of. */
const NAMEABLE = 24;

/** Words that name no subject. */
const GENERIC = new Set(['running', 'owners', 'companies', 'firms', 'work', 'business', 'prices', 'cases', 'rules']);

/** The field as a part of a name, or its first telling word where it is long. */
function nameable({ field }: Material): string {
  const words = keywords(field, 6);
  const word = words.find((each) => !GENERIC.has(each)) ?? words[0]!;
  const part = field.length <= NAMEABLE && /^\p{L}/u.test(field) ? field : clip(word, NAMEABLE);
  return part.split(' ').map(sentence).join(' ');
}

function wouldChange(
  material: Material,
  count: number,
  verdict: Submission['verdict']['recommendation'],
): NonNullable<Submission['wouldChange']> {
  const readers = /^(?:the|their|a|an|my|our) /iu.test(material.readers) ? 'intended readers' : material.readers;
  const others = (['pursue', 'refine', 'avoid'] as const).filter((word) => word !== verdict);
  const all = [0, 1, 2].flatMap((place) =>
    others.map((recommendation) => ({ recommendation, change: CHANGES[recommendation][place]! })),
  );
  return all.slice(0, count).map(({ recommendation, change: [finding, test] }) => ({
    finding: clip(finding(readers), 400),
    recommendation,
    test,
  }));
}
