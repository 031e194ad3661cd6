const MAX_WAIT_SECONDS = 30;

/**
 * Seconds of `wait` in a Prefer header, 0 to 30; null if absent, out of range or malformed. Preferences that cannot be
 * honoured are ignored (RFC 7240, 2); the first of several counts.
 */
export function readPreferredWait(prefer: string): number | null {
  for (const preference of prefer.split(',')) {
    const [, value] = /^\s*wait\s*=\s*("?[^";]*"?)\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (value === undefined) continue;
    const digits = /^(?:"(\d{1,2})"|(\d{1,2}))$/.exec(value.trim());
    const seconds = digits ? Number(digits[1] ?? digits[2]) : Infinity;
    return seconds <= MAX_WAIT_SECONDS ? seconds : null;
  }
  return null;
}
