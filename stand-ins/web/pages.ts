import { html, type Markup } from '../../base/html';
import type { EvidenceGrade } from '../../modules/findings/contract/findings-parts';
import { readFolder, filled, readData, withTexts } from '../base/data';

export interface SamplePage {
  url: string;
  title: string;
  /** `YYYY-MM-DD`; null if the page has no date. Files declare `"40 days ago"` for a date that must stay recent. */
  publishedAt: string | null;
  format: 'html' | 'text' | 'pdf';
  text: string[];
}

type Declared = Omit<SamplePage, 'format'> & { format?: SamplePage['format'] };

let declared: Map<string, Declared> | null = null;

/** Reads or computes a page of the sample web. Null if the page does not exist. */
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

interface ComputedSource {
  sourceUrl: string;
  title: string;
  /** Appears verbatim on the page. */
  excerpt: string;
  /** `YYYY-MM-DD`; null if the page has no date. */
  publishedAt: string | null;
}

interface ComputedPage extends ComputedSource {
  text: string[];
}

/** Wording of a host's pages. Pages cited only by misbehaving agents have no grade or claim. */
interface Words {
  grade?: EvidenceGrade;
  title: string;
  sentence: string;
  claim?: string;
  published: string | null;
}

export const wordsOf = (host: string): Words | undefined =>
  readData<Record<string, Words>>('web/page-words.json')[host];

/** Searches per month, relative to the last month. */
const MONTHS = [0.71, 0.69, 0.74, 0.78, 0.77, 0.82, 0.8, 0.84, 0.91, 0.94, 0.97, 1];
const FOREIGN = [
  { currency: 'eur', sign: '€', rate: 1.16 },
  { currency: 'gbp', sign: '£', rate: 1.33 },
  { currency: 'chf', sign: 'CHF ', rate: 1.25 },
] as const;

/** Numbers on a page other than its figure, such as a price. `rate` is US dollars per unit of `currency`. */
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

/** Computes a source on a host. The URL contains `about` and `figure`, from which the page can be computed. */
export function computedSource(host: string, about: string, figure: number): ComputedSource {
  const { text: _text, ...source } = pageOf(host, about, figure);
  return source;
}

const PATH = /^\/sample\/([^/]+)\/(\d{1,9})$/u;

/** Page computed from a {@link computedSource} URL; null for other URLs. */
function computedPage(url: URL): ComputedPage | null {
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
 * Moves computed pages to an agent's own site (`site`: eight hex digits), because each site has a request rate limit.
 */
export const withOwnSites = (text: string, site: string): string => text.replaceAll(SHARED, `$1-$2-${site}.example`);

/** Maps the host of an agent's own site back to the shared host. */
const sharedHost = (host: string): string => host.replace(OWN, '$1.example.$2');

const DAY_MS = 86_400_000;
const AGO = /^(\d{1,4}) (day|month)s ago$/u;

/** Fills in relative dates in UTC: `"40 days ago"` becomes a date, `"3 months ago"` a month, `"now"` a date-time. */
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

/** Long enough that the page is not mistaken for one that scripts render. */
const IMPRINT =
  'This page is part of the sample web: reserved names that nobody can own, served by a program on the same machine, ' +
  'with invented figures. It exists so that the quotations of a sample can be looked up word for word.';

/** Renders the page with the markup of real sites: navigation, emphasis, a script, hidden text. */
export function sampleHtml({ title, publishedAt, text }: SamplePage): string {
  const published = publishedAt && html`<p>Published <time datetime="${publishedAt}">${publishedAt}</time></p>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <style>
          p {
            max-width: 40em;
          }
        </style>
      </head>
      <body>
        <nav><a href="/">Home</a> <a href="/archive">Archive</a></nav>
        <h1>${title}</h1>
        ${published} ${text.map(paragraphOf)}
        <p hidden>Nobody reads this line.</p>
        <p>${IMPRINT}</p>
        <script>
          document.title += '';
        </script>
      </body>
    </html> `.toString();
}

/** Paragraph with an emphasized first word and a line break in the source, like on real pages. */
function paragraphOf(paragraph: string): Markup {
  const [first = '', ...rest] = paragraph.split(' ');
  const half = Math.ceil(rest.length / 2);
  const text = [rest.slice(0, half), rest.slice(half)].map((words) => words.join(' ')).join('\n      ');
  return html`<p><b>${first}</b> ${text}</p> `;
}

const LINES_A_PAGE = 45;
const CHARACTERS_A_LINE = 88;

/** Text as a minimal PDF: one font, no compression. Characters beyond Latin-1 become `?`. */
export function samplePdf(paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph), '']);
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_A_PAGE) }, (_, i) =>
    contentOf(lines.slice(i * LINES_A_PAGE, (i + 1) * LINES_A_PAGE)),
  );
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1');
}

function contentOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  return `BT /F1 11 Tf 15 TL 60 780 Td\n${shown}\nET`;
}

function escaped(line: string): string {
  return line.replace(/[^\u0020-\u00ff]/gu, '?').replace(/[\\()]/gu, (character) => `\\${character}`);
}

function wrapped(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(/\s+/u)) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + word.length >= CHARACTERS_A_LINE) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
