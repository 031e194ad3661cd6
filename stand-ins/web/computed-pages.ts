import type { EvidenceGrade } from '../../contracts/findings-parts';
import { filled, readData } from '../base/data';

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

let words: Record<string, Words> | null = null;
/** Words of the computed pages, by host. */
export const wordsOf = (host: string): Words | undefined =>
  (words ??= readData<Record<string, Words>>('web/page-words.json'))[host];

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
