import { FAILURES, type Failure, type FailureCode } from '../base/failures';
import type { RetryLink } from '../http/middleware/answer-failures';

/** Error message for a form as a whole, shown above the form. */
export function problemOf(failure: Failure): string {
  const { title, advice } = wordsFor(failure, { href: '', isForm: true });
  return `${title}. ${advice}`;
}

/** Error message for people, with a button to continue. */
interface FailureWords {
  title: string;
  advice: string;
  /** Whether anything was saved or charged; null if neither was possible. */
  effect: string | null;
  action: { href: string; label: string };
}

type Action = FailureWords['action'];

const RUNS = { href: '/account/runs', label: 'Your research' };
const PURCHASES = { href: '/account/purchases', label: 'Your purchases' };
const CATALOG = { href: '/opportunities', label: 'Browse opportunities' };
const SUPPORT = { href: '/support', label: 'Contact support' };
const SIGN_IN = { href: '/sign-in', label: 'Sign in' };
const BUY = { href: '/buy', label: 'Buy a credit' };
const USAGE = { href: '/account/usage', label: 'Your usage' };
const KEYS = { href: '/account/keys', label: 'Your API keys' };
const WEBHOOKS = { href: '/account/webhooks', label: 'Your webhooks' };

const MOMENT = 'Wait a moment, then try again.';
const NO_PAGE = 'The address may be mistyped, or the page was moved.';
const GONE = 'It may belong to another account. Sign in with the address that received our email.';

/**
 * Wording for people; the messages in `FAILURES` are for programmers. Unlisted codes get their title from `FAILURES`
 * and general advice. Without an action, the button returns to the page where the failure happened.
 */
const WORDS: Partial<Record<FailureCode, readonly [title: string, advice: string, action?: Action]>> = {
  invalid_request: ['Please check your entries', 'Go back to the form and correct them.'],
  query_too_long: ['This address is too long', 'Start again from the catalog.', CATALOG],
  not_found: ['Page not found', NO_PAGE, CATALOG],
  method_not_allowed: ['Page not found', NO_PAGE, CATALOG],
  invalid_token: [
    'This link is not valid',
    'It was used before, has expired or is incomplete. Request a new one.',
    SIGN_IN,
  ],
  origin_not_allowed: [
    'This form came from another site',
    'We ignored it to protect you. Open the page here and send the form again.',
  ],
  stale_form: [
    'This form is out of date',
    'You have signed in again since you opened it. Open the page again and send it from there.',
  ],
  run_not_found: ['Research not found', GONE, RUNS],
  run_not_completed: ['Not ready yet', 'We are still researching. Open its page to follow the progress.', RUNS],
  artifact_unavailable: [
    'No dossier',
    'This research ended without a dossier. Its page says why, and whether you got your credit back.',
    RUNS,
  ],
  portfolio_not_applicable: ['No portfolio', 'Only a Custom Search ranks ideas.', RUNS],
  run_not_finished: ['Not finished yet', 'Cancel this research, or wait until it has ended. Then delete it.', RUNS],
  run_already_finished: ['Already finished', 'This research has ended, so there is nothing to cancel.', RUNS],
  entitlement_required: ['You have no credit for this', 'Buy one, then start your research.', BUY],
  budget_spent: [
    'Your budget for this month is spent',
    'Wait until running research has ended or the next month begins, or ask support for a higher budget.',
    USAGE,
  ],
  order_not_found: ['Order not found', GONE, PURCHASES],
  opportunity_not_purchased: [
    'You have not bought this opportunity',
    'You can open its dossier once your payment has arrived.',
    CATALOG,
  ],
  opportunity_unavailable: [
    'This opportunity is taken',
    'It is sold, or another buyer is paying for it. If they do not pay, you can buy it within the hour.',
    CATALOG,
  ],
  too_many_holds: [
    'Too many opportunities are reserved for you',
    'Pay for one or release it before you reserve another.',
    CATALOG,
  ],
  idempotency_in_flight: ['We are still working on it', 'Wait a moment, then try again. Nothing happens twice.'],
  idempotency_key_reused: ['This form was sent before', 'Open the page again to send something new.'],
  payment_provider_failed: [
    'The payment page is not available',
    'Our payment provider did not answer. Try again in a moment.',
  ],
  insufficient_balance: ['Your balance is too low', 'Enter an amount up to your available balance.'],
  not_a_contributor: ['Page not found', NO_PAGE, CATALOG],
  too_many_keys: [
    'You have the maximum number of API keys',
    'Revoke one that you no longer need, then try again.',
    KEYS,
  ],
  webhook_limit_reached: [
    'You have the maximum number of webhooks',
    'Delete one that you no longer need, then try again.',
    WEBHOOKS,
  ],
  webhook_not_found: ['Webhook not found', 'It may have been deleted.', WEBHOOKS],
  too_many_shares: [
    'This dossier has the maximum number of links',
    'Remove one that you no longer need, then try again.',
  ],
  account_suspended: ['This account is suspended', 'Your data is safe. Contact support.', SUPPORT],
  erasure_blocked: ['We cannot erase your account yet', 'A payment is still on its way. Try again later.'],
  payload_too_large: ['Your text is too long', 'Shorten it and send it again.'],
  free_scans_used_up: [
    "Today's free scans are taken",
    'Come back tomorrow. The link in your email will still work.',
    CATALOG,
  ],
  overloaded: ['We are very busy right now', MOMENT],
  service_unavailable: ['We cannot reach part of our service', MOMENT],
  service_not_configured: ['Not available', 'This feature is switched off at the moment.'],
  internal_error: ['Something went wrong on our side', MOMENT],
};

/** Codes whose `detail` is already written for people. */
export const WITH_OWN_DETAIL: ReadonlySet<FailureCode> = new Set([
  'too_many_holds',
  'erasure_blocked',
  'order_not_found',
]);

/** Error message for a failure. `again` is the page where the user can retry. */
export function wordsFor(failure: Failure, again: RetryLink = { href: '/', isForm: false }): FailureWords {
  const { code, public: detailed } = failure;
  const retry = { href: again.href, label: again.isForm ? 'Back to the form' : 'Try again' };
  const effect = effectOf(code, again.isForm);
  if (code === 'rate_limited') {
    const advice = `Try again in ${duration(detailed.retryAfterSeconds ?? 60)}.`;
    return { title: 'Too many attempts', advice, effect, action: retry };
  }
  const [title, advice, action = retry] = WORDS[code] ?? [FAILURES[code].title, 'Go back and try again.'];
  const more = WITH_OWN_DETAIL.has(code) ? detailed.detail : undefined;
  return { title, advice: more ?? advice, effect, action };
}

/** Failures with status 500 or higher that are detected before a request changes anything. */
const BEFORE_WORK: ReadonlySet<FailureCode> = new Set(['overloaded', 'free_scans_used_up', 'service_not_configured']);

/** Failures of a form that was submitted twice. The first submission counts. */
const EARLIER: ReadonlySet<FailureCode> = new Set(['idempotency_in_flight', 'idempotency_key_reused']);

/** Says whether anything was saved or charged. Our forms never charge; only the payment provider's page does. */
function effectOf(code: FailureCode, isForm: boolean): string | null {
  const { status } = FAILURES[code];
  if (!isForm) {
    if (status < 500 && status !== 429) return null;
    return 'Your orders, credits and research are safe, and you were not charged for this.';
  }
  if (EARLIER.has(code)) return null;
  if (status < 500 || BEFORE_WORK.has(code)) return 'Nothing was saved or charged.';
  return 'You were not charged. We may have saved your entries, so check your account before you send them again.';
}

function duration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
