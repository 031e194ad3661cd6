/** Limit of concurrent holds per buyer, so that nobody blocks the catalogue (docs/interface.md, Payments). */
export const MAX_HOLDS = 2;

/** Unpaid holds of one network per day before it has to wait. */
export const UNPAID_BEFORE_WAIT = 3;

/** Minimum that buyers without an account may hold together, however small the catalogue is. */
const AT_LEAST = 2;
/** First wait after the last unpaid hold; each further one doubles it, up to {@link MOST_DOUBLINGS} times. */
const FIRST_WAIT_MINUTES = 30;
const MOST_DOUBLINGS = 5;

/** Holds that buyers without an account may have together, of so many opportunities and by their share of 0 to 1. */
export function mostTogether(offered: number, share: number): number {
  return Math.max(AT_LEAST, Math.floor(offered * share));
}

/** Expression of the seconds to wait after so many unpaid holds, the last of which ended at `lastEnd`; may be negative. */
export function waitSeconds(unpaid: string, lastEnd: string): string {
  return `ceil(extract(epoch FROM ${lastEnd} - now() + interval '1 minute' * ${FIRST_WAIT_MINUTES}
            * power(2, least(${unpaid} - ${UNPAID_BEFORE_WAIT}, ${MOST_DOUBLINGS}))))::int`;
}
