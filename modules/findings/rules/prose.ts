import { stands } from '../evidence';
import { leakIn, withoutLeaks } from '../text/model-output';
import { flawsIn, type Rule, type Flaw, type Reviewed } from './rule';
import { textsOf, wordsOf, withTexts } from './texts';

/** Assumptions may repeat each other's notes. */
const NOTES = /^\/unitEconomics\/assumptions\//;

/** Minimum length in words of a repeated passage. Shorter strings may be equal by chance. */
const LONG = 6;

export const noRepetition: Rule = {
  id: 'no-repetition',
  demand: `No field repeats another field of ${LONG} or more words, and no claim repeats its excerpt.`,
  fallback: 'pass',
  flaws: (findings) => {
    const seen = new Map<string, string>();
    return textsOf(findings).flatMap(({ pointer, text }) => {
      const words = wordsOf(text);
      const key = words.join(' ');
      const first = seen.get(key);
      if (words.length < LONG || NOTES.test(pointer)) return [];
      if (first === undefined) seen.set(key, pointer);
      return first === undefined ? [] : [{ pointer, detail: `repeats ${first}: say what only this field says` }];
    });
  },
};

const FORMULAS = [
  /^(none|nothing|not applicable|n a|no (known |significant |major )?limitations?)\b/,
  /\b(further|more|additional|deeper) (research|investigation|analysis|study) (is|are|was|may be|might be|would be|will be)? ?(needed|required|recommended|necessary|advisable)\b/,
  /\b(based|relies|rely|relied) (solely |only |entirely |primarily )?(up)?on publicly available\b/,
  /\b(no guarantees?|not guaranteed|can ?not be guaranteed|cannot guarantee|(actual )?results (may|can|will) vary)\b/,
  /\b(market )?(conditions|circumstances|trends) (may|can|could|might) (change|shift|vary)\b/,
  /\b(data|information|sources|figures) (may|might|could) (be|have been) (incomplete|outdated|inaccurate|wrong|limited)\b/,
  /\b(limited|insufficient) (data|information|time)( was| were| is)?( available)?$/,
  /\bas an ai\b|\b(large )?language model\b/,
  /\b(does not|not) (constitute|be considered( as)?|replace)( any)? (legal|financial|tax|investment|professional)\b/,
];
/** Maximum length in words of a limitation that counts as boilerplate. Longer ones are kept, because they say more. */
const FORMULA_WORDS = 22;
const LEAST_WORDS = 4;

const OWN_WORDS =
  'The research named only general limitations, which the service removed. Treat its confidence with care.';

export const limitationsAreReal: Rule = {
  id: 'limitations-are-real',
  demand: 'No limitation is boilerplate or shorter than four words.',
  flaws: ({ limitations }) =>
    flawsIn(
      limitations,
      '/limitations/*',
      (text) => isFormula(text) && 'is boilerplate: say what this research could not open, find or verify',
    ),
  fallback: {
    correct: (findings) => {
      const real = findings.limitations.filter((text) => !isFormula(text));
      return { ...findings, limitations: real.length > 0 ? real : [OWN_WORDS] };
    },
    said: 'boilerplate limitations were removed',
  },
};

function isFormula(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.length < LEAST_WORDS || (words.length <= FORMULA_WORDS && FORMULAS.some((form) => form.test(words.join(' '))))
  );
}

