import { analyse } from 'scslre';
import { nearMatches, textOf, type NearMatch } from '../support/near-matches';
import { StepCounter } from '../support/pattern-steps';
import { patternsIn, patternsMadeByApi, type SourcePattern } from '../support/source-patterns';

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
  'worker',
  'admin',
];

/** Patterns that read what we wrote ourselves, by their place, with the reason. */
const OURS: Readonly<Record<string, string>> = {
  'web/style.ts': 'our own styles, at the start',
  'web/developers/texts/markdown.ts': 'our own documents, at the start',
  'documents/typefaces.ts': 'our own template, at the start',
  'documents/pdf/pack-tags.ts': 'the end of what Typst wrote, behind all texts',
  'documents/model/wording.ts': 'the digits of one number',
};

/** About what Node lets through in the head of a request: characters. */
const LENGTH = 16_384;
/** A bounded run takes more and more until it is full, which the longest ones, of 300 characters, are at the second. */
const LENGTHS = [64, 1_024, LENGTH / 3];
/** About a microsecond of the slower machines, or twenty milliseconds for the whole text. */
const STEPS_PER_CHARACTER = 1_000;

/** The near match that costs a pattern more than it may, if there is one. */
function tooDear(pattern: RegExp): NearMatch | undefined {
  const counter = new StepCounter(pattern);
  /** Whether no third of a text three times as long costs more than the one before, nor the whole more than it may. */
  const isLinear = (near: NearMatch, length: number) => {
    const times = Math.ceil(length / near.pump.length);
    const limit = STEPS_PER_CHARACTER * near.pump.length * times;
    const steps = (thirds: number) => counter.count(textOf(near, thirds * times), thirds * limit).steps;
    const [one, two, three] = [steps(1), steps(2), steps(3)];
    return three <= 3 * limit && three - two <= two - one;
  };
  return nearMatches(pattern).find((near) => !LENGTHS.some((length) => isLinear(near, length)));
}

test.each([
  ['the header Prefer, as it was read before', /^\s*wait\s*=\s*("?[^";]*"?)\s*(?:;.*)?$/i],
  ['an exponential one', /^(a+)+$/],
  ['an address of mail in a text', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+/u],
  ['white space before the end', /[ \t]+$/],
  ['a beginning of two characters without its end', /ab\w*?cd/],
  ['two runs of words', /^(?:ab)*(?:ab)*$/],
])('the near matches find a pattern that backtracks: %s', (_, pattern) => {
  expect(tooDear(pattern)).toBeDefined();
});

test.each([/^\s+$/, /(?<!\s)\s+$/, /^(?:a|b)+$/, /^[^@\s]{1,64}@[^@\s]{1,255}$/])(
  'they find none for %s',
  (pattern) => {
    expect(tooDear(pattern)).toBeUndefined();
  },
);

/** Patterns that reach a request, a page or a submission, each once. */
function patternsOfOthers(): SourcePattern[] {
  const [written, made] = [patternsIn(ROOMS), patternsMadeByApi()];
  expect(written.length).toBeGreaterThan(150);
  expect(made.length).toBeGreaterThan(10);
  const theirs = [...written, ...made].filter(({ place }) => !(place in OURS));
  return [...new Map(theirs.map((each) => [String(each.pattern), each])).values()];
}

test('the counter of steps matches what V8 matches', () => {
  const differ = patternsOfOthers().flatMap(({ pattern }) => {
    const counter = new StepCounter(pattern);
    const once = new RegExp(pattern.source, pattern.flags.replace('g', ''));
    const texts = nearMatches(pattern).flatMap((near) => [textOf(near, 3), near.prefix + near.pump + near.rest]);
    return texts.flatMap((text) => {
      once.lastIndex = 0;
      return once.test(text) === counter.count(text).matches ? [] : [{ pattern: String(pattern), text }];
    });
  });
  expect(differ.slice(0, 3)).toEqual([]);
});

test('no pattern that reads what others send takes more than a thousand steps a character for 16 kB that nearly match', () => {
  const dear = patternsOfOthers().flatMap(({ place, pattern }) => {
    const near = tooDear(pattern);
    return near ? [{ place, pattern: String(pattern), near }] : [];
  });
  expect(dear).toEqual([]);
});

/**
 * Patterns of which two runs share a character and yet neither gives one back: what follows them is optional, so that what
 * they took is a match.
 */
const TAKES_ALL = ['domain/findings-rules/contacts.ts', 'platform/vendor-words.ts'];

/** Whether two runs of a pattern, next to each other or one in the other, can take the same characters. */
function canTrade({ source, flags }: RegExp): boolean {
  return analyse({ source, flags }, { reportTypes: { Move: false } }).reports.length > 0;
}

test.each([/^\s*wait\s*=\s*("?[^";]*"?)\s*(?:;.*)?$/, /^(a+)+$/, /^[^\s@]+@[^\s@]+\.[^\s@]+$/])(
  'runs that share a character are found in %s',
  (pattern) => {
    expect(canTrade(pattern)).toBe(true);
  },
);

test('no pattern that reads what others send has two adjacent runs that share a character', () => {
  const trading = patternsOfOthers().filter(({ pattern }) => canTrade(pattern));
  expect([...new Set(trading.map(({ place }) => place))].toSorted()).toEqual(TAKES_ALL);
});

test('each exception is still where it is said to be', () => {
  const places = new Set(patternsIn(ROOMS).map(({ place }) => place));
  expect(Object.keys(OURS).filter((place) => !places.has(place))).toEqual([]);
});
