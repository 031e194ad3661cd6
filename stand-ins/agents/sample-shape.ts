import type { Submission } from '../../modules/findings/contract/findings';
import { filled } from '../base/data';
import { computedSource, statedBeside, wordsOf } from '../web/pages';
import type { Misbehavior, Writing } from './misbehaviors';
import type { Topic } from './sample-topic';

type Source = Submission['evidence'][number];

const SURVEY = 'statistics.example.org';
const ABROAD = 'abroad.example.com';
/** Hosts of the first sources, `ev1` to `ev6`. */
const FIRST = [
  SURVEY,
  'search.example.org',
  'letters.example.com',
  'rates.example.com',
  'kits.example.com',
  'forum.example.com',
];
const FURTHER = ['subscriptions.example.com', 'costs.example.com', ABROAD, ...FIRST];
/** Hosts whose pages cover the whole field, not only the subject of the idea. */
const OF_FIELD = [SURVEY, 'forum.example.com'];
/** Places that distinguish the additional sources on a host. */
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

export const FIRST_SOURCES = FIRST.length;
export const MOST_SOURCES = FIRST_SOURCES * (1 + PLACES.length);
/** Smallest survey size: more than three times the number of readers in any sample. */
const SURVEYED = 60_000;

/** A source's figure, computed from its position and the sample's seed. The samples were written for these figures. */
function figureAt(position: number, seed: number): number {
  return (((position * position * 37 + position * 211 + seed * 173) % 880) + 20) * 100;
}

/** Builds the source at a position in the evidence. The position determines the source's host and place. */
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
  // Converts every other foreign price to dollars.
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
    // The page's own date, unless that date is after the page was opened.
    publishedAt: publishedAt !== null && publishedAt <= openedAt.toISOString() ? publishedAt : null,
  };
}

/** Optional parts of a sample and their counts; 0 omits a part. */
export interface SampleDepth {
  signals: boolean;
  /** Number of channels with a cost per reader. */
  costs: number;
  comparables: number;
  sponsors: number;
  points: number;
  sections: number;
  names: number;
  changes: number;
}

export const MOST_OF_DEPTH = {
  costs: 3,
  comparables: 5,
  sponsors: 8,
  points: 12,
  sections: 8,
  names: 5,
  changes: 5,
} as const satisfies Partial<Record<keyof SampleDepth, number>>;

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

/** Properties that vary between samples (drawn by `variety.ts`). */
export interface SampleShape {
  /** At least one source, because scores that are not inferences must cite evidence. */
  sources: number;
  competitors: number;
  /** Number of sources with fabricated excerpts, counted from the last one. */
  misquoted?: number;
  /** {@link FULL_DEPTH} by default. */
  depth?: SampleDepth;
  /** Misbehavior of the agent. */
  misbehavior?: Misbehavior;
  /** Writing style; plain English by default. */
  writing?: Writing;
  /** True if the agent submits twice in its first turn. */
  twice?: true;
  /** Name of the agent's own sites. Agents without one cite the shared sites. */
  site?: string;
  /** True if the agent sends corrections as changes instead of the whole document. */
  patches?: true;
  /** True if the agent ends its turn without submitting. */
  idle?: true;
}

/** Shape of samples that do not belong to a session. */
export const USUAL_SHAPE = { sources: FIRST_SOURCES, competitors: 3, depth: FULL_DEPTH } satisfies SampleShape;

/** Reduces a sample to the given depth. `assumedCosts` are notes for costs without a source. */
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
