import { decodeText } from './decode-text';
import { htmlText } from './html-text';
import type { PageState } from './page-state';
import { pdfPageText } from './pdf-page-text';

/** Text of a page as it was read. */
export interface PageText {
  text: string;
  title: string | null;
  /** Day of publication that it states, `YYYY-MM-DD`. */
  date: string | null;
  state: PageState;
  /** Offsets at which the pages of a PDF begin. */
  pageStarts: number[] | null;
}

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|ld\+json|javascript|x-ndjson)\b|message\/)/iu;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)\b/iu;
const XML_TYPES = /^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/iu;
const HTML_BEGINNING = /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b/iu;

/**
 * Text of a page by what its bytes are; its Content-Type decides only where they do not. Null if it has none that can
 * be read without script: images, archives, scanned or locked PDFs.
 */
export async function pageText(body: Uint8Array, contentType: string): Promise<PageText | null> {
  if (Buffer.from(body.subarray(0, 1_024)).includes('%PDF-')) {
    const pdf = await pdfPageText(body).catch(() => null);
    return pdf && readable({ ...pdf, state: 'page' });
  }
  if (contentType !== '' && !TEXT_TYPES.test(contentType) && !HTML_TYPES.test(contentType)) return null;
  const source = decodeText(body, contentType);
  // No text has it; what was declared to be text has been something else.
  if (source.includes('\0')) return null;
  if (HTML_TYPES.test(contentType) || HTML_BEGINNING.test(source)) return readable(htmlText(source));
  if (XML_TYPES.test(contentType)) return readable(htmlText(source, true));
  return readable({ text: source, title: null, date: null, state: 'page' });
}

function readable(page: Omit<PageText, 'pageStarts'> & Partial<PageText>): PageText | null {
  return /[\p{L}\p{N}]/u.test(page.text) ? { pageStarts: null, ...page } : null;
}
