import { Failure, FAILURES, type FailureCode } from '../../contracts/failures';
import { failurePage } from '../../web/failure-page';
import { WITH_OWN_DETAIL, wordsFor } from '../../web/failure-words';

const CODES = Object.keys(FAILURES) as FailureCode[];

// Codes that only programs meet: a page has no key, no JSON and no formats to choose.
const OF_PROGRAMS: ReadonlySet<FailureCode> = new Set([
  'invalid_json',
  'invalid_idempotency_key',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'live_key_required',
  'invalid_webhook',
  'unsupported_media_type',
]);

test.each(CODES.filter((code) => !OF_PROGRAMS.has(code)))('%s speaks to people and leads on', (code) => {
  const { title, advice, action } = wordsFor(new Failure(code, { retryAfterSeconds: 840 }), {
    href: '/sign-in',
    isForm: true,
  });
  expect(`${title} ${advice} ${action.label}`).not.toMatch(
    /Retry-After|Idempotency-Key|X-Api-Key|header|limitLevel|entitlement|endpoint|`|\/v1\/|JSON|undefined/i,
  );
  expect(action.href).toMatch(/^\/(?!\/)/);
});

test.each(CODES.filter((code) => !OF_PROGRAMS.has(code) && !WITH_OWN_DETAIL.has(code)))(
  'a detail for programmers stays out of what a person reads of %s',
  (code) => {
    const { advice } = wordsFor(new Failure(code, { detail: 'Wait for Retry-After (limit "auth").' }));
    expect(advice).not.toContain('Retry-After');
  },
);

test('a limit says when it ends, in words', () => {
  expect(wordsFor(new Failure('rate_limited', { retryAfterSeconds: 840 }))).toMatchObject({
    title: 'Too many attempts',
    advice: 'Try again in 14 minutes.',
  });
  expect(wordsFor(new Failure('rate_limited', { retryAfterSeconds: 1 })).advice).toBe('Try again in 1 second.');
});

test.each([
  [{ href: '/opportunities?cursor=x', isForm: false }, 'Try again'],
  [{ href: '/', isForm: false }, 'Try again'],
  [{ href: '/sign-in', isForm: true }, 'Back to the form'],
])('a failure that passes leads back to %j', (again, label) => {
  expect(wordsFor(new Failure('service_unavailable'), again).action).toEqual({ href: again.href, label });
});

test('the address that failed is text in the page, whatever it holds', () => {
  const again = { href: '/scan?x="><script>alert(1)</script>', isForm: false };
  const { body } = failurePage(new Failure('overloaded'), 'r1', again);
  expect((body as Buffer).toString()).not.toContain('<script>alert');
});
