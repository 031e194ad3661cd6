/** Cited pages: what counts as a quotation, what is never requested, and what hostile pages cannot do. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { samplePdf } from '../../stand-ins/web/pages';
import { createPageReader } from '../../vendors/cited-pages/page-reader';
import {
  html,
  never,
  PROSE,
  QUOTE,
  redirect,
  statusesIn,
  typed,
  useCitedSite,
  expensivePdf,
  type Answer,
} from '../support/cited-site';
import { eventually } from '../support/eventually';

/** Reading this page takes far longer than the limit for a page. */
const HOSTILE = expensivePdf();
const site = useCitedSite();
afterEach(() => site.clear());

const answering =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** Quotation status for each response. Each response has its own host, and one service checks all hosts. */
async function statusesOf(answers: Record<string, readonly [expected: string, answer: Answer]>) {
  const cited = site.create();
  const statuses = Object.entries(answers).map(async ([name, [, answer]], i) => {
    site.pages[`s${i}.example/page`] = answer;
    const asked = { url: `https://s${i}.example/page`, quotations: [QUOTE], owner: 'run_1' };
    return [name, statusesIn(await cited.check(asked, never))[0]] as const;
  });
  return Object.fromEntries(await Promise.all(statuses));
}
const expectedOf = (answers: Record<string, readonly [expected: string, answer: Answer]>) =>
  Object.fromEntries(Object.entries(answers).map(([name, [expected]]) => [name, expected]));
const script = '<script src="/app.js"></script>';
const SHELL = `<div id="root"></div>${script}`;
const SIGN_IN = '<form action="/session"><input name="user"><input type="password" name="secret"></form>';

