import { plainText } from '../../../base/plain-text';
import { svg, PDF_THEME, type Chart } from '../charts/chart';
import type { DossierModel } from '../model/dossier-model';
import { readableAddress } from '../model/text';

const LONGEST_WHOLE_WORD = 22;
/** Longest visible URL: a PDF repeats a link's target on each of its lines. The target itself is never shortened. */
const LONGEST_SHOWN_ADDRESS = 110;
/** The first letter is of a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Mark at which the template may break a word: a zero-width space, which other texts of a dossier never hold. */
const BREAK = '\u200b';
/** Keys whose text is copied, followed or drawn. */
const WHOLE = new Set(['url', 'picture', 'alt', 'plainTitle', 'sha256']);

/**
 * Serializes the model as the JSON that `dossier.typ` reads. Overlong words get marks at which the template breaks
 * them, because Typst breaks none but addresses. Text from right to left keeps its order, and charts become pictures.
 */
export function pdfInput(model: Pick<DossierModel, 'banner' | 'title'>): string {
  const bannerShort = model.banner?.split(':')[0];
  return JSON.stringify({ ...model, plainTitle: model.title, bannerShort }, (key, value: unknown) => {
    if (typeof value === 'function') return drawn(value as Chart);
    if (typeof value === 'string') {
      const text = plainText(value);
      return WHOLE.has(key) ? text : isolated(breakable(text));
    }
    return isSource(value) ? { ...value, shown: value.url && shownAddress(value.url) } : value;
  });
}

function drawn(chart: Chart): { picture: string; alt: string } {
  return { picture: svg(chart, PDF_THEME).toString(), alt: chart(PDF_THEME).label };
}

function isSource(value: unknown): value is { url: string | null; excerpt: string } {
  return typeof value === 'object' && value !== null && 'excerpt' in value && !('shown' in value);
}

/** Address for people who read it: without the place on the page at which the link opens it. */
function shownAddress(target: string): string {
  const url = readableAddress(target.split(/#:~:|:~:|#page=/u, 1)[0]!);
  return url.length <= LONGEST_SHOWN_ADDRESS ? url : `${url.slice(0, LONGEST_SHOWN_ADDRESS - 1)}…`;
}

/** Text in the order of its first letter, as `dir="auto"` does it in HTML: else its full stop is at its beginning. */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2067${text}\u2069` : text;
}

function breakable(text: string): string {
  return text.replace(/\S{23,}/gu, (word) => {
    // Typst breaks these itself.
    if (/^https?:/.test(word)) return word;
    const atMarks = word.replace(/[-./_](?=.)/gu, `$&${BREAK}`);
    return atMarks.split(BREAK).map(inPieces).join(BREAK);
  });
}

function inPieces(part: string): string {
  if (part.length <= LONGEST_WHOLE_WORD) return part;
  return part.replace(/(?:[^\p{M}\u200d]\p{M}*){8}(?!\p{M}|\u200d|$)/gu, `$&${BREAK}`);
}
