import { Failure, type FieldError } from '../contracts/failures';
import { escapePointer } from './validation';

/** No schema of ours nests deeper; a body that does is refused before it costs anything. */
const MAX_DEPTH = 8;

// Line breaks and tabs are text; the rest of C0, DEL and C1 is not (contract.md, Style).
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * A JSON value with every string trimmed and in NFC, so that lengths are checked on what will be stored.
 *
 * @throws Failure `invalid_request` that names each string with control characters or half a surrogate pair
 */
export function cleanText(value: unknown): unknown {
  const errors: FieldError[] = [];
  const cleaned = clean(value, '', 0, errors);
  if (errors.length > 0)
    throw new Failure('invalid_request', { detail: `${errors[0]!.pointer} ${errors[0]!.detail}.`, errors });
  return cleaned;
}

function clean(value: unknown, pointer: string, depth: number, errors: FieldError[]): unknown {
  if (typeof value === 'string') return cleanString(value, pointer, errors);
  if (value === null || typeof value !== 'object') return value;
  if (depth === MAX_DEPTH) {
    errors.push({ pointer, code: 'too_deep', detail: `is nested deeper than ${MAX_DEPTH} levels` });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, i) => clean(item, `${pointer}/${i}`, depth + 1, errors));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      clean(item, `${pointer}/${escapePointer(name)}`, depth + 1, errors),
    ]),
  );
}

function cleanString(value: string, pointer: string, errors: FieldError[]): string {
  const text = value.normalize('NFC').trim();
  if (CONTROL.test(text) || !text.isWellFormed()) {
    errors.push({ pointer, code: 'invalid_characters', detail: 'must not contain control characters' });
  }
  return text;
}
