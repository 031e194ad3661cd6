import { html, never, QUOTE, redirect, statusesIn, typed, useCitedSite, type Answer } from '../support/cited-site';

const site = useCitedSite();
afterEach(() => site.clear());

describe('robots.txt', () => {
  const rules = (text: string) => typed('text/plain', text);
  test.each([
    ['everybody', 'User-agent: *\nDisallow: /pa'],
    ['us by name', 'User-agent: newsletteropportunityintelligence\nDisallow: /\n\nUser-agent: *\nAllow: /'],
    ['a pattern', 'User-agent: *\nDisallow: /*ge$'],
  ])('that keeps %s out keeps the page unasked', async (_whom, text) => {
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
    const patience = status === 'verified' ? {} : { timeoutMs: 500 };
    expect(await site.statusOf('https://source.example/page', patience)).toBe(status);
  });

  test('is asked once for a host, and again for the host that a redirect leads to', async () => {
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
