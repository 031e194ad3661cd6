import type { Submission } from '../../contracts/findings';
import { computedSource, foreignPricesOf } from '../web/computed-pages';
import type { Material } from './sample-parts';
import { LABEL } from './sample-words';

/** Sources that the texts of a sample cite, `ev1` to `ev6`. */
const SOURCES = [
  ['statistics.example.org', 'primary', 'How many people work with', 'was counted at roughly'],
  ['search.example.org', 'trade', 'Search interest in', 'was seen every month at about'],
  ['letters.example.com', 'reported', 'Publications about', 'were listed with a top circulation of'],
  ['rates.example.com', 'claim', 'Sponsorship prices near', 'were quoted for audiences of'],
  ['subscriptions.example.com', 'trade', 'Paid letters close to', 'were reported with paying readers of'],
  ['forum.example.com', 'claim', 'Where people discuss', 'were found with members of'],
] as const;

/** Host of sources that state prices in another currency. */
const ABROAD = 'abroad.example.com';

/** Sources beyond the first: these again, of other places, and three that have prices. */
const FURTHER = [
  ['kits.example.com', 'claim', 'Media kits about', 'were found with readers of'],
  ['costs.example.com', 'trade', 'Prices of reaching', 'were taken from campaigns of'],
  [ABROAD, 'claim', 'Prices abroad of letters about', 'cost abroad'],
  ...SOURCES,
] as const;

/** Places by which further sources of the same hosts differ: in address, title, claim and excerpt. */
const PLACES = [
  'the north',
  'the south',
  'the east',
  'the west',
  'the capital',
  'small towns',
  'the mountains',
  'the islands',
  'old harbours',
] as const;

/** Number of sources without a shape. */
export const FIRST_SOURCES = SOURCES.length;

/** Most sources of a sample. */
export const MOST_SOURCES = SOURCES.length * (1 + PLACES.length);

/** First sources of a sample, one of each host. */
export function firstSources(material: Material, openedAt: Date): Submission['evidence'] {
  return SOURCES.map((_, i) => sourceAt(i, material, openedAt));
}

/** Source by its position in the evidence, which decides its host and its place; the rest is drawn. */
export function sourceAt(
  position: number,
  { dice, subject }: Material,
  openedAt: Date,
): Submission['evidence'][number] {
  const further = position - SOURCES.length;
  const [host, grade, title, figure] = SOURCES[position] ?? FURTHER[further % FURTHER.length]!;
  const place = PLACES[Math.floor(further / FURTHER.length)];
  const about = place === undefined ? subject : `${subject} in ${place}`;
  const count = dice.between(4, 900) * 100;
  const { sourceUrl, excerpt, publishedAt } = computedSource(host, about, count);
  const { sign, month } = foreignPricesOf(count);
  // Every other one is told in dollars.
  const converted = host === ABROAD && count % 200 === 0 ? convertedPrice(month, count, openedAt) : null;
  const price = converted ? `$${(converted.cents / 100).toFixed(2)}` : `${sign}${month}`;
  const said = host === ABROAD ? `${price} a month` : count.toLocaleString('en-US');
  return {
    evidenceId: `ev${position + 1}`,
    claim: `${LABEL} “${about}” ${figure} ${said}. The figure is made up.`,
    ...converted?.worked,
    sourceUrl,
    title: `${LABEL} ${title} ${about}`,
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
