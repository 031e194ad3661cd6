import { samplePdf } from '../../stand-ins/web/sample-pdf';
import { html, PROSE, QUOTE, redirect, statusesIn, typed, useCitedSite, type Answer } from '../support/cited-site';

const site = useCitedSite();
afterEach(() => site.clear());

const SHELL = '<div id="root"></div><script src="/app.js"></script>';
const FOOT = `<nav>${'<a href="/x">Another part of the site</a>'.repeat(8)}</nav><footer>${PROSE}</footer>`;
const SIGN_IN = '<form action="/session"><input name="user"><input type="password" name="secret"></form>';

test.each<[string, string, Answer]>([
  ['a sign-in', 'unreachable', html(`<h1>Log in to continue reading</h1>${PROSE}${SIGN_IN}`)],
  ['a sign-in in words only', 'unreachable', html(`<p>Please sign in to continue.</p>${PROSE}`)],
  [
    'a challenge',
    'unreachable',
    html('<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/a"></script>'),
  ],
  ['a challenge that says more', 'unreachable', html(`<title>Just a moment...</title>${PROSE}`)],
  ['a challenge with a picture to solve', 'unreachable', html(`<div class="h-captcha"></div><p>${PROSE}</p>`)],
  ['a wall of cookies', 'unreachable', html(`<h1>Before you continue to the paper</h1><p>${PROSE}</p>`)],
  [
    'a text to pay for',
    'unreachable',
    html(`<p>${PROSE.repeat(9)}</p><script type="application/ld+json">{"isAccessibleForFree": false}</script>`),
  ],
  [
    'a page that sends its reader on',
    'unreachable',
    html('<meta http-equiv="refresh" content="0; url=/in"><p>One moment</p>'),
  ],
  ['a shell with head and foot', 'not_text', html(FOOT + SHELL)],
  ['a shell that asks for scripts', 'not_text', html(`<noscript><p>You need scripts. ${PROSE}</p></noscript>${SHELL}`)],
  ['a shell with some words', 'not_text', html(`<p>${PROSE}</p>${SHELL}`)],
  [
    'a shell of an element of its own',
    'not_text',
    html(`<app-root></app-root><p>${PROSE}</p><script src="/app.js"></script>`),
  ],
  ['a long page with a sign-in in its head', 'not_found', html(`<header>${SIGN_IN}</header><p>${PROSE.repeat(9)}</p>`)],
  ['a long page that speaks of signing in', 'not_found', html(`<p>${PROSE.repeat(9)} Sign in to continue.</p>`)],
  ['a long page that scripts add to', 'not_found', html(`<p>${PROSE.repeat(9)}</p>${SHELL}`)],
  [
    'a page that says politely that there is none',
    'not_found',
    html(`<h1>We could not find that page</h1><p>${PROSE}</p>`),
  ],
])('where a quotation is not, %s is %s', async (_what, status, answer) => {
  site.pages['/page'] = answer;
  expect(await site.statusOf('https://source.example/page')).toBe(status);
});

test.each<[string, Answer]>([
  ['before a wall', html(`<p>${QUOTE}</p>${PROSE}${SIGN_IN}`)],
  ['in the description of a shell', html(`<meta name="description" content="${QUOTE}">${SHELL}`)],
])('a quotation that a reader sees %s is verified', async (_where, answer) => {
  site.pages['/page'] = answer;
  expect(await site.statusOf('https://source.example/page')).toBe('verified');
});

test.each([
  ['/login?next=%2Fpage', 'unreachable'],
  ['/users/sign_in', 'unreachable'],
  ['/signin', 'unreachable'],
  ['/auth/realms/readers', 'unreachable'],
  ['https://accounts.moved.example/start', 'unreachable'],
  ['https://consent.moved.example/m', 'unreachable'],
  ['/authors/page', 'verified'],
])('a page that redirects to %s is %s', async (location, status) => {
  site.pages['/page'] = redirect(location);
  for (const path of ['/login?next=%2Fpage', '/users/sign_in', '/signin', '/auth/realms/readers', '/start', '/m']) {
    site.pages[path] = html(`<p>${QUOTE}</p>`);
  }
  site.pages['/authors/page'] = html(`<p>${QUOTE}</p>`);
  expect(await site.statusOf('https://source.example/page')).toBe(status);
});

test('with a quotation are kept its sentences, what stands around them, title and date of its page', async () => {
  const head = '<title>Register of looms</title><meta name="date" content="2026-04-02">';
  site.pages['/page'] = html(
    `${head}<p>${PROSE}</p><p>It is not so that ${QUOTE}</p><p>Ask ann@looms.example for more.</p>`,
  );
  const { found } = await site.look('https://source.example/page', ['Rows in class: 1,152', 'Rows in class: 1,153']);
  expect(found[0]).toEqual({
    status: 'verified',
    kept: {
      excerpt: 'It is not so that Rows in class: 1,152.',
      context: expect.stringMatching(
        /These|these are the words.* \| It is not so .*391\. \| Ask \[contact removed\] for more\./u,
      ) as string,
      pageTitle: 'Register of looms',
      pageDate: '2026-04-02',
    },
  });
  expect(found[1]).toEqual({ status: 'not_found', kept: { pageTitle: 'Register of looms', pageDate: '2026-04-02' } });
});

test('of a PDF is kept the page on which a quotation stands', async () => {
  const filling = Array.from({ length: 60 }, (_, i) => `Line ${i} of the report.`);
  site.pages['/page'] = typed('application/pdf', samplePdf([...filling, QUOTE]));
  const { found } = await site.look('https://source.example/page', ['Line 0 of the report', QUOTE]);
  expect(found.map(({ kept }) => kept.page)).toEqual([1, 3]);
});

test('digits that a PDF raises are none of the number before them', async () => {
  const plain = samplePdf(['It earned $12 million last year.']).toString('latin1');
  const line = '(It earned $12) Tj /F1 6 Tf 4 Ts (3) Tj 0 Ts /F1 11 Tf ( million last year.) Tj';
  const raised = plain.replace('(It earned $12 million last year.) Tj', line);
  site.pages['/page'] = typed('application/pdf', Buffer.from(raised, 'latin1'));
  const checked = await site.look('https://source.example/page', ['It earned $123 million', 'It earned $12³ million']);
  expect(statusesIn(checked)).toEqual(['not_found', 'verified']);
});
