import { SEARCH_LOG, type SessionStep } from '../../modules/findings/contract/agents';
import type { Reviewed } from '../../modules/findings/rules/rule';
import { flawsOf, settled } from '../../modules/findings/rules/rules';
import { followTrail } from '../../modules/findings/trail';
import { context, sound } from '../support/findings';

const at = '2026-11-22T10:01:00.000Z';
const words = 'Of 4,100 bell founders asked, 312 read a letter about their trade.';
const page = `Who reads letters\n\nIt is not so that all do. ${words} The others read none.`;
const URL_OF_PAGE = 'https://bells.example/readers';

async function* played(...steps: SessionStep[]): AsyncGenerator<SessionStep> {
  yield* steps;
}
const citation = async (...steps: SessionStep[]) => {
  const { citations } = await followTrail(played(...steps), [{ sourceUrl: URL_OF_PAGE, excerpt: words }]);
  return citations[0]!;
};
const opens = (url: string, text = page): SessionStep => ({ at, kind: 'opened', url, text });

test.each([URL_OF_PAGE, 'http://www.bells.example/readers/', `${URL_OF_PAGE}?utm_source=newsletter#passage`])(
  'counts a quotation as seen if the agent opened its page as %s',
  async (url) => {
    const { opened, seen } = await citation(opens(url));
    expect(opened).toBe(true);
    expect(seen!.excerpt).toBe(words);
    expect(seen!.context).toContain('It is not so that all do.');
  },
);

test.each<[string, boolean, SessionStep[]]>([
  ['the page has other words', true, [opens(URL_OF_PAGE, 'Of 4,100 bell founders asked, 318 read a letter.')]],
  ['the page has no text', true, [opens(URL_OF_PAGE, '')]],
  ['nothing was opened', false, []],
  ['another page was', false, [opens(`${URL_OF_PAGE}?page=2`, 'Nothing of it.')]],
  ['it was only searched for', false, [{ at, kind: 'asked', query: words }]],
  ['it refused the agent', false, [{ at, kind: 'refused', url: URL_OF_PAGE }]],
])('does not count a quotation as seen if %s (opened: %s)', async (_, opened, steps) => {
  expect(await citation(...steps)).toEqual({ opened, seen: null });
});

test('keeps an ordered, bounded search log without contacts or broken characters', async () => {
  const long = 'x'.repeat(5_000);
  const steps: SessionStep[] = [
    { at, kind: 'asked', query: long },
    opens(`https://bells.example/${long}`),
    { at, kind: 'refused', url: 'https://bells.example/closed' },
    { at, kind: 'asked', query: 'bells jane.doe@example.org \u0000\ud83d' },
    ...Array.from({ length: 500 }, (): SessionStep => ({ at, kind: 'asked', query: 'again' })),
  ];
  const { log } = await followTrail(played(...steps), []);
  expect(log.slice(0, 4)).toEqual([
    { at, kind: 'asked', query: 'x'.repeat(SEARCH_LOG.query) },
    { at, kind: 'opened', url: `https://bells.example/${long}`.slice(0, SEARCH_LOG.url) },
    { at, kind: 'refused', url: 'https://bells.example/closed' },
    { at, kind: 'asked', query: expect.stringMatching(/^bells \[contact removed\] +$/) as string },
  ]);
  expect(log).toHaveLength(SEARCH_LOG.steps);
});

describe('evidence that was never opened or is blocked', () => {
  const unopened = new Set(['ev1', 'ev3']);
  const flawedIn = (findings: Reviewed, of = context) => flawsOf(findings, of).map(({ pointer }) => pointer);

  test('is sent back to the agent, and removed from the last submission with its citations', () => {
    expect(flawedIn(sound, { ...context, unopened })).toEqual(['/evidence/0/sourceUrl', '/evidence/2/sourceUrl']);
    const left = settled(sound, { ...context, unopened })!;
    expect(left.evidence.map(({ evidenceId }) => evidenceId)).toEqual(['ev2', 'ev4', 'ev5', 'ev6']);
    expect(JSON.stringify({ ...left, limitations: [] })).not.toMatch(/"ev[13]"/);
    expect(left.dimensions.competition).toMatchObject({ basis: 'inference', confidence: 'low', evidenceIds: [] });
    expect(left.limitations[0]).toContain('pages that the agent never opened were removed');
    expect(new Set(flawedIn(left))).toEqual(new Set(['/evidence']));
  });

  test('includes blocked domains and their subdomains', () => {
    const { hostname } = new URL(sound.evidence[0]!.sourceUrl);
    const blocking = (domain: string) => ({ ...context, blockedDomains: [domain] });
    expect(flawedIn(sound, blocking(hostname))).toEqual(['/evidence/0/sourceUrl']);
    expect(flawedIn(sound, blocking(hostname.slice(hostname.indexOf('.') + 1)))).not.toEqual([]);
    expect(flawedIn(sound, blocking(hostname.slice(1)))).toEqual([]);
    const qualified = sound.evidence[0]!.sourceUrl.replace(hostname, `${hostname}.`);
    const [first, ...others] = sound.evidence;
    const dotted = { ...sound, evidence: [{ ...first!, sourceUrl: qualified }, ...others] };
    expect(flawedIn(dotted, blocking(hostname))).toEqual(['/evidence/0/sourceUrl']);
    expect(settled(sound, blocking(hostname))!.evidence.map(({ evidenceId }) => evidenceId)).not.toContain('ev1');
  });

  test('includes pages outside the domains of the run', () => {
    const { hostname } = new URL(sound.evidence[0]!.sourceUrl);
    const own = { ...context, includedDomains: [hostname.toUpperCase()] };
    const outside = sound.evidence.flatMap(({ sourceUrl }, i) => (new URL(sourceUrl).hostname === hostname ? [] : [i]));
    expect(flawedIn(sound, own)).toEqual(outside.map((i) => `/evidence/${i}/sourceUrl`));
    expect(settled(sound, own)!.evidence.every(({ sourceUrl }) => new URL(sourceUrl).hostname === hostname)).toBe(true);
  });
});
