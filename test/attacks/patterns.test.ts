import { nearMatches, patternsIn, patternsMadeByApi, textOf, type NearMatch } from '../support/source-patterns';

/** Rooms whose code reads what a request, a provider, an agent or a cited page sends. */
const ROOMS = [
  'contracts',
  'domain',
  'platform',
  'store',
  'http',
  'commands',
  'api',
  'web',
  'server',
  'providers',
  'documents',
  'activities',
];

/** Patterns that read what we wrote ourselves, by their place, with the reason. */
const OURS: Readonly<Record<string, string>> = {
  'web/style.ts': 'our own styles, at the start',
  'web/developers/texts/markdown.ts': 'our own documents, at the start',
  'documents/typefaces.ts': 'our own template, at the start',
  'documents/model/wording.ts': 'the digits of one number',
};

/** About what Node lets through in the head of a request. */
const LENGTH = 16_384;
/**
 * Lengths at which a pattern that backtracks is distinguished from others before the long text is tried, which might
 * never end.
 */
const SHORT = [28, 64, 256, 1_024];

/** Milliseconds of the quickest of three measurements, so that a pause of the machine counts as none. */
function cost(pattern: RegExp, text: string): number {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const before = performance.now();
    pattern.lastIndex = 0;
    pattern.test(text);
    least = Math.min(least, performance.now() - before);
    // Long enough to be measured, or so short that another measurement says nothing.
    if (least > 1_000 || least < 0.03) break;
  }
  return least;
}

/** What a pattern costs that everybody knows to be quadratic: 150 ms on a quiet core. */
const quadratic = () => cost(/\s+$/, `${' '.repeat(LENGTH)}x`);
/** Twenty milliseconds on such a core, as fast as this one was at the start. */
const MOST = quadratic() / 7;

/** The near match that costs a pattern more than it may, if there is one. */
function tooDear(pattern: RegExp): NearMatch | undefined {
  return nearMatches(pattern).find((near) => {
    let least = 0;
    for (const length of SHORT) {
      least = cost(pattern, textOf(near, length));
      if (least > MOST) return true;
    }
    // Of quadratic cost, a sixteenth of the length takes a 256th. What is dear is held against the core as it is now: a
    // machine shared with others can be a tenth as fast as it was at the start.
    const text = textOf(near, LENGTH);
    return least > MOST / 256 && cost(pattern, text) > MOST && cost(pattern, text) > quadratic() / 7;
  });
}

test.each([
  ['the header Prefer, as it was read before', /^\s*wait\s*=\s*("?[^";]*"?)\s*(?:;.*)?$/i],
  ['an exponential one', /^(a+)+$/],
  ['an address of mail in a text', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+/u],
  ['white space before the end', /[ \t]+$/],
])('the near matches find a pattern that backtracks: %s', (_, pattern) => {
  expect(tooDear(pattern)).toBeDefined();
});

test('no pattern that reads what others send costs more than 20 ms for 16 kB that nearly match', () => {
  const loaded = patternsMadeByApi();
  expect(loaded.length).toBeGreaterThan(10);
  const patterns = [...patternsIn(ROOMS), ...loaded].filter(({ place }) => !(place in OURS));
  expect(patternsIn(ROOMS).length).toBeGreaterThan(150);
  const distinct = new Map(patterns.map((each) => [String(each.pattern), each]));
  const dear = [...distinct.values()].flatMap(({ place, pattern }) => {
    const near = tooDear(pattern);
    return near ? [{ place, pattern: String(pattern), near }] : [];
  });
  expect(dear).toEqual([]);
});

test('each exception is still where it is said to be', () => {
  const places = new Set(patternsIn(ROOMS).map(({ place }) => place));
  expect(Object.keys(OURS).filter((place) => !places.has(place))).toEqual([]);
});
