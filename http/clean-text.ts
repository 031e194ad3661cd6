import { bodyPointer, collectErrors, queryPointer, type FieldErrors } from './validation';

/** Maximum nesting depth of JSON. No schema nests deeper, so deeper bodies are rejected early. */
const MAX_DEPTH = 8;

// Control characters to refuse: C0 except line breaks and tabs, DEL and C1 (docs/interface/requests.md#style).
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

// Stream-safe text (UAX #15, 13) has at most 30 combining marks in a row. NFC takes quadratic time for longer runs.
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** State of one traversal: the errors found so far and the path of the current value. */
interface Walk {
  errors: FieldErrors;
  path: (string | number)[];
  pointer(path: readonly (string | number)[]): string;
}

/**
 * Trims every string of a JSON value and normalizes it to NFC, so that length checks apply to the stored form. Takes
 * linear time, and stops at the first value that is nested too deep.
 *
 * @throws Failure `invalid_request` naming strings and member names with control characters or lone surrogates
 */
export function cleanText(value: unknown, from: 'body' | 'query' = 'body'): unknown {
  const walk: Walk = { errors: collectErrors(), path: [], pointer: from === 'body' ? bodyPointer : queryPointer };
  const cleaned = clean(value, walk);
  walk.errors.refuse();
  return cleaned;
}

function clean(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return cleanString(value, walk);
  if (value === null || typeof value !== 'object') return value;
  if (walk.path.length === MAX_DEPTH) {
    refuse(walk, 'too_deep', `is nested deeper than ${MAX_DEPTH} levels`);
    walk.errors.refuse();
  }
  if (Array.isArray(value)) return value.map((item, i) => within(walk, i, () => clean(item, walk)));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      within(walk, name, () => {
        checkName(name, walk);
        return clean(item, walk);
      }),
    ]),
  );
}

function within<T>({ path }: Walk, name: string | number, work: () => T): T {
  path.push(name);
  const result = work();
  path.pop();
  return result;
}

function checkName(name: string, walk: Walk): void {
  if (!isText(name)) refuse(walk, 'invalid_characters', 'must not have control characters in its name');
}

function cleanString(value: string, walk: Walk): string {
  if (TOO_MANY_MARKS.test(value)) {
    refuse(walk, 'invalid_characters', 'must not have more than 30 combining marks in a row');
    return '';
  }
  const text = value.normalize('NFC').trim();
  if (!isText(text)) refuse(walk, 'invalid_characters', 'must not contain control characters');
  return text;
}

/** True if the string can be stored: it has no control characters and no lone surrogates. */
export function isText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

function refuse({ errors, path, pointer }: Walk, code: string, detail: string): void {
  errors.add(() => ({ pointer: pointer(path), code, detail }));
}
