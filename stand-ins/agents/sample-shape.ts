import type { Submission } from '../../modules/findings/contract/findings';
import { filled } from '../base/data';
import { computedSource, statedBeside, wordsOf } from '../web/pages';
import type { Manner, Writing } from './manners';
import type { Topic } from './sample-topic';

type Source = Submission['evidence'][number];

const SURVEY = 'statistics.example.org';
const ABROAD = 'abroad.example.com';
/** Hosts of the sources that all texts cite, `ev1` to `ev6`. */
const FIRST = [
  SURVEY,
  'search.example.org',
  'letters.example.com',
  'rates.example.com',
  'kits.example.com',
  'forum.example.com',
];
const FURTHER = ['subscriptions.example.com', 'costs.example.com', ABROAD, ...FIRST];
/** Hosts whose pages are about a whole field, whatever the angle. */
const OF_FIELD = [SURVEY, 'forum.example.com'];
/** Places by which further sources of one host differ. */
const PLACES = [
  'rural areas',
  'large cities',
  'the suburbs',
  'small towns',
  'coastal regions',
  'the north',
  'the south',
  'border regions',
  'the mountains',
];

/** Number of sources unless a shape says another. */
export const FIRST_SOURCES = FIRST.length;
export const MOST_SOURCES = FIRST_SOURCES * (1 + PLACES.length);
/** Fewest people of a survey: more than three times the readers that any sample counts on. */
const SURVEYED = 60_000;

/** Figure of a source by its position and the seed of its sample, whose data were written for these figures. */
function figureAt(position: number, seed: number): number {
  return (((position * position * 37 + position * 211 + seed * 173) % 880) + 20) * 100;
}

/** Source by its position in the evidence, which decides its host and its place. */
export function sourceAt(position: number, seed: number, { subject, field }: Topic, openedAt: Date): Source {
  const further = position - FIRST_SOURCES;
  const host = FIRST[position] ?? FURTHER[further % FURTHER.length]!;
  const place = PLACES[Math.floor(further / FURTHER.length)];
  const topic = OF_FIELD.includes(host) ? field : subject;
  const about = place === undefined ? topic : `${topic} in ${place}`;
  const figure = figureAt(position, seed) + (host === SURVEY ? SURVEYED : 0);
  const { grade, claim } = wordsOf(host)!;
  const { sourceUrl, title, excerpt, publishedAt } = computedSource(host, about, figure);
  const beside = statedBeside(figure);
  // Every other price abroad is told in dollars.
  const isConverted = host === ABROAD && figure % 200 === 0;
  const cents = Math.round(beside.month * beside.rate * 100);
  const stated = isConverted ? `$${(cents / 100).toFixed(2)}` : `${beside.sign}${beside.month}`;
  const exchange = { currency: beside.currency, rate: beside.rate, day: openedAt.toISOString().slice(0, 10) };
  return {
    evidenceId: `ev${position + 1}`,
    claim: filled(claim!, { ...beside, about, stated }),
    ...(isConverted && { calculation: `${beside.month} * rate`, exchange }),
    sourceUrl,
    title,
    retrievedAt: openedAt.toISOString(),
    excerpt,
    grade: grade!,
    // The page's own day, unless the clock of this machine is behind it.
    publishedAt: publishedAt !== null && publishedAt <= openedAt.toISOString() ? publishedAt : null,
  };
}

/** Which parts of depth a sample has, and how many of each; 0 leaves one out. */
export interface SampleDepth {
  signals: boolean;
  /** Number of channels with the cost of a reader. */
  costs: number;
  comparables: number;
  sponsors: number;
  points: number;
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

/** Depth of a sample unless it is drawn. */
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

export const MOST_COMPETITORS = 12;

/** Numbers in which samples differ (`variety.ts` draws them). */
export interface SampleShape {
  /** At least one: scores that are no inference cite something. */
  sources: number;
  competitors: number;
  /** Number of the last sources whose excerpts are on no page. */
  misquoted?: number;
  /** Parts of depth; {@link FULL_DEPTH} by default. */
  depth?: SampleDepth;
  /** How the agent works, unless as it is asked. */
  manner?: Manner;
  /** How it is written, unless in plain English. */
  writing?: Writing;
  /** True if the first submission is made twice in one turn. */
  twice?: true;
  /** Names the sites that it cites and nobody else does; without it all agents cite the same. */
  site?: string;
  /** True if the agent corrects by changes, not by the whole document. */
  patches?: true;
  /** True if the agent ends its turn and submits nothing. */
  idle?: true;
}

/** Shape of a sample that no session drew. */
export const USUAL_SHAPE = { sources: FIRST_SOURCES, competitors: 3, depth: FULL_DEPTH } satisfies SampleShape;

/** A whole sample with only the parts that a depth names. `assumedCosts`: notes for costs that no source states. */
export function reduced(whole: Submission, depth: SampleDepth, assumedCosts: string[]): Submission {
  const { comparables, sponsors, trend, sampleIssue, nameChecks, wouldChange, ...rest } = whole;
  const cited = new Set(whole.evidence.map(({ evidenceId }) => evidenceId));
  const isThere = (part: { evidenceIds: string[] } | null) => part?.evidenceIds.every((id) => cited.has(id)) ?? true;
  const compared = comparables!.filter(({ readers }) => isThere(readers)).slice(0, depth.comparables);
  return {
    ...rest,
    channels: rest.channels.map(({ costPerReader, ...channel }, i) => {
      if (depth.costs === 0) return channel;
      if (i >= depth.costs) return { ...channel, costPerReader: null };
      const assumed = { ...costPerReader!, basis: 'assumed' as const, note: assumedCosts[i]!, evidenceIds: [] };
      return { ...channel, costPerReader: isThere(costPerReader!) ? costPerReader! : assumed };
    }),
    risks: rest.risks.map(({ signal, stop, ...risk }) => ({
      ...risk,
      ...(depth.signals && { signal, stop }),
    })) as Submission['risks'],
    ...(compared.length > 0 && { comparables: compared }),
    ...(depth.sponsors > 0 && {
      sponsors: sponsors!
        .slice(0, depth.sponsors)
        .map((sponsor) => ({ ...sponsor, price: isThere(sponsor.price) ? sponsor.price : null })),
    }),
    ...(depth.points > 1 &&
      isThere(trend!.points[0]!) && { trend: { ...trend!, points: trend!.points.slice(0, depth.points) } }),
    ...(depth.sections > 1 && {
      sampleIssue: { ...sampleIssue!, sections: joined(sampleIssue!.sections, depth.sections) },
    }),
    ...(depth.names > 0 && { nameChecks: nameChecks!.slice(0, depth.names) }),
    ...(depth.changes > 0 && { wouldChange: wouldChange!.slice(0, depth.changes) }),
  };
}

type Sections = NonNullable<Submission['sampleIssue']>['sections'];

function joined(sections: Sections, count: number): Sections {
  const startOf = (place: number) => Math.floor((place * sections.length) / count);
  return Array.from({ length: count }, (_, i) => {
    const own = sections.slice(startOf(i), startOf(i + 1));
    return { ...own[0]!, body: own.map(({ body }) => body).join('\n\n') };
  });
}
