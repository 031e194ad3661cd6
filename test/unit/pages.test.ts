import { Failure, FAILURES, type FailureCode } from '../../base/failures';
import { missingOf, sellerOf } from '../../base/payment-settings';
import { failurePage } from '../../web/failure-page';
import { WITH_OWN_DETAIL, wordsFor } from '../../web/failure-words';

test('names the settings that are missing for legal pages', () => {
  const empty = { SELLER_NAME: '', SELLER_ADDRESS: '', SELLER_EMAIL: '', SELLER_REGISTER: '', SELLER_TAX_ID: '' };
  expect(missingOf(sellerOf(empty))).toEqual(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL']);
});

// Error codes that only programs see, because pages have no keys, JSON or choice of format.
const OF_PROGRAMS = new Set<string>([
  ...['invalid_json', 'invalid_idempotency_key', 'missing_api_key', 'invalid_api_key'],
  ...['insufficient_scope', 'live_key_required', 'invalid_webhook', 'unsupported_media_type'],
]);
const CODES = (Object.keys(FAILURES) as FailureCode[]).filter((code) => !OF_PROGRAMS.has(code));

test.each(CODES)('explains %s to people without technical terms', (code) => {
  const again = { href: '/sign-in', isForm: true };
  const { title, advice, effect, action } = wordsFor(new Failure(code, { retryAfterSeconds: 840 }), again);
  const own = WITH_OWN_DETAIL.has(code) ? '' : wordsFor(new Failure(code, { detail: 'Read Retry-After.' })).advice;
  expect(`${title} ${advice} ${effect} ${action.label} ${own}`).not.toMatch(
    /Retry-After|Idempotency-Key|X-Api-Key|header|limitLevel|entitlement|endpoint|`|\/v1\/|JSON|undefined/i,
  );
  expect(action.href).toMatch(/^\/(?!\/)/);
});

test('states what a failed form saved and charged', () => {
  const effectOf = (code: FailureCode, isForm: boolean) =>
    wordsFor(new Failure(code), { href: '/scan', isForm }).effect;
  expect(effectOf('internal_error', true)).toContain('check your account before you send them again');
  for (const code of ['rate_limited', 'overloaded', 'too_many_holds'] as const)
    expect(effectOf(code, true)).toBe('Nothing was saved or charged.');
  expect(effectOf('idempotency_in_flight', true)).toBeNull();
  expect(effectOf('service_unavailable', false)).toContain('research are safe');
  expect(effectOf('not_found', false)).toBeNull();
});

test('offers to reload a page that failed, and passes its request id to support', () => {
  const page = (code: FailureCode, isForm: boolean) =>
    (failurePage(new Failure(code), 'request-1', { href: '/catalog?page=2', isForm }).body as Buffer).toString();
  for (const code of ['internal_error', 'run_not_completed', 'free_scans_used_up'] as const)
    expect(page(code, false)).toContain('href="/catalog?page=2">Try again</a>');
  expect(page('free_scans_used_up', true)).not.toContain('Try again');
  expect(page('internal_error', true)).toMatch(
    /Back to the form<[^]*href="\/">Home<[^]*\/support\?relatedId=request-1/,
  );
});
