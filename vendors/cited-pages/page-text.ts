import { htmlText } from './html-text';
import { dayOf, raisedText, type PageState } from './page-parts';

interface PageText {
  text: string;
  title: string | null;
  /** Publication day that the page states, `YYYY-MM-DD`. */
  date: string | null;
  state: PageState;
  /** Offsets in `text` where the pages of a PDF start; null for other pages. */
  pageStarts: number[] | null;
}

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|ld\+json|javascript|x-ndjson)\b|message\/)/iu;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)\b/iu;
const XML_TYPES = /^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/iu;
const HTML_BEGINNING = /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b/iu;

/** Extracts the text of a page. Its bytes, then its Content-Type, determine the format. Null if there is no text. */
export async function pageText(body: Uint8Array, contentType: string): Promise<PageText | null> {
  if (Buffer.from(body.subarray(0, 1_024)).includes('%PDF-')) {
    const pdf = await pdfPageText(body).catch(() => null);
    return pdf && readable({ ...pdf, state: 'page' });
  }
  if (contentType !== '' && !TEXT_TYPES.test(contentType) && !HTML_TYPES.test(contentType)) return null;
  const source = decodeText(body, contentType);
  // Text never contains NUL, so the Content-Type is wrong.
  if (source.includes('\0')) return null;
  if (HTML_TYPES.test(contentType) || HTML_BEGINNING.test(source)) return readable(htmlText(source));
  if (XML_TYPES.test(contentType)) return readable(htmlText(source, true));
  return readable({ text: source, title: null, date: null, state: 'page' });
}

function readable(page: Omit<PageText, 'pageStarts'> & Partial<PageText>): PageText | null {
  return /[\p{L}\p{N}]/u.test(page.text) ? { pageStarts: null, ...page } : null;
}

/** Number of bytes, from the start of a page, that may declare its encoding. */
const DECLARED_WITHIN = 1_024;

const MARKS: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** Decodes a page as browsers do: by byte order mark, Content-Type, or declaration; otherwise UTF-8 or windows-1252. */
function decodeText(body: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => body[i] === byte))?.[0];
  const named = marked ?? labelIn(contentType) ?? declaredIn(body);
  const decoder = named && decoderOf(named);
  if (decoder) return decoder.decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function labelIn(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';,>]+)/iu.exec(contentType)?.[1];
}

/**
 * Encoding in `<meta charset>`, its older form, or an XML declaration. A declaration of UTF-16 must be wrong here, so
 * the page is read as UTF-8.
 */
function declaredIn(body: Uint8Array): string | undefined {
  const beginning = Buffer.from(body.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const meta = /<meta[^>]{0,300}?charset\s*=\s*["']?([^\s"'/>;]+)/iu.exec(beginning)?.[1];
  const label = meta ?? /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']+)/iu.exec(beginning)?.[1];
  return label && /^utf-?16/iu.test(label) ? 'utf-8' : label;
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

const MAX_PAGES = 500;
const MAX_CHARACTERS = 4_000_000;
const LONGEST_TITLE = 300;
/** Font size relative to the preceding text on the same line. Smaller digits count as raised or lowered. */
const SMALLER = 0.8;

interface PdfText {
  text: string;
  /** Offsets in `text` where its pages start. */
  pageStarts: number[];
  title: string | null;
  /** Creation day, `YYYY-MM-DD`. */
  date: string | null;
}

interface Piece {
  str: string;
  hasEOL: boolean;
  height: number;
  /** The last two numbers are the position of the piece on the page. */
  transform: number[];
}

/**
 * Extracts the text of a PDF without running its scripts or loading its fonts. @throws Error if the PDF is damaged or
 * locked
 */
async function pdfPageText(body: Uint8Array): Promise<PdfText> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: body,
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  });
  try {
    const pdf = await task.promise;
    const parts: string[] = [];
    const pageStarts: number[] = [];
    let characters = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && characters < MAX_CHARACTERS; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = `${lineUp(items.filter((item) => 'str' in item) as Piece[])}\n`;
      pageStarts.push(characters);
      characters += text.length;
      parts.push(text);
      page.cleanup();
    }
    const info = await pdf.getMetadata().then(
      (metadata) => metadata.info,
      () => ({}),
    );
    const said = (name: string) => textOf((info as Record<string, unknown>)[name]);
    const title = said('Title').slice(0, LONGEST_TITLE);
    return { text: parts.join(''), pageStarts, title: title === '' ? null : title, date: dayOf(said('CreationDate')) };
  } finally {
    await task.destroy();
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Joins the pieces of a page in order. Keeps raised digits apart from the digits before them. */
function lineUp(pieces: readonly Piece[]): string {
  let before: Piece | null = null;
  const parts: string[] = [];
  for (const piece of pieces) {
    const raised = before !== null && !before.hasEOL && isRaised(piece, before);
    parts.push(
      raised ? raisedText(piece.str, { lowered: piece.transform[5]! < before!.transform[5]!, mark: false }) : piece.str,
    );
    if (piece.hasEOL) parts.push('\n');
    if (piece.str.trim() !== '' && !raised) before = piece;
    else if (piece.hasEOL) before = null;
  }
  return parts.join('');
}

function isRaised(piece: Piece, before: Piece): boolean {
  return /^\d/u.test(piece.str) && piece.height > 0 && piece.height < before.height * SMALLER;
}
