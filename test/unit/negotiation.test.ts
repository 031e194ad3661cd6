/** Accept and ETag headers as sent by programs, browsers, scanners and proxies. */
import { matches } from '../../http/reply';
import { insistsOnJson, preferredFormat, prefersPage } from '../../http/request-headers';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json, */*;q=0.1', true],
  ['application/json;q=0.9, text/html;q=0.8', true],
  ['application/json, text/*;q=0.5', true],
  ['', false],
  ['*/*', false],
  ['application/*', true],
  [BROWSER, false],
  ['application/json, text/plain, */*', false],
  ['application/json, text/html', false],
  ['text/html, application/json;q=0.9', false],
  ['application/json;q=0, text/html', false],
  ['application/json;q=0', false],
  ['application/json;q=0.5, text/*', false],
  ['application/json;q=nonsense', false],
  ['application/json+x', false],
])('Accept %j insists on JSON: %s', (accept, insists) => {
  expect(insistsOnJson(accept)).toBe(insists);
});

test.each([
  [BROWSER, true],
  ['text/html', true],
  ['text/html, */*', true],
  ['text/html;q=0.9, application/json;q=0.8', true],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0, */*', false],
  ['text/html;q=0', false],
])('Accept %j shows a failure as a page: %s', (accept, isPage) => {
  expect(prefersPage(accept)).toBe(isPage);
});

test.each([
  ['application/pdf;q=0, */*', 'html'],
  ['text/html;q=0, */*', 'pdf'],
  ['text/html;q=0.1, application/pdf;q=0.2', 'pdf'],
  ['text/*', 'html'],
  ['image/png', 'html'],
  ['application/pdf;version=1.7', 'pdf'],
  ['application/pdf; q=0.5; v="a,b;c", text/html; charset="utf-8"; q=0.4', 'pdf'],
])('Accept %j prefers the %s of two formats', (accept, format) => {
  expect(preferredFormat(accept, { html: 'text/html; charset=utf-8', pdf: 'application/pdf' })).toBe(format);
});

test('matches an ETag as compressing proxies rewrite it, and no other ETag', () => {
  const etag = '"7"';
  const sent = [
    '"7"',
    'W/"7"',
    '*',
    '"5", "7"',
    '"7-gzip"',
    'W/"7-br"',
    '"7;gzip"',
    '"7--gzip"',
    '"7-zstd"',
    '"5", W/"7-gzip"',
  ];
  expect(sent.filter((tag) => !matches(tag, etag))).toEqual([]);
  const others = ['"8"', '"7-gzip', '"-gzip"', '"77-gzip"', '"7-gzip-br"', '"7-other"', '7', '""', '"8-gzip"'];
  expect(others.filter((tag) => matches(tag, etag))).toEqual([]);
});
