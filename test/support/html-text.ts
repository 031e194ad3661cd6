import { DomUtils, parseDocument } from 'htmlparser2';

/** The text that a reader of this HTML sees or copies: without its elements, with its entities read. */
export const textOfHtml = (html: string): string => DomUtils.textContent(parseDocument(html));
