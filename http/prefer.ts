const MAX_WAIT_SECONDS = 30;

/** Longest header that is read. What we honour takes seven characters; the rest of a header costs nothing. */
const MAX_LENGTH = 100;

/**
 * Seconds of `wait` in a Prefer header, 0 to 30; null if absent, out of range or malformed. Preferences that cannot be
 * honoured are ignored (RFC 7240, 2), and so is a header of more than 100 characters; the first of several counts.
 */
export function readPreferredWait(prefer: string): number | null {
  if (prefer.length > MAX_LENGTH) return null;
  for (const preference of prefer.split(',')) {
    const [token = ''] = preference.split(';', 1);
    const [name = '', ...value] = token.split('=');
    if (name.trim().toLowerCase() !== 'wait' || value.length === 0) continue;
    return secondsOf(value.join('=').trim());
  }
  return null;
}

function secondsOf(value: string): number | null {
  const digits = /^(?:"(\d{1,2})"|(\d{1,2}))$/.exec(value);
  const seconds = digits ? Number(digits[1] ?? digits[2]) : Infinity;
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}
