import type { EvidenceGrade } from '../../contracts/findings-parts';
import { readFolder, filled, readData, withTexts } from '../base/data';

/** Page of the sample web. */
export interface SamplePage {
  url: string;
  title: string;
  /** `YYYY-MM-DD`; null if the page does not say. Declared as `"40 days ago"` where it must not age. */
  publishedAt: string | null;
  format: 'html' | 'text' | 'pdf';
  /** Paragraphs. */
  text: string[];
}

type Declared = Omit<SamplePage, 'format'> & { format?: SamplePage['format'] };

let declared: Map<string, Declared> | null = null;

/** Page at an address of the sample web, declared in a file or computed; null if there is none. */
export function findPage(address: string): SamplePage | null {
  const url = new URL(address);
  url.hash = '';
  const asked = url.href;
  url.hostname = sharedHost(url.hostname);
  const computed = computedPage(url);
  if (computed) return { ...computed, url: asked, format: 'html' };
  declared ??= new Map(readFolder<Declared[]>('web/pages').flatMap((pages) => pages.map((page) => [page.url, page])));
  const page = declared.get(url.href);
  return page ? (withDates({ format: 'html', ...page }, new Date()) as SamplePage) : null;
}

/** Source that a sample cites, and the page that it is on. */
export interface ComputedSource {
  sourceUrl: string;
  title: string;
  /** Found word for word on the page. */
  excerpt: string;
  /** `YYYY-MM-DD`; null if the page states none. */
  publishedAt: string | null;
}

/** Page of a computed source. */
export interface ComputedPage extends ComputedSource {
  text: string[];
}

/** Words of the pages of a host; pages that no honest sample cites have neither grade nor claim. */
interface Words {
  grade?: EvidenceGrade;
  title: string;
  sentence: string;
  claim?: string;
  published: string | null;
}

/** Words of the computed pages, by host. */
export const wordsOf = (host: string): Words | undefined =>
  readData<Record<string, Words>>('web/page-words.json')[host];

/** Share of each month of a year in the searches of its last. */
const MONTHS = [0.71, 0.69, 0.74, 0.78, 0.77, 0.82, 0.8, 0.84, 0.91, 0.94, 0.97, 1];
const FOREIGN = [
  { currency: 'eur', sign: '€', rate: 1.16 },
  { currency: 'gbp', sign: '£', rate: 1.33 },
  { currency: 'chf', sign: 'CHF ', rate: 1.25 },
] as const;

/** Numbers that a page states beside its figure, such as a price. `rate`: US dollars for one unit of `currency`. */
export function statedBeside(figure: number) {
  return {
    ...FOREIGN[figure % FOREIGN.length]!,
    price: 4 + (figure % 17),
    month: 3 + (figure % 17),
    signUp: 1 + (figure % 7),
    place: 20 + (figure % 61),
    percent: 20 + (figure % 41),
    figure: figure.toLocaleString('en-US'),
    months: MONTHS.map((share) => (Math.round((figure * share) / 10) * 10).toLocaleString('en-US')).join('; '),
  };
}

/** Source on one of the hosts about a subject and a figure, which its address carries. */
export function computedSource(host: string, about: string, figure: number): ComputedSource {
  const { text: _text, ...source } = pageOf(host, about, figure);
  return source;
}

const PATH = /^\/sample\/([^/]+)\/(\d{1,9})$/u;

/** Page at an address of {@link computedSource}, computed from it alone; null for any other. */
export function computedPage(url: URL): ComputedPage | null {
  const [, about, figure] = PATH.exec(url.pathname) ?? [];
  if (!wordsOf(url.hostname) || about === undefined) return null;
  try {
    return pageOf(url.hostname, decodeURIComponent(about).replaceAll('_', ' '), Number(figure));
  } catch {
    return null;
  }
}

function pageOf(host: string, about: string, figure: number): ComputedPage {
  const said = wordsOf(host);
  if (!said) throw new Error(`No sample source has the host ${host}`);
  const values = { ...statedBeside(figure), about };
  const excerpt = filled(said.sentence, values);
  return {
    sourceUrl: `https://${host}/sample/${encodeURIComponent(about.replaceAll(' ', '_'))}/${figure}`,
    title: filled(said.title, values),
    excerpt,
    publishedAt: said.published,
    text: [
      'This page belongs to a sample. The figures on it are invented.',
      excerpt,
      'Corrections are printed in the next edition.',
    ],
  };
}

const SHARED = /\b([a-z][a-z-]*)\.example\.(com|org|net)\b/g;
const OWN = /^([a-z][a-z-]*)-(com|org|net)-[0-9a-f]{8}\.example$/;

/**
 * Gives computed pages to sites of one agent alone (`site`: eight hex digits): a site is asked for one page a second.
 */
export const withOwnSites = (text: string, site: string): string => text.replaceAll(SHARED, `$1-$2-${site}.example`);

/** Host of a computed page, whichever agent's site it is on. */
export const sharedHost = (host: string): string => host.replace(OWN, '$1.example.$2');

const DAY_MS = 86_400_000;
const AGO = /^(\d{1,4}) (day|month)s ago$/u;

/**
 * A value with its dates filled in: `"40 days ago"` is a day, `"3 months ago"` a month, `"now"` a date-time, all UTC.
 */
export function withDates(value: unknown, now: Date): unknown {
  return withTexts(value, (text) => dateOf(text, now));
}

function dateOf(text: string, now: Date): string {
  if (text === 'now') return now.toISOString();
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count === undefined) return text;
  if (unit === 'day') return new Date(now.getTime() - Number(count) * DAY_MS).toISOString().slice(0, 10);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Number(count))).toISOString().slice(0, 7);
}
