import { Failure, FAILURES, type FailureCode } from '../../base/failures';
import { missingOf, sellerOf } from '../../base/payment-settings';
import { WITH_OWN_DETAIL, wordsFor } from '../../web/failure-words';

test('names the settings that legal pages miss', () => {
  const empty = { SELLER_NAME: '', SELLER_ADDRESS: '', SELLER_EMAIL: '', SELLER_REGISTER: '', SELLER_TAX_ID: '' };
  expect(missingOf(sellerOf(empty))).toEqual(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL']);
});

// Codes that only programs meet: a page has no key, no JSON and no formats to choose.
const OF_PROGRAMS = new Set<string>([
  ...['invalid_json', 'invalid_idempotency_key', 'missing_api_key', 'invalid_api_key'],
  ...['insufficient_scope', 'live_key_required', 'invalid_webhook', 'unsupported_media_type'],
]);
const CODES = (Object.keys(FAILURES) as FailureCode[]).filter((code) => !OF_PROGRAMS.has(code));

test.each(CODES)('%s is told to people without words for programmers', (code) => {
  const again = { href: '/sign-in', isForm: true };
  const { title, advice, action } = wordsFor(new Failure(code, { retryAfterSeconds: 840 }), again);
  const own = WITH_OWN_DETAIL.has(code) ? '' : wordsFor(new Failure(code, { detail: 'Read Retry-After.' })).advice;
  expect(`${title} ${advice} ${action.label} ${own}`).not.toMatch(
    /Retry-After|Idempotency-Key|X-Api-Key|header|limitLevel|entitlement|endpoint|`|\/v1\/|JSON|undefined/i,
  );
  expect(action.href).toMatch(/^\/(?!\/)/);
});
