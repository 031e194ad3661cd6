import { plainText } from '../../../base/plain-text';
import { svg, PDF_THEME, type Chart } from '../charts/chart';
import type { DossierModel } from '../model/dossier-model';
import { readableAddress } from '../model/text';

const LONGEST_WHOLE_WORD = 22;
/** Maximum length of a displayed URL. A PDF repeats the full target of a link for each line that the link fills. */
const LONGEST_SHOWN_ADDRESS = 110;
/** Matches text whose first letter belongs to a right-to-left script. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Zero-width space that marks where the template may break a word. The rest of a dossier contains none. */
const BREAK = '\u200b';
/** Keys whose values must stay unchanged, such as link targets and drawings. */
const WHOLE = new Set(['url', 'picture', 'alt', 'plainTitle', 'sha256']);

/**
 * Serializes the model as JSON for `dossier.typ`. Marks break points in overlong words, because Typst itself breaks
 * only URLs. Isolates right-to-left text, and turns charts into images.
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

/** URL for display, without the fragment that locates the passage. */
function shownAddress(target: string): string {
  const url = readableAddress(target.split(/#:~:|:~:|#page=/u, 1)[0]!);
  return url.length <= LONGEST_SHOWN_ADDRESS ? url : `${url.slice(0, LONGEST_SHOWN_ADDRESS - 1)}…`;
}

/** Isolates right-to-left text, like `dir="auto"`. Otherwise its final period would move to the beginning. */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2067${text}\u2069` : text;
}

function breakable(text: string): string {
  return text.replace(/\S{23,}/gu, (word) => {
    // Typst breaks URLs itself.
    if (/^https?:/.test(word)) return word;
    const atMarks = word.replace(/[-./_](?=.)/gu, `$&${BREAK}`);
    return atMarks.split(BREAK).map(inPieces).join(BREAK);
  });
}

function inPieces(part: string): string {
  if (part.length <= LONGEST_WHOLE_WORD) return part;
  return part.replace(/(?:[^\p{M}\u200d]\p{M}*){8}(?!\p{M}|\u200d|$)/gu, `$&${BREAK}`);
}
