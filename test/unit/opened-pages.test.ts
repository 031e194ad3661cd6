import type { SessionStep } from '../../contracts/research-agents';
import { SEARCH_LOG } from '../../contracts/search-log';
import { enoughEvidence } from '../../domain/findings-rules/floor';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { noSource } from '../../domain/no-source';
import { followTrail } from '../../domain/trail';
import { context, sound } from '../support/reviewed-submission';

const at = '2026-11-22T10:01:00.000Z';
const words = 'Of 4,100 bell founders asked, 312 read a letter about their trade.';
const page = `Who reads letters\n\nIt is not so that all do. ${words} The others read none.`;

async function* played(...steps: SessionStep[]): AsyncGenerator<SessionStep> {
  yield* steps;
}
const citation = async (sourceUrl: string, ...steps: SessionStep[]) => {
  const { citations } = await followTrail(played(...steps), [{ sourceUrl, excerpt: words }]);
  return citations[0]!;
};
const opens = (url: string, text = page): SessionStep => ({ at, kind: 'opened', url, text });

describe('a cited page', () => {
  test.each([
    'https://bells.example/readers',
    'http://www.bells.example/readers/',
    'https://bells.example/readers?utm_source=newsletter#passage',
  ])('is seen by the agent when opened as %s', async (url) => {
    const { opened, seen } = await citation('https://bells.example/readers', opens(url));
    expect(opened).toBe(true);
    expect(seen!.excerpt).toBe(words);
    expect(seen!.context).toContain('It is not so that all do.');
  });

  test('is not seen when the opened page has other words or none', async () => {
    for (const text of ['Of 4,100 bell founders asked, 318 read a letter.', '']) {
      const traced = await citation('https://bells.example/readers', opens('https://bells.example/readers', text));
      expect(traced).toEqual({ opened: true, seen: null });
    }
  });

  test.each<[string, SessionStep[]]>([
    ['nothing was', []],
    ['another page was', [opens('https://bells.example/readers?page=2', 'Nothing of it.')]],
    ['it was only searched for', [{ at, kind: 'asked', query: words }]],
    ['it refused the agent', [{ at, kind: 'refused', url: 'https://bells.example/readers' }]],
  ])('was never opened where %s', async (_, steps) => {
    expect(await citation('https://bells.example/readers', ...steps)).toEqual({ opened: false, seen: null });
  });
});

test('the search log keeps the order of steps and is bounded', async () => {
  const long = 'x'.repeat(5_000);
  const steps: SessionStep[] = [
    { at, kind: 'asked', query: long },
    opens(`https://bells.example/${long}`),
    { at, kind: 'refused', url: 'https://bells.example/closed' },
    ...Array.from({ length: 500 }, (): SessionStep => ({ at, kind: 'asked', query: 'again' })),
  ];
  const { log } = await followTrail(played(...steps), []);
  expect(log.slice(0, 3)).toEqual([
    { at, kind: 'asked', query: 'x'.repeat(SEARCH_LOG.query) },
    { at, kind: 'opened', url: `https://bells.example/${long}`.slice(0, SEARCH_LOG.url) },
    { at, kind: 'refused', url: 'https://bells.example/closed' },
  ]);
  expect(log).toHaveLength(SEARCH_LOG.steps);
});

test('the search log removes contacts and characters that PostgreSQL refuses', async () => {
  const steps: SessionStep[] = [
    { at, kind: 'asked', query: 'bells jane.doe@example.org' },
    { at, kind: 'asked', query: `${'x'.repeat(SEARCH_LOG.query - 1)}\u{1f514}` },
    { at, kind: 'asked', query: `bells\u0000\ud83d` },
  ];
  const { log } = await followTrail(played(...steps), []);
  expect(log.map((step) => step.kind === 'asked' && step.query)).toEqual([
    'bells [contact removed]',
    `${'x'.repeat(SEARCH_LOG.query - 1)}\u{1f514}`,
    'bells  ',
  ]);
});

