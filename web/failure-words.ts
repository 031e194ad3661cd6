import { FAILURES, type Failure, type FailureCode } from '../base/failures';
import type { RetryLink } from '../http/middleware/answer-failures';

/** What is wrong with a form as a whole, above it. */
export function problemOf(failure: Failure): string {
  const { title, advice } = wordsFor(failure, { href: '', isForm: true });
  return `${title}. ${advice}`;
}

/** What a person reads of a failure, and the button that leads on. */
interface FailureWords {
  title: string;
  advice: string;
  action: { href: string; label: string };
}

type Action = FailureWords['action'];

const RUNS = { href: '/account/runs', label: 'Your runs' };
const PURCHASES = { href: '/account/purchases', label: 'Your purchases' };
const CATALOGUE = { href: '/opportunities', label: 'Browse opportunities' };
const SUPPORT = { href: '/support', label: 'Contact support' };
const SIGN_IN = { href: '/sign-in', label: 'Sign in' };
const BUY = { href: '/buy', label: 'Buy a credit' };
const USAGE = { href: '/account/usage', label: 'Your usage' };
const KEYS = { href: '/account/keys', label: 'Your API keys' };
const WEBHOOKS = { href: '/account/webhooks', label: 'Your webhooks' };

const MOMENT = 'Try again in a moment.';
const NO_PAGE = "This page doesn't exist.";
const GONE = 'It may belong to another account: sign in with the address that received our email.';

/**
 * Words for people: the registry's address programmers and name headers. A code without words here gets its title and
 * a general advice. Without an action the button leads back to where it happened.
 */
const WORDS: Partial<Record<FailureCode, readonly [title: string, advice: string, action?: Action]>> = {
  invalid_request: ['Please check your entries', 'Go back and correct your entries.'],
  query_too_long: ['This address is too long', 'Part of it may be wrong. Start again from here.', CATALOGUE],
  not_found: ['Page not found', NO_PAGE, CATALOGUE],
  method_not_allowed: ['Page not found', NO_PAGE, CATALOGUE],
  invalid_token: [
    'This link is not valid',
    'It was used before, has expired or is incomplete. Request a new one.',
    SIGN_IN,
  ],
  origin_not_allowed: [
    'This form came from another site',
    'For your security, we did nothing. Open the page here and send it again.',
  ],
  stale_form: [
    'This form is out of date',
    'You signed in again after you opened it. Open the page again and send it from there.',
  ],
  run_not_found: ['Run not found', GONE, RUNS],
  run_not_completed: ['Not ready yet', 'The research is running. Open its page to watch it.', RUNS],
  artifact_unavailable: [
    'There is no dossier',
    'This run ended without a dossier. Its page says why, and whether your credit came back.',
    RUNS,
  ],
  portfolio_not_applicable: ['There is no ranking', 'Only a Custom Search ranks ideas.', RUNS],
  run_already_finished: ['This run has ended', 'There is nothing left to cancel.', RUNS],
  entitlement_required: ['You have no credit for this', 'Buy one, then start your run.', BUY],
  budget_spent: [
    'Your budget for this month is spent',
    'Wait for running research to end or for the next month, or ask support for a higher budget.',
    USAGE,
  ],
  order_not_found: ['Order not found', GONE, PURCHASES],
  opportunity_not_purchased: [
    "You haven't bought this opportunity",
    'Its dossier opens once your payment has arrived.',
    CATALOGUE,
  ],
  opportunity_unavailable: [
    'This opportunity is taken',
    'It was sold, or somebody is buying it. An unpaid reservation ends within the hour.',
    CATALOGUE,
  ],
  too_many_holds: [
    'Too many opportunities are reserved for you',
    'Pay for one, or release it, before you reserve another.',
    CATALOGUE,
  ],
  idempotency_in_flight: ['We are still working on it', MOMENT],
  idempotency_key_reused: ['This form was sent before', 'Open the page again to send something new.'],
  payment_provider_failed: ['The payment page is not available', 'You were not charged. Try again.'],
  insufficient_balance: ['Your balance is too low', 'Enter at most the amount that is available.'],
  not_a_contributor: ['Page not found', NO_PAGE, CATALOGUE],
  too_many_keys: [
    'You have the most API keys that an account can have',
    'Revoke one that you no longer need, then try again.',
    KEYS,
  ],
  webhook_limit_reached: [
    'You have the most webhooks that an account can have',
    'Delete one that you no longer need, then try again.',
    WEBHOOKS,
  ],
  webhook_not_found: ['Webhook not found', 'It may have been deleted.', WEBHOOKS],
  too_many_shares: [
    'This dossier has the most links that it can have',
    'End one that you no longer need, then try again.',
  ],
  account_suspended: ['This account is suspended', 'Nothing in it is lost. Contact support.', SUPPORT],
  erasure_blocked: ["Your account can't be erased yet", 'Money is still on its way. Try again later.'],
  payload_too_large: ['That is too long', 'Shorten your text and send it again.'],
  free_scans_used_up: [
    "Today's free scans are taken",
    'Come back tomorrow. The link in your email still works then.',
    CATALOGUE,
  ],
  overloaded: ['We are very busy', MOMENT],
  service_unavailable: ['Temporarily unavailable', MOMENT],
  service_not_configured: ['Not available', 'We have switched this off for now.'],
  internal_error: ['Something went wrong', 'Try again.'],
};

/** Codes whose detail is a sentence for people. */
export const WITH_OWN_DETAIL: ReadonlySet<FailureCode> = new Set([
  'too_many_holds',
  'erasure_blocked',
  'order_not_found',
]);

/** Words of a failure. `again` is where the person can try it again. */
export function wordsFor(failure: Failure, again: RetryLink = { href: '/', isForm: false }): FailureWords {
  const { code, public: detailed } = failure;
  const retry = { href: again.href, label: again.isForm ? 'Back to the form' : 'Try again' };
  if (code === 'rate_limited') {
    const advice = `Try again in ${duration(detailed.retryAfterSeconds ?? 60)}.`;
    return { title: 'Too many attempts', advice, action: retry };
  }
  const [title, advice, action = retry] = WORDS[code] ?? [FAILURES[code].title, 'Go back and try again.'];
  const more = WITH_OWN_DETAIL.has(code) ? detailed.detail : undefined;
  return { title, advice: more ?? advice, action };
}

function duration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
