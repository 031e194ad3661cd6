import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { samplePdf } from '../../stand-ins/web/sample-pdf';
import { eventually } from '../support/eventually';
import { dearPdf } from '../support/dear-pdf';
import { html, never, PROSE, QUOTE, statusesIn, typed, useCitedSite, type Answer } from '../support/cited-site';

const site = useCitedSite();
afterEach(() => site.clear());

test.each<[string, Answer]>([
  ['HTML', html(`<p>${QUOTE}</p>`)],
  ['HTML with entities', html('<p>Rows&nbsp;in class&colon; 1,152. Rows&#32;differing: 391.')],
  [
    'HTML across elements',
    html('<ul><li>Rows in <b>cl</b><i>ass</i>: 1,152.</li><li>Rows differing: <a>391</a>.</ul>'),
  ],
  ['cells of a table', html('<table><tr><td>Rows in class:<td>1,152.<tr><td>Rows differing:<td>391.</table>')],
  ['plain text', typed('text/plain', `Before.\r\n${QUOTE}\r\nAfter.`)],
  ['JSON', typed('application/json', JSON.stringify({ note: QUOTE }))],
  ['XML', typed('application/rss+xml', `<rss><item><![CDATA[${QUOTE}]]></item></rss>`)],
  ['a PDF', typed('application/pdf', samplePdf(['Title', QUOTE]))],
  ['a PDF that says it is HTML', typed('text/html', samplePdf(['Title', QUOTE]))],
  [
    'HTML that says it is plain',
    typed('text/plain', `<!doctype html><p>Rows <b>in</b> class: 1,152. Rows differing: 391.`),
  ],
  ['a page without a type', (_request, response) => response.end(`<html><p>${QUOTE}</p></html>`)],
  ['gzip', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(QUOTE))],
  [
    'Brotli',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(QUOTE)),
  ],
  ['UTF-16', typed('text/plain', Buffer.from(`\ufeff${QUOTE}`, 'utf16le'))],
])('a quotation is found in %s', async (_what, answer) => {
  site.pages['/page'] = answer;
  const checked = await site.look('https://source.example/page');
  expect(statusesIn(checked)).toEqual(['verified']);
  expect(checked.contentSha256).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['the header', 'text/html; charset=windows-1251', ''],
  ['the page itself', 'text/html', '<meta charset="windows-1251">'],
])('the encoding that %s names is the one that is read', async (_who, type, meta) => {
  // "Тираж газеты пять тысяч" in windows-1251.
  const words = Buffer.from('d2e8f0e0e620e3e0e7e5f2fb20effff2fc20f2fbf1fff7', 'hex');
  site.pages['/page'] = typed(type, Buffer.concat([Buffer.from(`<html>${meta}<p>`), words]));
  expect(statusesIn(await site.look('https://source.example/page', ['Тираж газеты пять тысяч']))).toEqual(['verified']);
});

