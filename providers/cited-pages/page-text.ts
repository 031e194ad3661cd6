import { decodeText } from './decode-text';
import { htmlText } from './html-text';
import { pdfPageText } from './pdf-page-text';

/** Fewer letters and digits than this on a page with scripts: its text is put there by them. */
const LEAST_TEXT = 200;

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|ld\+json|javascript|x-ndjson)\b|message\/)/iu;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)\b/iu;
const XML_TYPES = /^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/iu;
const HTML_BEGINNING = /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b/iu;

/**
 * Text of a page by what its bytes are; its Content-Type decides only where they do not. Null if it has none that can
 * be read without script: images, archives, scanned or locked PDFs, pages that scripts fill.
 */
export async function pageText(body: Uint8Array, contentType: string): Promise<string | null> {
  if (isPdf(body)) return readable(await pdfPageText(body).catch(() => null));
  if (contentType !== '' && !TEXT_TYPES.test(contentType) && !HTML_TYPES.test(contentType)) return null;
  const source = decodeText(body, contentType);
  // No text has it; what was declared to be text has been something else.
  if (source.includes('\0')) return null;
  if (!HTML_TYPES.test(contentType) && !HTML_BEGINNING.test(source)) {
    return readable(XML_TYPES.test(contentType) ? htmlText(source, true).text : source);
  }
  const { text, scripted } = htmlText(source);
  return scripted && lettersIn(text, LEAST_TEXT) < LEAST_TEXT ? null : readable(text);
}

function isPdf(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 1_024)).includes('%PDF-');
}

function readable(text: string | null): string | null {
  return text !== null && lettersIn(text, 1) > 0 ? text : null;
}

/** Letters and digits of a text, counted up to `enough`. */
function lettersIn(text: string, enough: number): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]/gu)) if (++count >= enough) break;
  return count;
}