/** Emphasis, headings, links and code in Markdown. */
const MARKDOWN: [form: RegExp, plain: string][] = [
  [/\*\*([^*\n]+)\*\*/gu, '$1'],
  [/(?<![\p{L}\p{N}])__([^_\n]+)__(?![\p{L}\p{N}])/gu, '$1'],
  [/\[([^\][\n]+)\]\(https?:[^)\s]*\)/gu, '$1'],
  [/^#{1,6} +(?=\S)/gmu, ''],
  [/```+\s*/gu, ''],
];

export const plainText: Rule = {
  id: 'plain-text',
  demand: 'All text is plain, without Markdown.',
  flaws: (findings) =>
    textsOf(findings).flatMap(({ pointer, text }) =>
      withoutMarkdown(text) === text ? [] : [{ pointer, detail: 'must be plain text, without Markdown' }],
    ),
  fallback: { correct: (findings) => withTexts(findings, withoutMarkdown), said: 'Markdown was removed' },
};

function withoutMarkdown(text: string): string {
  const plain = MARKDOWN.reduce((rest, [form, by]) => rest.replace(form, by), text);
  return plain.trim() === '' ? text : plain;
}

/**
 * A match starts only at the beginning of a run of address characters, and includes any addresses that follow without a
 * gap. Otherwise matching would take quadratic time.
 */
const EMAIL = /(?<![\p{L}\p{N}._%+-])(?:[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)+/gu;

/**
 * Phone numbers with a country code, with an area code in parentheses, in American format, or after `tel` or similar.
 */
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

export const noContacts: Rule = {
  id: 'no-contacts',
  demand: 'No text or excerpt contains an email address, phone number or postal address.',
  flaws: (findings) =>
    textsOf(findings).flatMap(({ pointer, text }) => {
      const kind = contactIn(text);
      return kind ? [{ pointer, detail: `contains ${kind}: leave it out, or quote another passage of the page` }] : [];
    }),
  fallback: {
    correct: (findings) => withTexts(findings, withoutContacts),
    said: 'email addresses, phone numbers and postal addresses were removed',
  },
};

function contactIn(text: string): string | null {
  if (text.includes('@') && matches(EMAIL, text).length > 0) return 'an email address';
  // All patterns below need digits. Checking for digits first saves time, because most strings contain no digits.
  if (!/\d/u.test(text)) return null;
  if (TELEPHONES.some((form) => matches(form, text).some(isTelephone))) return 'a phone number';
  return matches(POSTAL, text).length > 0 ? 'a postal address' : null;
}

/** Replaces each email address, telephone number and postal address with a placeholder. The result is never longer. */
export function withoutContacts(text: string): string {
  const without = TELEPHONES.reduce(
    (rest, form) => rest.replace(form, (found) => (isTelephone(found) ? TOLD : found)),
    text.replace(EMAIL, TOLD).replace(POSTAL, TOLD),
  );
  // Uses a shorter placeholder if the result would be longer than the text, because fields have a maximum length.
  return without.length > text.length ? without.replaceAll(TOLD, '…') : without;
}

const matches = (form: RegExp, text: string): string[] => text.match(form) ?? [];

// Excludes dates and ranges of years, which can have as many digits as telephone numbers.
function isTelephone(found: string): boolean {
  const digits = found.replace(/\D/gu, '').length;
  return (
    digits >= 7 && digits <= 15 && !/(?:19|20)\d\d\s*[-/.]\s*(?:(?:19|20)\d\d|\d\d\s*[-/.]\s*\d\d)\s*$/u.test(found)
  );
}

/** Fields written by the service or copied from pages. */
const NOT_OF_AGENT: ReadonlySet<string> = new Set(['verification', 'computed', 'sensitivity', 'searchLog', 'changes']);

/** Maximum number of characters of leaked markup that are quoted to the agent. */
const SHOWN = 60;

export const noMarkup: Rule = {
  id: 'no-markup',
  demand:
    'No text contains citation tags, tool call markup, HTML or ambiguous escapes. Only quotations that were found on their pages may contain such markup.',
  flaws: (findings) => leaksIn(findings),
  fallback: {
    correct: (findings) => withoutMarkup(findings) as Reviewed,
    said: 'leaked markup was removed from texts',
  },
};

/** Reports each string that still contains leaked markup, so that its author can clean it. */
export function leaksIn(value: unknown, pointer = ''): Flaw[] {
  if (typeof value === 'string') {
    const leak = leakIn(value);
    const detail = leak && `contains ${leak.name} (${leak.what.slice(0, SHOWN)}): submit only the words`;
    return detail === null ? [] : [{ pointer, detail }];
  }
  return membersOf(value).flatMap(([name, inner]) => leaksIn(inner, `${pointer}/${name}`));
}

/** Removes the remaining leaked markup from a document. Clean strings stay unchanged. */
export function withoutMarkup(value: unknown): unknown {
  if (typeof value === 'string') return leakIn(value) ? withoutLeaks(value) : value;
  if (Array.isArray(value)) return value.map(withoutMarkup);
  const clean = membersOf(value).map(([name, inner]) => [name, withoutMarkup(inner)] as const);
  return clean.length === 0 ? value : { ...(value as object), ...Object.fromEntries(clean) };
}

/** Members of a value, except those written by the service or copied from pages. */
function membersOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const isFound = stands(value);
  return Object.entries(value).filter(([name]) => !NOT_OF_AGENT.has(name) && !(isFound && name === 'excerpt'));
}