test.each<[string, string, Answer]>([
  ['another text', 'not_found', html(`<p>${PROSE}</p>`)],
  ['the quotation in a script only', 'not_found', html(`<p>${PROSE}</p><script>const a = "${QUOTE}"</script>`)],
  ['the quotation in hidden text only', 'not_found', html(`<p>${PROSE}</p><p hidden>${QUOTE}</p>`)],
  ['the quotation in text that a style hides', 'not_found', html(`<p>${PROSE}<b style="display: none">${QUOTE}</b>`)],
  ['the quotation in a comment only', 'not_found', html(`<p>${PROSE}</p><!-- ${QUOTE} -->`)],
  ['no page', 'not_found', (_request, response) => response.writeHead(404).end(QUOTE)],
  ['a page that is gone', 'not_found', (_request, response) => response.writeHead(410).end()],
  ['a wall', 'unreachable', (_request, response) => response.writeHead(403).end(QUOTE)],
  ['a demand to pay', 'unreachable', (_request, response) => response.writeHead(402).end(QUOTE)],
  ['a refusal', 'unreachable', (_request, response) => response.writeHead(429).end()],
  ['a failure', 'unreachable', (_request, response) => response.writeHead(503).end()],
  ['a connection that breaks', 'unreachable', (request) => request.socket.destroy()],
  ['an encoding that was not asked for', 'unreachable', html(QUOTE, { 'content-encoding': 'zstd' })],
  ['a damaged encoding', 'unreachable', html(QUOTE, { 'content-encoding': 'gzip' })],
  ['an image', 'not_text', typed('image/png', Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['an image that says it is HTML', 'not_text', typed('text/html', Buffer.from('89504e470d0a1a0a0000', 'hex'))],
  ['a damaged PDF', 'not_text', typed('application/pdf', '%PDF-1.7 and then nothing')],
  ['a PDF without text', 'not_text', typed('application/pdf', samplePdf(['']))],
  ['a page that scripts fill', 'not_text', html('<div id="app"></div><script src="/app.js"></script>')],
  ['an empty page', 'not_text', html('')],
])('%s is %s', async (_what, status, answer) => {
  site.pages['/page'] = answer;
  expect(await site.statusOf('https://source.example/page')).toBe(status);
});

test('each quotation of a page is judged for itself, by one request', async () => {
  site.pages['/page'] = html(`<p>${PROSE}</p><p>${QUOTE}</p>`);
  const checked = await site.look('https://source.example/page', [QUOTE, 'Rows in class: 1,153. And more', 'it has']);
  expect(statusesIn(checked)).toEqual(['verified', 'not_found', 'not_found']);
  expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/page']);
});

test('a request names us and where we can be found', async () => {
  site.pages['/page'] = html(QUOTE);
  await site.statusOf('https://source.example/page', { publicUrl: 'http://noi.test/' });
  expect(site.asked[1]!.agent).toBe(
    'NewsletterOpportunityIntelligence/1.0 (+http://noi.test/support; checks quotations)',
  );
});

describe('private addresses', () => {
  const inside = () => `http://127.0.0.1:${site.port}/page`;
  test.each([
    ['a redirect to loopback', (to: string) => to],
    ['a redirect to the metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a redirect to loopback in IPv6', () => `http://[::ffff:127.0.0.1]:${site.port}/page`],
    ['a redirect to loopback as a number', () => `http://2130706433:${site.port}/page`],
    ['a redirect to a file', () => 'file:///etc/passwd'],
  ])('%s is not followed', async (_what, target) => {
    site.pages['/page'] = (_request, response) => response.writeHead(302, { location: target(inside()) }).end();
    expect(await site.statusOf('https://source.example/page')).toBe('unreachable');
    expect(site.asked.map(({ host }) => host)).toEqual(['source.example', 'source.example']);
  });

  test.each([
    'http://127.0.0.1/page',
    'http://[::1]/page',
    'http://10.0.0.1/page',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x7f000001/page',
    'https://user:secret@source.example/page',
    'https://source.example:8443/page',
    'ftp://source.example/page',
    'not an address',
  ])('%s is not asked', async (url) => {
    site.pages['/page'] = html(QUOTE);
    expect(await site.statusOf(url)).toBe('unreachable');
    expect(site.asked).toEqual([]);
  });

  test('a name that leads to a private address is not connected to, even as one of several', async () => {
    site.pages['/page'] = html(QUOTE);
    const resolved: string[] = [];
    const rebound = await site.statusOf('http://rebound.test/page', {
      resolveAll: (host, done) => {
        resolved.push(host);
        done(null, [
          { address: '1.1.1.1', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]);
      },
    });
    expect([rebound, new Set(resolved), site.asked]).toEqual(['unreachable', new Set(['rebound.test']), []]);
  });

  test('reserved names reach the samples of one machine only, and no other name does', async () => {
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

describe('bounds', () => {
  test('a long page is read at its beginning; what is not found there is left open', async () => {
    site.pages['/early'] = html(`<p>${QUOTE}</p>${PROSE.repeat(10_000)}`);
    site.pages['/late'] = html(`${PROSE.repeat(10_000)}<p>${QUOTE}</p>`);
    expect(await site.statusOf('https://source.example/early')).toBe('verified');
    expect(await site.statusOf('https://source.example/late')).toBe('unreachable');
  });

  test('what decompresses to far more than was sent is read no further than a page is', async () => {
    const bomb = gzipSync(Buffer.alloc(300_000_000));
    site.pages['/page'] = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const before = process.memoryUsage().rss;
    expect(await site.statusOf('https://source.example/page')).toBe('not_text');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('a page that trickles is given up', async () => {
    site.pages['/page'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(`<p>${QUOTE}</p>`);
      const more = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(more));
    };
    expect(await site.statusOf('https://source.example/page', { timeoutMs: 300 })).toBe('unreachable');
  });

  test('redirects are followed, but not for ever', async () => {
    site.pages['/old'] = (_request, response) =>
      response.writeHead(301, { location: 'https://moved.example/new' }).end();
    site.pages['/new'] = html(QUOTE);
    site.pages['/loop'] = (_request, response) => response.writeHead(302, { location: '/loop' }).end();
    expect(await site.statusOf('https://source.example/old')).toBe('verified');
    site.asked = [];
    expect(await site.statusOf('https://source.example/loop')).toBe('unreachable');
    expect(site.asked.length).toBeLessThan(10);
  });

  test('a page that would take too long to read is given up, and the next one is read', async () => {
    site.pages['/hostile'] = typed('application/pdf', dearPdf());
    site.pages['/page'] = html(QUOTE);
    const cited = site.create({ readMs: 6_000 });
    const check = (path: string) =>
      cited.check({ url: `https://source.example${path}`, quotations: [QUOTE], owner: 'run_1' }, never);
    const [hostile, next] = await Promise.all([check('/hostile'), check('/page')]);
    expect([statusesIn(hostile), statusesIn(next)]).toEqual([['not_text'], ['verified']]);
  });

  test('pages of one run that take all the time there is do not hold up another run', async () => {
    site.pages['/hostile'] = typed('application/pdf', dearPdf());
    site.pages['/page'] = html(QUOTE);
    const cited = site.create();
    const ended: string[] = [];
    const check = async (owner: string, url: string) => {
      const checked = await cited.check({ url, quotations: [QUOTE], owner }, never);
      ended.push(owner);
      return statusesIn(checked)[0];
    };
    const hostile = [1, 2, 3, 4].map((n) => check('run_hostile', `https://s${n}.example/hostile`));
    const hostilePages = () => site.asked.filter(({ path }) => path === '/hostile').length;
    await eventually('the hostile pages are there', () => hostilePages() === 4);
    expect(await check('run_honest', 'https://source.example/page')).toBe('verified');
    expect(ended.filter((owner) => owner === 'run_hostile').length).toBeLessThan(2);
    await cited.close();
    expect(await Promise.all(hostile)).toEqual(Array(4).fill('not_text'));
  });

  test('a page that stalls is given up, also while garbage is collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    site.pages['/stalls'] = (_request, response) => response.writeHead(200).write('<p>and then nothing');
    const checked = site.statusOf('https://source.example/stalls', { timeoutMs: 500 });
    await eventually('it is asked', () => site.asked.some(({ path }) => path === '/stalls'));
    // The timer of `AbortSignal.timeout` has to survive the signal that nobody but `AbortSignal.any` knows.
    collect();
    expect(await checked).toBe('unreachable');
  });

  test('a check stops with its signal', async () => {
    const stopped = new AbortController();
    site.pages['/silent'] = () => stopped.abort(new Error('stopped'));
    const checked = site
      .create()
      .check({ url: 'https://source.example/silent', quotations: [QUOTE], owner: 'run_1' }, stopped.signal);
    await expect(checked).rejects.toThrow('stopped');
  });
});

describe('robots.txt', () => {
  const rules = (text: string) => typed('text/plain', text);
  test.each([
    ['everybody', 'User-agent: *\nDisallow: /pa'],
    ['us by name', 'User-agent: newsletteropportunityintelligence\nDisallow: /\n\nUser-agent: *\nAllow: /'],
    ['a pattern', 'User-agent: *\nDisallow: /*ge$'],
  ])('keeps %s out: the page is not asked', async (_whom, text) => {
    site.pages['/robots.txt'] = rules(text);
    site.pages['/page'] = html(QUOTE);
    expect(await site.statusOf('https://source.example/page')).toBe('unreachable');
    expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  test.each<[string, string, Answer]>([
    ['lets us in', 'verified', rules('User-agent: *\nDisallow: /private\nAllow: /')],
    ['is not there', 'verified', (_request, response) => response.writeHead(404).end()],
    ['names others only', 'verified', rules('User-agent: OtherBot\nDisallow: /')],
    ['has moved', 'verified', (_request, response) => response.writeHead(301, { location: '/robots' }).end()],
    ['is huge', 'verified', rules(`User-agent: *\n${'Disallow: /a*b*c*d*e$\n'.repeat(100_000)}`)],
    ['is no text', 'verified', rules('\u0000\u0001<html>')],
    ['fails', 'unreachable', (_request, response) => response.writeHead(500).end()],
    ['never answers', 'unreachable', () => undefined],
  ])('that %s makes a page %s', async (_what, status, answer) => {
    site.pages['/robots.txt'] = answer;
    site.pages['/page'] = html(QUOTE);
    const patience = status === 'verified' ? {} : { timeoutMs: 1_000 };
    expect(await site.statusOf('https://source.example/page', patience)).toBe(status);
  });

  test('is asked once for all pages of a host, and again for the host that a redirect leads to', async () => {
    site.pages['/robots.txt'] = rules('User-agent: *\nAllow: /');
    site.pages['one.example/a'] = html(QUOTE);
    site.pages['one.example/b'] = (_request, response) =>
      response.writeHead(302, { location: '//two.example/a' }).end();
    site.pages['two.example/robots.txt'] = rules('User-agent: *\nDisallow: /');
    site.pages['two.example/a'] = html(QUOTE);
    const cited = site.create();
    const status = async (path: string) => {
      const url = `https://one.example${path}`;
      return statusesIn(await cited.check({ url, quotations: [QUOTE], owner: 'run_1' }, never))[0];
    };
    expect([await status('/a'), await status('/a'), await status('/b')]).toEqual([
      'verified',
      'verified',
      'unreachable',
    ]);
    await eventually('the requests were counted', () => Promise.resolve(site.asked.length === 5));
    expect(site.asked.map(({ host, path }) => host + path)).toEqual([
      'one.example/robots.txt',
      'one.example/a',
      'one.example/a',
      'one.example/b',
      'two.example/robots.txt',
    ]);
  });
});
