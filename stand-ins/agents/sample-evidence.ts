import type { Submission } from '../../contracts/findings';
import type { EvidenceGrade } from '../../contracts/findings-parts';
import { computedSource, foreignPricesOf, placeOf, priceOf, signUpOf } from '../web/computed-pages';
import type { Material } from './sample-parts';

/** What a sample claims of a source, from its subject and its figure as the page has it. */
type Claim = (about: string, figure: number, said: string) => string;
type Kind = readonly [host: string, grade: EvidenceGrade, claim: Claim];

/** Host of the survey that counts the audience. */
const SURVEY = 'statistics.example.org';

/** Sources that the texts of a sample cite, `ev1` to `ev6`. */
const SOURCES: readonly Kind[] = [
  [SURVEY, 'primary', (about, _, said) => `At one firm in four, ${said} people work with ${about}.`],
  ['search.example.org', 'trade', (about, _, said) => `By December 2025, ${about} drew ${said} searches a month.`],
  [
    'letters.example.com',
    'reported',
    (about, _, said) => `The leading newsletter on ${about} has ${said} subscribers.`,
  ],
  [
    'rates.example.com',
    'claim',
    (about, figure) => `To reach people interested in ${about}, sponsors pay $${placeOf(figure)} per 1,000 opens.`,
  ],
  [
    'kits.example.com',
    'claim',
    (about, figure, said) =>
      `A comparable newsletter on ${about} states ${said} readers and a price of $${priceOf(figure)} a month.`,
  ],
  ['forum.example.com', 'claim', (about, _, said) => `One forum on ${about} counts ${said} members.`],
];

/** Hosts whose pages speak of a whole field, whatever the angle. */
const OF_FIELD: ReadonlySet<string> = new Set([SURVEY, 'forum.example.com']);

/** Host of sources that state prices in another currency. */
const ABROAD = 'abroad.example.com';

/** Sources beyond the first: three that have prices, and the first again, of other places. */
const FURTHER: readonly Kind[] = [
  [
    'subscriptions.example.com',
    'trade',
    (about, _, said) => `Together, the paid newsletters on ${about} have ${said} paying readers.`,
  ],
  [
    'costs.example.com',
    'trade',
    (about, figure) => `A sign-up for a newsletter on ${about} costs $${signUpOf(figure)} at the median.`,
  ],
  [ABROAD, 'claim', (about, _, said) => `Abroad, a newsletter on ${about} costs ${said} a month.`],
  ...SOURCES,
];

/** Places by which further sources of the same hosts differ: in address, title, claim and excerpt. */
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
] as const;

/** Number of sources without a shape. */
export const FIRST_SOURCES = SOURCES.length;

/** Most sources of a sample. */
export const MOST_SOURCES = SOURCES.length * (1 + PLACES.length);

/** First sources of a sample, one of each host. */
export function firstSources(material: Material, openedAt: Date): Submission['evidence'] {
  return SOURCES.map((_, i) => sourceAt(i, material, openedAt));
}

/** Fewest people of a survey: more than three times the readers of any sample, a fourth of a fourth of them. */
const SURVEYED = 60_000;

/** Source by its position in the evidence, which decides its host and its place; the rest is drawn. */
export function sourceAt(
  position: number,
  { dice, subject, field }: Material,
  openedAt: Date,
): Submission['evidence'][number] {
  const further = position - SOURCES.length;
  const [host, grade, claimOf] = SOURCES[position] ?? FURTHER[further % FURTHER.length]!;
  const place = PLACES[Math.floor(further / FURTHER.length)];
  const topic = OF_FIELD.has(host) ? field : subject;
  const about = place === undefined ? topic : `${topic} in ${place}`;
  const count = dice.between(4, 900) * 100 + (host === SURVEY ? SURVEYED : 0);
  const { sourceUrl, title, excerpt, publishedAt } = computedSource(host, about, count);
  const { sign, month } = foreignPricesOf(count);
  // Every other one is told in dollars.
  const converted = host === ABROAD && count % 200 === 0 ? convertedPrice(month, count, openedAt) : null;
  const price = converted ? `$${(converted.cents / 100).toFixed(2)}` : `${sign}${month}`;
  const said = host === ABROAD ? price : count.toLocaleString('en-US');
  return {
    evidenceId: `ev${position + 1}`,
    claim: claimOf(about, count, said),
    ...converted?.worked,
    sourceUrl,
    title,
    retrievedAt: openedAt.toISOString(),
    excerpt,
    grade,
    // The page's own, where the clock of this machine has come to it.
    publishedAt: publishedAt !== null && publishedAt <= openedAt.toISOString() ? publishedAt : null,
  };
}

/** Sources of a sample that state prices in another currency. */
export function foreignIn(evidence: Submission['evidence']): Submission['evidence'] {
  return evidence.filter(({ sourceUrl }) => new URL(sourceUrl).hostname === ABROAD);
}

/** An amount of a source abroad in US cents, with how it was converted on a day. */
export function convertedPrice(amount: number, figure: number, day: Date) {
  const { currency, rate } = foreignPricesOf(figure);
  const exchange = { currency, rate, day: day.toISOString().slice(0, 10) };
  return { cents: Math.round(amount * rate * 100), worked: { calculation: `${amount} * rate`, exchange } };
}

/** Figure of a source, which its address carries. */
export function figureOf({ sourceUrl }: Submission['evidence'][number]): number {
  return Number(new URL(sourceUrl).pathname.split('/').at(-1));
}
