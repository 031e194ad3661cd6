/** Announced end of an endpoint or of a field (docs/interface/versions.md#compatibility). */
export interface Retirement {
  /** Day of the announcement, `YYYY-MM-DD`. */
  announced: string;
  /** First day on which it may be gone, `YYYY-MM-DD`; at least {@link NOTICE_MONTHS} later. */
  sunset: string;
  /** Path of what takes its place; null if nothing does. */
  successor: string | null;
}

export const NOTICE_MONTHS = 12;

/** Page that says what may change and what is being retired. */
export const VERSIONING_PATH = '/developers/versioning';

/** First day that leaves callers the whole notice after this announcement, `YYYY-MM-DD`. */
export function earliestSunset(announced: string): string {
  const day = new Date(`${announced}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + NOTICE_MONTHS);
  return day.toISOString().slice(0, 10);
}