describe('a quotation', () => {
  const FORMATS: Record<string, readonly [string, Answer]> = {
    html: ['verified', html(`<p>${QUOTE}</p>`)],
    elements: [
      'verified',
      html('<ul><li>Rows in <b>cl</b><i>ass</i>: 1,152.</li><li>Rows differing: <a>391</a>.</ul>'),
    ],
    table: ['verified', html('<table><tr><td>Rows in class:<td>1,152.<tr><td>Rows differing:<td>391.</table>')],
    plain: ['verified', typed('text/plain', `Before.\r\n${QUOTE}\r\nAfter.`)],
    json: ['verified', typed('application/json', JSON.stringify({ note: QUOTE }))],
    xml: ['verified', typed('application/rss+xml', `<rss><item><![CDATA[${QUOTE}]]></item></rss>`)],
    pdf: ['verified', typed('application/pdf', samplePdf(['Title', QUOTE]))],
    'pdf called html': ['verified', typed('text/html', samplePdf(['Title', QUOTE]))],
    untyped: ['verified', (_request, response) => response.end(`<html><p>${QUOTE}</p></html>`)],
    gzip: ['verified', answering(200, gzipSync(QUOTE), { 'content-encoding': 'gzip' })],
    brotli: ['verified', answering(200, brotliCompressSync(QUOTE), { 'content-encoding': 'br' })],
    'utf-16': ['verified', typed('text/plain', Buffer.from(`\ufeff${QUOTE}`, 'utf16le'))],
    'description of a shell': ['verified', html(`<meta name="description" content="${QUOTE}">${SHELL}`)],
  };

  test('is found in every supported page format', async () => {
    expect(await statusesOf(FORMATS)).toEqual(expectedOf(FORMATS));
  });

  const WITHOUT: Record<string, readonly [string, Answer]> = {
    'another text': ['not_found', html(`<p>${PROSE}</p>`)],
    'in a script': ['not_found', html(`<p>${PROSE}</p><script>const a = "${QUOTE}"</script>`)],
    hidden: ['not_found', html(`<p>${PROSE}</p><p hidden>${QUOTE}</p>`)],
    'in a comment': ['not_found', html(`<p>${PROSE}</p><!-- ${QUOTE} -->`)],
    'no page': ['not_found', answering(404, QUOTE)],
    'long page with a sign-in': ['not_found', html(`<header>${SIGN_IN}</header><p>${PROSE.repeat(9)}</p>`)],
    'page that says it is missing': ['not_found', html(`<h1>We could not find that page</h1><p>${PROSE}</p>`)],
    wall: ['unreachable', answering(403, QUOTE)],
    failure: ['unreachable', answering(503)],
    'broken connection': ['unreachable', (request) => request.socket.destroy()],
    'damaged encoding': ['unreachable', html(QUOTE, { 'content-encoding': 'gzip' })],
    'sign-in': ['unreachable', html(`<h1>Log in to continue reading</h1>${PROSE}${SIGN_IN}`)],
    captcha: ['unreachable', html(`<div class="h-captcha"></div><p>${PROSE}</p>`)],
    'cookie wall': ['unreachable', html(`<h1>Before you continue to the paper</h1><p>${PROSE}</p>`)],
    paywall: [
      'unreachable',
      html(`<p>${PROSE.repeat(9)}</p><script type="application/ld+json">{"isAccessibleForFree": false}</script>`),
    ],
    refresh: ['unreachable', html('<meta http-equiv="refresh" content="0; url=/in"><p>One moment</p>')],
    'redirect to a sign-in': ['unreachable', redirect('/login?next=%2Fpage')],
    image: ['not_text', typed('image/png', Buffer.from('89504e470d0a1a0a', 'hex'))],
    'damaged pdf': ['not_text', typed('application/pdf', '%PDF-1.7 and then nothing')],
    'pdf without text': ['not_text', typed('application/pdf', samplePdf(['']))],
    shell: ['not_text', html(`<p>${PROSE}</p>${SHELL}`)],
    'shell that asks for scripts': ['not_text', html(`<noscript><p>${PROSE}</p></noscript>${SHELL}`)],
  };

  test('is reported as not found, unreachable or no text, depending on the page', async () => {
    site.pages['/login?next=%2Fpage'] = html(`<p>${QUOTE}</p>`);
    expect(await statusesOf(WITHOUT)).toEqual(expectedOf(WITHOUT));
  });

  test('is judged separately, with one identified request per page', async () => {
    site.pages['/page'] = html(`<p>${PROSE}</p><p>${QUOTE}</p>`);
    const quotations = [QUOTE, 'Rows in class: 1,153. And more', 'it has'];
    const checked = await site.look('https://source.example/page', quotations, { publicUrl: 'http://noi.test/' });
    expect(statusesIn(checked)).toEqual(['verified', 'not_found', 'not_found']);
    expect(checked.contentSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/page']);
    expect(site.asked[1]!.agent).toBe(
      'NewsletterOpportunityIntelligence/1.0 (+http://noi.test/support; checks quotations)',
    );
  });

  test('is stored with its sentences, context, title and date, without contacts', async () => {
    const head = '<title>Register of looms</title><meta name="date" content="2026-04-02">';
    site.pages['/page'] = html(
      `${head}<p>${PROSE}</p><p>It is not so that ${QUOTE}</p><p>Ask ann@looms.example for more.</p>`,
    );
    const { found } = await site.look('https://source.example/page', ['Rows in class: 1,152', 'Rows in class: 1,153']);
    const page = { pageTitle: 'Register of looms', pageDate: '2026-04-02' };
    expect(found).toEqual([
      {
        status: 'verified',
        kept: {
          excerpt: 'It is not so that Rows in class: 1,152.',
          context: expect.stringMatching(/It is not so .*391\. \| Ask \[contact removed\] for more\./u) as string,
          ...page,
        },
      },
      { status: 'not_found', kept: page },
    ]);
  });

  test('of a PDF is stored with its page', async () => {
    const filling = Array.from({ length: 60 }, (_, i) => `Line ${i} of the report.`);
    site.pages['/page'] = typed('application/pdf', samplePdf([...filling, QUOTE]));
    const { found } = await site.look('https://source.example/page', ['Line 0 of the report', QUOTE]);
    expect(found.map(({ kept }) => kept.page)).toEqual([1, 3]);
  });
});

describe('private addresses', () => {
  test.each([
    ['loopback', () => `http://127.0.0.1:${site.port}/page`],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['loopback as a number', () => `http://2130706433:${site.port}/page`],
  ])('does not follow a redirect to %s', async (_what, target) => {
    site.pages['/page'] = (_request, response) => response.writeHead(302, { location: target() }).end();
    expect(await site.statusOf('https://source.example/page')).toBe('unreachable');
    expect(site.asked.map(({ host }) => host)).toEqual(['source.example', 'source.example']);
  });

  test.each([
    'http://127.0.0.1/page',
    'http://[::1]/page',
    'http://169.254.169.254/latest/meta-data/',
    'https://user:secret@source.example/page',
    'https://source.example:8443/page',
    'not an address',
  ])('does not ask %s', async (url) => {
    site.pages['/page'] = html(QUOTE);
    expect(await site.statusOf(url)).toBe('unreachable');
    expect(site.asked).toEqual([]);
  });

  test('does not connect to a name with a private address, even among public ones', async () => {
    const resolved: string[] = [];
    const addresses = ['1.1.1.1', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const rebound = await site.statusOf('http://rebound.test/page', {
      resolveAll: (host, done) => (resolved.push(host), done(null, addresses)),
    });
    expect([rebound, new Set(resolved), site.asked]).toEqual(['unreachable', new Set(['rebound.test']), []]);
  });

  test('requests local samples only for reserved names', async () => {
    site.pages['/page'] = html(QUOTE);
    const nowhere = {
      resolveAll: (_host: string, done: (error: Error, none: []) => void) => done(new Error('no'), []),
    };
    expect(await site.statusOf('https://source.example/page', nowhere)).toBe('verified');
    expect(await site.statusOf('https://source.example.test/page', nowhere)).toBe('unreachable');
    expect(await site.statusOf('https://source.example/page', { ...nowhere, sampleOrigin: null })).toBe('unreachable');
    expect(() => site.create({ publicUrl: 'https://noi.test' })).toThrow(/CITED_PAGES_ORIGIN/);
  });
});

describe('limits', () => {
  test('reads only the beginning of a long page, and leaves the rest undecided', async () => {
    site.pages['/early'] = html(`<p>${QUOTE}</p>${PROSE.repeat(10_000)}`);
    site.pages['/late'] = html(`${PROSE.repeat(10_000)}<p>${QUOTE}</p>`);
    expect(await site.statusOf('https://source.example/early')).toBe('verified');
    expect(await site.statusOf('https://source.example/late')).toBe('unreachable');
  });

  test('reads a compression bomb no further than a normal page', async () => {
    site.pages['/page'] = answering(200, gzipSync(Buffer.alloc(300_000_000)), { 'content-encoding': 'gzip' });
    const before = process.memoryUsage().rss;
    expect(await site.statusOf('https://source.example/page')).toBe('not_text');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('follows redirects, but not a redirect loop', async () => {
    site.pages['/old'] = redirect('https://moved.example/new');
    site.pages['/new'] = html(QUOTE);
    site.pages['/loop'] = redirect('/loop');
    expect(await site.statusOf('https://source.example/old')).toBe('verified');
    site.asked = [];
    expect(await site.statusOf('https://source.example/loop')).toBe('unreachable');
    expect(site.asked.length).toBeLessThan(10);
  });

  test('slow pages of one run do not delay another run', async () => {
    site.pages['/hostile'] = typed('application/pdf', HOSTILE);
    site.pages['/page'] = html(QUOTE);
    const cited = site.create({ readMs: 2_500 });
    let ended = 0;
    const check = async (owner: string, url: string) =>
      statusesIn(await cited.check({ url, quotations: [QUOTE], owner }, never))[0];
    const hostile = [1, 2].map((n) => check('run_hostile', `https://s${n}.example/hostile`).finally(() => ended++));
    await eventually('the hostile pages', () => site.asked.filter(({ path }) => path === '/hostile').length === 2);
    expect(await check('run_honest', 'https://source.example/page')).toBe('verified');
    expect(ended).toBeLessThan(2);
    expect(await Promise.all(hostile)).toEqual(['not_text', 'not_text']);
  });

  test('reads robots.txt of an honest run while hostile pages occupy all page threads', async () => {
    const reader = createPageReader(60_000);
    let ended = 0;
    const page = { body: HOSTILE, contentType: 'application/pdf', quotations: [QUOTE] };
    const hostile = ['run_1', 'run_2'].map((owner) =>
      reader
        .find(owner, page)
        .catch(() => null)
        .finally(() => ended++),
    );
    const rulesUrl = 'https://source.example/robots.txt';
    const question = { rules: 'User-agent: *\nAllow: /', rulesUrl, url: 'https://source.example/page', agent: 'Noi' };
    expect(await reader.allows('run_honest', question)).toEqual({ allowed: true });
    expect(ended).toBe(0);
    await reader.close();
    await Promise.all(hostile);
  });
});

describe('robots.txt', () => {
  const rules = (text: string) => typed('text/plain', text);
  test.each([
    ['everybody', 'User-agent: *\nDisallow: /pa'],
    ['us by name', 'User-agent: newsletteropportunityintelligence\nDisallow: /\n\nUser-agent: *\nAllow: /'],
    ['a pattern', 'User-agent: *\nDisallow: /*ge$'],
  ])('that keeps %s out prevents the request', async (_whom, text) => {
    site.pages['/robots.txt'] = rules(text);
    site.pages['/page'] = html(QUOTE);
    expect(await site.statusOf('https://source.example/page')).toBe('unreachable');
    expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  test.each<[string, string, Answer]>([
    ['names others only', 'verified', rules('User-agent: OtherBot\nDisallow: /')],
    ['has moved', 'verified', redirect('/robots')],
    ['is huge', 'verified', rules(`User-agent: *\n${'Disallow: /a*b*c*d*e$\n'.repeat(100_000)}`)],
    ['is no text', 'verified', rules('\u0000\u0001<html>')],
    ['fails', 'unreachable', (_request, response) => response.writeHead(500).end()],
    ['never answers', 'unreachable', () => undefined],
  ])('that %s leaves a page %s', async (_what, status, answer) => {
    site.pages['/robots.txt'] = answer;
    site.pages['/page'] = html(QUOTE);
    const options = status === 'verified' ? {} : { timeoutMs: 500 };
    expect(await site.statusOf('https://source.example/page', options)).toBe(status);
  });

  test('is requested once per host, and again for the host of a redirect', async () => {
    site.pages['/robots.txt'] = rules('User-agent: *\nAllow: /');
    site.pages['one.example/a'] = html(QUOTE);
    site.pages['one.example/b'] = redirect('//two.example/a');
    site.pages['two.example/robots.txt'] = rules('User-agent: *\nDisallow: /');
    site.pages['two.example/a'] = html(QUOTE);
    const cited = site.create();
    const statuses: unknown[] = [];
    for (const path of ['/a', '/b']) {
      const asked = { url: `https://one.example${path}`, quotations: [QUOTE], owner: 'run_1' };
      statuses.push(statusesIn(await cited.check(asked, never))[0]);
    }
    expect(statuses).toEqual(['verified', 'unreachable']);
    expect(site.asked.map(({ host, path }) => host + path)).toEqual([
      'one.example/robots.txt',
      'one.example/a',
      'one.example/b',
      'two.example/robots.txt',
    ]);
  });
});
