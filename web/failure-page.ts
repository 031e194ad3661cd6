import { FAILURES, type Failure, type FieldError, type FailureCode } from '../base/failures';
import { html, type Markup } from '../base/html';
import type { Reply } from '../http/endpoint';
import type { RetryLink } from '../http/middleware/answer-failures';
import { layout } from './layout';
import { show } from './page';

/** Error page for browsers: what happened, what to do, a button that does it, and the id to quote to support. */
export function failurePage(failure: Failure, requestId: string, again: RetryLink): Reply {
  const { status } = FAILURES[failure.code];
  const { errors } = failure.public;
  const { title, advice, action } = wordsFor(failure, again);
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <p class="eyebrow">Error ${status}</p>
        <h1>${title}</h1>
        <p class="lead">${advice}</p>
        ${errors && fieldErrorList(errors)}
        <p class="actions">
          <a class="button" href="${action.href}">${action.label}</a>
          ${action.href !== '/' && html`<a class="button quiet" href="/">Home</a>`}
        </p>
        <p class="soft">
          <a href="/support">Contact support</a> if it keeps happening. Request id <code>${requestId}</code>
        </p>
      </section>`,
    }),
    { status },
  );
}

/** Error summary to show above a redisplayed form. */
export function formErrors(failure: Failure): Markup {
  const { errors } = failure.public;
  const { title, advice } = wordsFor(failure);
  return html`<div role="alert">
    ${errors ? fieldErrorList(errors) : html`<p class="notice bad">${title}. ${advice}</p>`}
  </div>`;
}

function fieldErrorList(errors: readonly FieldError[]): Markup {
  return html`<ul class="errors">
    ${errors.map((error) => html`<li>${fieldError(error)}</li>`)}
  </ul>`;
}

function fieldError({ pointer, code, detail }: FieldError): Markup | string {
  const name = pointer.slice(1);
  if (name === 'email' && code === 'invalid_format') return 'Enter a valid e-mail address.';
  return html`<strong>${label(name)}</strong> ${detail}`;
}

/** Words of a camel-case field name, such as `Related id`. */
function label(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
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
const GONE = 'It may belong to another account: sign in with the address that our e-mail was sent to.';

/**
 * Words for people: the registry's address programmers and name headers. A code without words here gets its title and
 * a general advice. Without an action the button leads back to where it happened.
 */
const WORDS: Partial<Record<FailureCode, readonly [title: string, advice: string, action?: Action]>> = {
  invalid_request: ['Please check your entries', 'Go back and correct these fields.'],
  query_too_long: [
    'This address is too long',
    'It may have been put together wrongly. Begin again from here.',
    CATALOGUE,
  ],
  not_found: ['Page not found', NO_PAGE, CATALOGUE],
  method_not_allowed: ['Page not found', NO_PAGE, CATALOGUE],
  invalid_token: [
    'This link is not valid',
    'It was already used, has expired or is incomplete. Request a new one.',
    SIGN_IN,
  ],
  origin_not_allowed: [
    'This form came from another site',
    'For your safety we did nothing. Open the page here and send it again.',
  ],
  stale_form: [
    'This form is out of date',
    'You signed in again since you opened it. Open the page once more and send it from there.',
  ],
  run_not_found: ['Run not found', GONE, RUNS],
  run_not_completed: ['Not ready yet', 'The research is under way. Open the page of the run to watch it.', RUNS],
  artifact_unavailable: [
    'There is no dossier',
    'This run ended without one. Its page says why, and whether your credit came back.',
    RUNS,
  ],
  portfolio_not_applicable: ['There is no ranking', 'Only a Custom Search ranks ideas.', RUNS],
  run_not_finished: ['This research has not ended', 'Cancel it, or wait until it has ended, then delete it.', RUNS],
  run_already_finished: ['This run has ended', 'There is nothing left to cancel.', RUNS],
  entitlement_required: ['You have no credit for this', 'Buy one and start your run right after.', BUY],
  budget_spent: [
    'Your budget of this month is spent',
    'Wait until running research ends or the month does, or ask support for a higher budget.',
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
    'It was sold, or somebody is buying it. A reservation that is not paid ends within the hour.',
    CATALOGUE,
  ],
  too_many_holds: [
    'Too many opportunities are reserved for you',
    'Pay for one, or release it, before you reserve another.',
    CATALOGUE,
  ],
  idempotency_in_flight: ['We are still working on it', MOMENT],
  idempotency_key_reused: ['This form was sent before', 'Open the page once more to send something new.'],
  payment_provider_failed: ['The payment page is not available', 'You were not charged. Try again.'],
  too_many_keys: [
    'You have all the API keys that an account can have',
    'Revoke one that you no longer need, then try again.',
    KEYS,
  ],
  webhook_limit_reached: [
    'You have all the webhooks that an account can have',
    'Delete one that you no longer need, then try again.',
    WEBHOOKS,
  ],
  webhook_not_found: ['Webhook not found', 'It may have been deleted.', WEBHOOKS],
  too_many_shares: [
    'This dossier has all the links that it can have',
    'Take back one that you no longer need, then try again.',
  ],
  account_suspended: ['This account is suspended', 'Nothing in it is lost. Contact support.', SUPPORT],
  erasure_blocked: ["Your account can't be erased yet", 'Money is still on its way. Try again later.'],
  payload_too_large: ['That is too long', 'Shorten your text and send it again.'],
  free_scans_used_up: [
    "Today's free scans are taken",
    'Come back tomorrow. The link in your e-mail goes on working.',
    CATALOGUE,
  ],
  overloaded: ['We are very busy', MOMENT],
  service_unavailable: ['Temporarily unavailable', MOMENT],
  service_not_configured: ['Not available', 'This feature is switched off at the moment.'],
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
