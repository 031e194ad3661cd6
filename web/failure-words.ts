import { FAILURES, type Failure, type FailureCode } from '../contracts/failures';
import type { RetryLink } from '../http/middleware/answer-failures';

/** What a person reads of a failure, and the button that leads on. */
export interface FailureWords {
  title: string;
  advice: string;
  action: { href: string; label: string };
}

type Words = Omit<FailureWords, 'action'> & { action?: FailureWords['action'] };

const RUNS = { href: '/account/runs', label: 'Your runs' };
const PURCHASES = { href: '/account/purchases', label: 'Your purchases' };
const CATALOGUE = { href: '/opportunities', label: 'Browse opportunities' };
const SUPPORT = { href: '/support', label: 'Contact support' };
const KEYS = { href: '/account/keys', label: 'Your API keys' };

const MOMENT = 'Try again in a moment.';
const GONE = 'It may belong to another account: sign in with the address that our e-mail was sent to.';

/**
 * Words for people: the registry's address programmers and name headers. A code without words here gets its title and
 * a general advice. Without an action the button leads back to where it happened.
 */
const WORDS: Partial<Record<FailureCode, Words>> = {
  invalid_request: { title: 'Please check your entries', advice: 'Go back and correct these fields.' },
  query_too_long: {
    title: 'This address is too long',
    advice: 'It may have been put together wrongly. Begin again from here.',
    action: CATALOGUE,
  },
  not_found: { title: 'Page not found', advice: "This page doesn't exist.", action: CATALOGUE },
  method_not_allowed: { title: 'Page not found', advice: "This page doesn't exist.", action: CATALOGUE },
  invalid_token: {
    title: 'This link is not valid',
    advice: 'It was already used, has expired or is incomplete. Request a new one.',
    action: { href: '/sign-in', label: 'Sign in' },
  },
  origin_not_allowed: {
    title: 'This form came from another site',
    advice: 'For your safety we did nothing. Open the page here and send it again.',
  },
  stale_form: {
    title: 'This form is out of date',
    advice: 'You signed in again since you opened it. Open the page once more and send it from there.',
  },
  run_not_found: { title: 'Run not found', advice: GONE, action: RUNS },
  run_not_completed: {
    title: 'Not ready yet',
    advice: 'The research is under way. Open the page of the run to watch it.',
    action: RUNS,
  },
  artifact_unavailable: {
    title: 'There is no dossier',
    advice: 'This run ended without one. Its page says why, and whether your credit came back.',
    action: RUNS,
  },
  portfolio_not_applicable: {
    title: 'There is no ranking',
    advice: 'Only a Custom Search ranks ideas.',
    action: RUNS,
  },
  run_already_finished: { title: 'This run has ended', advice: 'There is nothing left to cancel.', action: RUNS },
  entitlement_required: {
    title: 'You have no credit for this',
    advice: 'Buy one and start your run right after.',
    action: { href: '/buy', label: 'Buy a credit' },
  },
  budget_spent: {
    title: 'Your budget of this month is spent',
    advice: 'Wait until running research ends or the month does, or ask support for a higher budget.',
    action: { href: '/account/usage', label: 'Your usage' },
  },
  order_not_found: { title: 'Order not found', advice: GONE, action: PURCHASES },
  opportunity_not_purchased: {
    title: "You haven't bought this opportunity",
    advice: 'Its dossier opens once your payment has arrived.',
    action: CATALOGUE,
  },
  opportunity_unavailable: {
    title: 'This opportunity is taken',
    advice: 'It was sold, or somebody is buying it. A reservation that is not paid ends within the hour.',
    action: CATALOGUE,
  },
  too_many_holds: {
    title: 'Too many opportunities are reserved for you',
    advice: 'Pay for one, or release it, before you reserve another.',
    action: CATALOGUE,
  },
  idempotency_in_flight: { title: 'We are still working on it', advice: MOMENT },
  idempotency_key_reused: {
    title: 'This form was sent before',
    advice: 'Open the page once more to send something new.',
  },
  payment_provider_failed: { title: 'The payment page is not available', advice: 'You were not charged. Try again.' },
  too_many_keys: {
    title: 'You have all the API keys that an account can have',
    advice: 'Revoke one that you no longer need, then try again.',
    action: KEYS,
  },
  webhook_limit_reached: {
    title: 'You have all the webhooks that an account can have',
    advice: 'Delete one that you no longer need, then try again.',
    action: { href: '/account/webhooks', label: 'Your webhooks' },
  },
  webhook_not_found: {
    title: 'Webhook not found',
    advice: 'It may have been deleted.',
    action: { href: '/account/webhooks', label: 'Your webhooks' },
  },
  too_many_shares: {
    title: 'This dossier has all the links that it can have',
    advice: 'Take back one that you no longer need, then try again.',
  },
  account_suspended: {
    title: 'This account is suspended',
    advice: 'Nothing in it is lost. Contact support.',
    action: SUPPORT,
  },
  erasure_blocked: { title: "Your account can't be erased yet", advice: 'Money is still on its way. Try again later.' },
  payload_too_large: { title: 'That is too long', advice: 'Shorten your text and send it again.' },
  free_scans_used_up: {
    title: "Today's free scans are taken",
    advice: 'Come back tomorrow. The link in your e-mail goes on working.',
    action: CATALOGUE,
  },
  overloaded: { title: 'We are very busy', advice: MOMENT },
  service_unavailable: { title: 'Temporarily unavailable', advice: MOMENT },
  service_not_configured: { title: 'Not available', advice: 'This feature is switched off at the moment.' },
  internal_error: { title: 'Something went wrong', advice: 'Try again.' },
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
  const { title, advice, action } = wordsOf(code, detailed.retryAfterSeconds);
  const more = WITH_OWN_DETAIL.has(code) ? detailed.detail : undefined;
  return { title, advice: more ?? advice, action: action ?? retryAction(again) };
}

function wordsOf(code: FailureCode, retryAfterSeconds = 60): Words {
  if (code === 'rate_limited') {
    return { title: 'Too many attempts', advice: `Try again in ${duration(retryAfterSeconds)}.` };
  }
  return WORDS[code] ?? { title: FAILURES[code].title, advice: 'Go back and try again.' };
}

function retryAction({ href, isForm }: RetryLink): FailureWords['action'] {
  if (isForm) return { href, label: 'Back to the form' };
  return { href, label: 'Try again' };
}

function duration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
