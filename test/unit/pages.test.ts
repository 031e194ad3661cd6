import { browserWords } from '../../commands/people/browser-words';
import { Failure, FAILURES, type FailureCode } from '../../contracts/failures';
import { missingOf, sellerOf } from '../../platform/seller-settings';
import { codeBlock } from '../../web/components/code-block';
import { dataTable } from '../../web/components/data-table';
import { textField } from '../../web/components/form-field';
import { microdata } from '../../web/components/microdata';
import { WITH_OWN_DETAIL, wordsFor } from '../../web/failure-words';
import { textOfHtml } from '../support/html-text';

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

test.each([
  ['sh', 'curl "https://a.example/?b=1&c=2" -d \'{"idea": "<script>"}\' # <b>'],
  ['ts', 'const a: Array<string> = [`${b}</code>`, "&lt;"]; // </pre><script>alert(1)</script>'],
  ['py', 'print(f"{a}<script>")'],
  ['go', 'a := `<script>`'],
] as const)('highlights %s without changing its text', (language, code) => {
  const block = codeBlock('block', code, language).toString();
  const shown = /<code id="block">([^]*)<\/code>/.exec(block)![1]!;
  expect(shown).toMatch(/<span class="code-(string|keyword)">/);
  expect(shown.replace(/<\/?span( class="[\w -]+")?>/g, '')).not.toMatch(/[<>"']/);
  expect(textOfHtml(shown)).toBe(code);
});

test('names the settings that legal pages miss', () => {
  const empty = { SELLER_NAME: '', SELLER_ADDRESS: '', SELLER_EMAIL: '', SELLER_REGISTER: '', SELLER_TAX_ID: '' };
  expect(missingOf(sellerOf(empty))).toEqual(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL']);
  const set = { ...empty, SELLER_NAME: 'A', SELLER_ADDRESS: '1 Lane; Berlin', SELLER_EMAIL: 'a@example.com' };
  expect(missingOf(sellerOf(set))).toEqual([]);
  expect(sellerOf(set).address).toEqual(['1 Lane', 'Berlin']);
});

describe('failures', () => {
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
    'hides details for programmers: %s',
    (code) => {
      const { advice } = wordsFor(new Failure(code, { detail: 'Wait for Retry-After (limit "auth").' }));
      expect(advice).not.toContain('Retry-After');
    },
  );

  test.each([
    [{ href: '/opportunities?cursor=x', isForm: false }, 'Try again'],
    [{ href: '/', isForm: false }, 'Try again'],
    [{ href: '/sign-in', isForm: true }, 'Back to the form'],
  ])('a passing failure leads back to %j', (again, label) => {
    expect(wordsFor(new Failure('service_unavailable'), again).action).toEqual({ href: again.href, label });
  });
});

describe('browsers', () => {
  const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Safari/604.1`, 'Safari on iPhone'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
    ['<script>alert(1)</script>', 'A browser on an unknown system'],
  ])('describes %s as "%s"', (userAgent, words) => {
    expect(browserWords(userAgent)).toBe(words);
  });
});
