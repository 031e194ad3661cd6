import { Failure, FAILURES, type FailureCode } from '../../contracts/failures';
import { missingOf, sellerOf } from '../../platform/seller-settings';
import { dataTable } from '../../web/components/data-table';
import { textField } from '../../web/components/form-field';
import { microdata } from '../../web/components/microdata';
import { WITH_OWN_DETAIL, wordsFor } from '../../web/failure-words';

test('hostile text stays text in tables, fields and microdata', () => {
  const hostile = '"><script>alert(1)</script>';
  const made = [
    dataTable(hostile, [hostile], [[hostile]]),
    textField({ name: 'a', label: hostile, hint: hostile, error: hostile, value: hostile }),
    microdata({ type: 'Product', properties: { name: hostile, url: { url: hostile } } }),
  ].join('');
  expect(made).not.toContain('<script');
  expect(made).toContain('&quot;&gt;&lt;script&gt;');
});

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

test('a failure that passes leads back to where it happened', () => {
  for (const [href, isForm, label] of [
    ['/opportunities?cursor=x', false, 'Try again'],
    ['/sign-in', true, 'Back to the form'],
  ] as const) {
    expect(wordsFor(new Failure('service_unavailable'), { href, isForm }).action).toEqual({ href, label });
  }
});
