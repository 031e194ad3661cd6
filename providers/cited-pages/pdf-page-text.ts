import { dayOf } from './page-date';
import { raisedText } from './page-parts';

/** Bounds of what is read of one PDF. */
const MAX_PAGES = 500;
const MAX_CHARACTERS = 4_000_000;
const LONGEST_TITLE = 300;
/** Letters so much smaller than those before them, on the same line, are raised or lowered. */
const SMALLER = 0.8;

/** Text of a PDF. */
export interface PdfText {
  text: string;
  /** Offsets in `text` at which its pages begin. */
  pageStarts: number[];
  title: string | null;
  /** Day on which it was made, `YYYY-MM-DD`. */
  date: string | null;
}

/** Piece of a line of a PDF. */
interface Piece {
  str: string;
  hasEOL: boolean;
  height: number;
  /** Its last two numbers are its place on the page. */
  transform: number[];
}

/**
 * Text of a PDF, page by page. Runs no script of the document and loads none of its fonts.
 *
 * @throws Error if it cannot be read: damaged, or locked by a password
 */
export async function pdfPageText(body: Uint8Array): Promise<PdfText> {
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

/** Pieces of a page in their order; digits that are raised stay apart from those before them. */
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