test.each([
  ['https://www.google.com/search?q=bells', 'a page of search results'],
  ['https://duckduckgo.com/?q=bells&ia=web', 'a page of search results'],
  ['https://chatgpt.com/share/6745', 'the answer of a chat service'],
  ['https://www.perplexity.ai/search/how-many-6745', 'the answer of a chat service'],
  ['https://letters.example/login?next=/issue/1', 'a sign-in'],
  ['https://login.letters.example/', 'a sign-in'],
  ['https://www.google.com/about', null],
  ['https://www.perplexity.ai/hub/blog/how-we-work', null],
  ['https://letters.example/2026/login-pages-that-convert', null],
  ['https://letters.example/search?q=bells', null],
  ['no address', null],
])('classifies %s as %s', (address, what) => {
  expect(noSource(address)).toBe(what);
});

describe('evidence that is no source, or was never opened', () => {
  const unopened = new Set(['ev1', 'ev3']);
  const flawedIn = (findings: Reviewed, of = context) => flawsOf(findings, of).map(({ pointer }) => pointer);

  test('goes back to the agent', () => {
    expect(flawedIn(sound, { ...context, unopened })).toEqual(['/evidence/0/sourceUrl', '/evidence/2/sourceUrl']);
  });

  test('is removed from the last submission with its citations', () => {
    const left = settled(sound, { ...context, unopened })!;
    expect(left.evidence.map(({ evidenceId }) => evidenceId)).toEqual(['ev2', 'ev4', 'ev5', 'ev6']);
    expect(JSON.stringify({ ...left, limitations: [] })).not.toMatch(/"ev[13]"/);
    expect(left.dimensions.competition).toMatchObject({ basis: 'inference', confidence: 'low', evidenceIds: [] });
    expect(left.limitations[0]).toContain('pages that the agent never opened were removed');
    expect(enoughEvidence.flaws(left, context)[0]!.pointer).toBe('/evidence');
    expect(flawedIn(left).filter((pointer) => pointer !== '/evidence')).toEqual([]);
  });

  test('is also removed when its domain is blocked', () => {
    const { hostname } = new URL(sound.evidence[0]!.sourceUrl);
    const blocked = { ...context, blockedDomains: [hostname] };
    expect(flawedIn(sound, blocked)).toEqual(['/evidence/0/sourceUrl']);
    expect(flawedIn(sound, { ...context, blockedDomains: [hostname.slice(hostname.indexOf('.') + 1)] })).not.toEqual(
      [],
    );
    expect(flawedIn(sound, { ...context, blockedDomains: [hostname.slice(1)] })).toEqual([]);
    const left = settled(sound, blocked)!;
    expect(left.evidence.map(({ evidenceId }) => evidenceId)).not.toContain('ev1');
    expect(left.limitations[0]).toContain('citations of blocked domains were removed');
  });
});

describe('a quotation that stands in what the agent saw of a page that refuses us', () => {
  const checked = (seen: number) => ({
    ...sound,
    evidence: sound.evidence.map((entry, i) => ({
      ...entry,
      verification: {
        status: 'unreachable' as const,
        checkedAt: at,
        contentSha256: null,
        ...(i < seen && { seenByAgent: true as const }),
      },
    })),
  });

  test('counts toward the evidence floor', () => {
    expect(enoughEvidence.flaws(checked(5), context)).toEqual([]);
    const [, ...unread] = enoughEvidence.flaws(checked(4), context);
    expect(unread.map(({ pointer }) => pointer)).toEqual(['/evidence/4/sourceUrl', '/evidence/5/sourceUrl']);
  });

  test('supports a score but not high confidence', () => {
    expect(flawsOf(checked(6), context)).toEqual([]);
    const { demand } = sound.dimensions;
    const high = {
      ...checked(6),
      dimensions: { ...sound.dimensions, demand: { ...demand, confidence: 'high' as const } },
    };
    expect(flawsOf(high, context).map(({ pointer }) => pointer)).toContain('/dimensions/demand/confidence');
  });
});
