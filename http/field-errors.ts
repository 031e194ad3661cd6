import { Failure, type FieldError } from '../contracts/failures';

/** Maximum of field errors listed in one response; the rest are counted (docs/interface.md, Statuses). */
export const MAX_ERRORS = 20;

/** Maximum length of a pointer; longer ones are truncated with an ellipsis. */
export const MAX_POINTER = 200;

/** Field errors of one request. Memory and time are bounded: only listed errors are built. */
export interface FieldErrors {
  /** Counts one error and builds it if it will be listed. */
  add(make: () => FieldError): void;
  /** @throws Failure `invalid_request` with the first errors, if there are any */
  refuse(): void;
}

/** Collects the field errors of one request into one failure. */
export function collectErrors(): FieldErrors {
  const errors: FieldError[] = [];
  let found = 0;
  return {
    add(make) {
      if (found++ < MAX_ERRORS) errors.push(make());
    },
    refuse() {
      const [first] = errors;
      if (!first) return;
      const others = found > 1 ? ` (and ${found - 1} more)` : '';
      throw new Failure('invalid_request', {
        detail: `${first.pointer || 'The body'} ${first.detail}${others}.`,
        errors,
        errorsOmitted: found - errors.length,
      });
    },
  };
}

/** RFC 6901 pointer into a body, truncated to {@link MAX_POINTER} characters. */
export function bodyPointer(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const name of path) {
    if (pointer.length > MAX_POINTER) break;
    // Keeps one character too many, so that truncation is detected.
    pointer += `/${escapePointer(String(name).slice(0, MAX_POINTER + 1))}`;
  }
  return shortened(pointer);
}

/** Pointer into a query, `?name`, truncated to {@link MAX_POINTER} characters. */
export function queryPointer([name = '', ...rest]: readonly (string | number)[]): string {
  return shortened(`?${String(name).slice(0, MAX_POINTER + 1)}${bodyPointer(rest)}`);
}

/** Escapes a member name as an RFC 6901 reference token. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Truncates a pointer to {@link MAX_POINTER} characters without splitting surrogate pairs. */
export function shortened(pointer: string): string {
  return (pointer.length <= MAX_POINTER ? pointer : `${pointer.slice(0, MAX_POINTER - 1)}…`).toWellFormed();
}
