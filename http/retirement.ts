/** Announced removal of an endpoint or field (docs/interface/versions.md#compatibility). */
export interface Retirement {
  /** Day of the announcement, `YYYY-MM-DD`. */
  announced: string;
  /** First day on which the endpoint or field may be removed, `YYYY-MM-DD`; at least {@link NOTICE_MONTHS} later. */
  sunset: string;
  successor: string | null;
}

export const NOTICE_MONTHS = 12;

/** Page with the compatibility policy and current retirements. */
export const VERSIONING_PATH = '/developers/versioning';

/** Earliest sunset after this announcement, `YYYY-MM-DD`. */
export function earliestSunset(announced: string): string {
  const day = new Date(`${announced}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + NOTICE_MONTHS);
  return day.toISOString().slice(0, 10);
}
