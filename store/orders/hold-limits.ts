/** Limit of concurrent holds per buyer, so that nobody blocks the catalogue (docs/interface.md, Payments). */
export const MAX_HOLDS = 2;

/** Unpaid holds of one network without an account per day before it has to wait. */
export const UNPAID_BEFORE_WAIT = 3;

/** Concurrent holds of one network by accounts that never paid: three people of an office, or one with many mailboxes. */
export const MAX_OF_NETWORK = 6;

/** Unpaid holds of such accounts per day before their network has to wait. */
export const UNPAID_OF_NETWORK_BEFORE_WAIT = 9;

/** Minimum that buyers without an account may hold together, however small the catalogue is. */
const AT_LEAST = 2;
/** First wait after the last unpaid hold; each further one doubles it, up to {@link MOST_DOUBLINGS} times. */
const FIRST_WAIT_MINUTES = 30;
const MOST_DOUBLINGS = 5;

/** Holds that buyers without an account may have together, of so many opportunities and by their share of 0 to 1. */
export function mostTogether(offered: number, share: number): number {
  return Math.max(AT_LEAST, Math.floor(offered * share));
}

/**
 * Columns of the holds of a day that ended unpaid, and of the seconds to wait after more than `free` of them, counted from
 * the end of the last; these may be null or negative.
 */
export function unpaidAndWait(free: number): string {
  return `count(*)::int AS unpaid,
          ceil(extract(epoch FROM max(hold_ends_at) - now() + interval '1 minute' * ${FIRST_WAIT_MINUTES}
            * power(2, least(count(*) - ${free}, ${MOST_DOUBLINGS}))))::int AS "waitS"`;
}

/** Condition of orders of the last day whose hold ended unpaid. */
export const ENDED_UNPAID = `created_at > now() - interval '1 day' AND opportunity_id IS NOT NULL
  AND (status IN ('pending_payment', 'expired') OR (status = 'failed' AND checkout_session_id IS NOT NULL))
  AND hold_ends_at <= now()`;
