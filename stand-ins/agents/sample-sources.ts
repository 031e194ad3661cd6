import type { Submission } from '../../contracts/findings';
import { filled } from '../base/data';
import { computedSource, statedBeside, wordsOf } from '../web/computed-pages';
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
/** Most sources of a sample. */
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

const PRICE = /\S+ a month/;

/** A source whose claim has the price as its excerpt states it, for agents that know no calculations. */
export function unconverted({ calculation, exchange: _exchange, ...source }: Source): Source {
  if (calculation === undefined) return source;
  const [price] = PRICE.exec(source.excerpt)!;
  return { ...source, claim: source.claim.replace(PRICE, () => price) };
}
