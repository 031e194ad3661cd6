import type { Rule } from './rule';
import { textsOf, withTexts } from './texts';

/**
 * Begins where a run of its characters begins, or takes quadratic time; so one that follows another without a break is
 * part of the same match.
 */
const EMAIL = /(?<![\p{L}\p{N}._%+-])(?:[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)+/gu;

/** Numbers with a country code, with an area code in brackets, in the American form, or after a word for telephone. */
const TELEPHONES = [
  /(?<![\p{L}\p{N}])\+\d[\d\s().-]{6,18}\d/gu,
  /\(0?\d{2,5}\)[ -]?\d{3,4}[ .-]\d{3,4}(?!\d)/gu,
  /(?<![\d.,-])[2-9]\d{2}[-.][2-9]\d{2}[-.]\d{4}(?![\d-])/gu,
  /(?<!\p{L})(?:tel|phone|telephone|mobile|cell|fax|whatsapp|telefon|mobil|teléfono|téléphone)\b[.:]*\s*(?:(?:no\.?|number)\s*)?[+(]?\d[\d\s()./-]{5,18}\d/giu,
];

const STREET =
  /(?:\b\d{1,5}[a-z]?\s+(?:\p{Lu}[\p{L}’'.-]*\s+){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Terrace|Close)\b\.?|(?<!\p{L})\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|allee|gasse)\s+\d{1,4}[a-z]?|\b\d{1,4}(?:\s?bis|\s?ter)?,?\s+(?:rue|avenue|boulevard|place|via|calle|rua)\s+\p{L}+)/u;
const POSTCODE = /(?:\d{4,5}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})(?!\d)/u;
const POSTAL = new RegExp(`${STREET.source}.{0,60}?(?<![\\p{L}\\p{N}])${POSTCODE.source}`, 'gsu');

const TOLD = '[contact removed]';

/** No text holds a way to reach somebody. */
export const noContacts: Rule = {
  id: 'no-contacts',
  demand: 'No text holds an e-mail address, a telephone number or a postal address, excerpts included.',
  flaws: (findings) =>
    textsOf(findings).flatMap(({ pointer, text }) => {
      const kind = contactIn(text);
      return kind ? [{ pointer, detail: `holds ${kind}: leave it out; of a page quote another passage` }] : [];
    }),
  atLast: {
    mend: (findings) => withTexts(findings, withoutContacts),
    said: 'e-mail addresses, telephone numbers and postal addresses were removed from the texts',
  },
};

function contactIn(text: string): string | null {
  if (text.includes('@') && matches(EMAIL, text).length > 0) return 'an e-mail address';
  // Each of the forms below has digits, which few texts have: most need no more than this check.
  if (!/\d/u.test(text)) return null;
  if (TELEPHONES.some((form) => matches(form, text).some(isTelephone))) return 'a telephone number';
  return matches(POSTAL, text).length > 0 ? 'a postal address' : null;
}

/** The text with each e-mail address, telephone number and postal address replaced by a mark; never longer. */
export function withoutContacts(text: string): string {
  const without = TELEPHONES.reduce(
    (rest, form) => rest.replace(form, (found) => (isTelephone(found) ? TOLD : found)),
    text.replace(EMAIL, TOLD).replace(POSTAL, TOLD),
  );
  // The mark can be longer than what it replaces, and fields have limits.
  return without.length > text.length ? without.replaceAll(TOLD, '…') : without;
}

const matches = (form: RegExp, text: string): string[] => text.match(form) ?? [];

// Ranges of years and dates have as many digits as a telephone number.
function isTelephone(found: string): boolean {
  const digits = found.replace(/\D/gu, '').length;
  return (
    digits >= 7 && digits <= 15 && !/(?:19|20)\d\d\s*[-/.]\s*(?:(?:19|20)\d\d|\d\d\s*[-/.]\s*\d\d)\s*$/u.test(found)
  );
}
