import fc from 'fast-check';
import { createPageSearch, holdsQuotation } from '../../domain/quotation';
import { htmlText } from '../../providers/cited-pages/html-text';

/** Words of several languages, none a negation and none a part of another; each list is a page's. */
const SCRIPTS: Record<string, { words: string[]; space: string; end: string; negation: string }> = {
  English: {
    words: 'owners readers towns boats prices letters orchards harbours museums clocks'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'not',
  },
  German: {
    words: 'Leser Städte Preise Häuser Gärten Brücken Türme Schiffe Märkte Flüsse'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'nicht',
  },
  Russian: {
    words: 'читатели города цены дома мосты башни корабли рынки реки письма'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'не',
  },
  Greek: {
    words: 'αναγνώστες πόλεις τιμές σπίτια γέφυρες πύργοι πλοία αγορές ποτάμια κήποι'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'δεν',
  },
  Arabic: {
    words: 'القراء المدن الأسعار البيوت الجسور الأبراج السفن الأسواق الأنهار الحدائق'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'لا',
  },
  Hebrew: {
    words: 'קוראים ערים מחירים בתים גשרים מגדלים ספינות שווקים נהרות גנים'.split(' '),
    space: ' ',
    end: '. ',
    negation: 'לא',
  },
  Hindi: {
    words: 'पाठक शहर कीमतें घर पुल मीनारें जहाज बाज़ार नदियाँ बगीचे'.split(' '),
    space: ' ',
    end: '। ',
    negation: 'नहीं',
  },
  Thai: { words: 'ผู้อ่าน เมือง ราคา บ้าน สะพาน หอคอย เรือ ตลาด แม่น้ำ สวน'.split(' '), space: '', end: ' ', negation: 'ไม่' },
  Chinese: {
    words: '读者 城市 价格 房屋 桥梁 高塔 船只 市场 河流 花园'.split(' '),
    space: '',
    end: '。',
    negation: '不',
  },
  Japanese: {
    words: '読者 都市 価格 家屋 橋梁 高塔 船舶 市場 河川 庭園'.split(' '),
    space: '',
    end: '。',
    negation: '非',
  },
  Korean: {
    words: '독자 도시 가격 주택 교량 고탑 선박 시장 하천 정원'.split(' '),
    space: ' ',
    end: '. ',
    negation: '안',
  },
};

type Token = { text: string; figure: boolean };
interface Drawn {
  script: string;
  tokens: Token[];
  /** The excerpt is cut from the tokens from `from`, this many. */
  from: number;
  count: number;
  seed: number;
}

const figure = fc.oneof(
  fc.integer({ min: 10, max: 9_999_999 }).map((n) => n.toLocaleString('en-US')),
  fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 })).map(([a, b]) => `${a}.${b}%`),
  fc.tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 50, max: 99 })).map(([a, b]) => `$${a}–${b}`),
);
const drawn: fc.Arbitrary<Drawn> = fc.constantFrom(...Object.keys(SCRIPTS)).chain((script) => {
  const word = fc.constantFrom(...SCRIPTS[script]!.words).map((text) => ({ text, figure: false }));
  const token = fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: figure.map((text) => ({ text, figure: true })) },
  );
  return fc.record({
    script: fc.constant(script),
    tokens: fc.array(token, { minLength: 24, maxLength: 60 }),
    from: fc.nat({ max: 12 }),
    count: fc.integer({ min: 10, max: 12 }),
    seed: fc.nat(),
  });
});

/** Tokens as text: figures are set apart in every script, so that none is a part of another. */
function written(tokens: readonly Token[], space: string): string {
  return tokens.reduce((text, { text: next, figure: isFigure }, i) => {
    const apart = i > 0 && (isFigure || tokens[i - 1]!.figure) ? ' ' : space;
    return i === 0 ? next : text + apart + next;
  }, '');
}

/** What pages do between and around words without a reader seeing another text. */
const DRESSES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `<b>${text}</b>`,
  (text) => `<i class="x">${text}</i>`,
  (text) => `<span style="color:red">${text}</span>`,
  (text) => `${text}<span class="sr-only">hidden words</span>`,
  (text) => `${text}<sup class="reference"><a href="#n1">1</a></sup>`,
  (text) => `&zwnj;${text}`,
  (text) => `“${text}”`,
];

function pageOf({ script, tokens, seed }: Drawn): string {
  const { space, end } = SCRIPTS[script]!;
  const dressed = tokens.map(({ text, figure: isFigure }, i) => ({
    figure: isFigure,
    text: DRESSES[(seed + i * 7) % DRESSES.length]!(text),
  }));
  return `<!doctype html><title>x</title><nav>menu</nav><p>${written(dressed, space)}${end}</p><footer>foot</footer>`;
}

const excerptOf = ({ script, tokens, from, count }: Drawn) =>
  written(tokens.slice(from, from + count), SCRIPTS[script]!.space);
const holds = (given: Drawn, excerpt: string) => createPageSearch(htmlText(pageOf(given)).text)(excerpt) !== null;

test('an excerpt that is cut from what a page shows is found, in every script and however the page is dressed', () => {
  fc.assert(
    fc.property(drawn, (given) => expect(holds(given, excerptOf(given))).toBe(true)),
    { numRuns: 400 },
  );
});

test('an excerpt in which one digit, one word or one negation is changed is not found', () => {
  fc.assert(
    fc.property(drawn, fc.nat(), fc.constantFrom('digit', 'word', 'negation', 'left out'), (given, n, what) => {
      const { words, space, negation } = SCRIPTS[given.script]!;
      const cut = given.tokens.slice(given.from, given.from + given.count);
      const place = 1 + (n % (cut.length - 2));
      const token = cut[place]!;
      const changed = [...cut];
      if (what === 'digit') {
        const figureAt = cut.findIndex((each) => each.figure);
        fc.pre(figureAt !== -1);
        const text = cut[figureAt]!.text;
        const at = [...text.matchAll(/\d/gu)].map(({ index }) => index)[n % (text.match(/\d/gu)!.length || 1)]!;
        changed[figureAt] = {
          figure: true,
          text: `${text.slice(0, at)}${(Number(text[at]) + 1 + (n % 8)) % 10}${text.slice(at + 1)}`,
        };
      } else if (what === 'word') {
        const other = words.find((each) => each !== token.text && each !== cut[place - 1]!.text)!;
        changed[place] = { text: other, figure: false };
      } else if (what === 'negation') changed.splice(place, 0, { text: negation, figure: false });
      else changed.splice(place, 1);
      const excerpt = written(changed, space);
      // The page may say the same elsewhere, or have said one word twice.
      fc.pre(!written(given.tokens, space).includes(excerpt));
      expect(holds(given, excerpt)).toBe(false);
    }),
    { numRuns: 600 },
  );
});

test('a negation that a page has is never lost, by a cut or by an omission', () => {
  fc.assert(
    fc.property(drawn, fc.nat(), fc.boolean(), (given, n, omits) => {
      const { space, negation } = SCRIPTS[given.script]!;
      const at = given.from + 4 + (n % (given.count - 8));
      const denied = { ...given, tokens: given.tokens.toSpliced(at, 0, { text: negation, figure: false }) };
      const [before, after] = [given.tokens.slice(given.from, at), given.tokens.slice(at, given.from + given.count)];
      const excerpt = omits
        ? `${written(before, space)} … ${written(after, space)}`
        : written([...before, ...after], space);
      const whole = written(given.tokens, space);
      fc.pre([before, after].every((part) => whole.split(written(part, space)).length === 2));
      expect(holds(denied, excerpt)).toBe(false);
      // Cut off at its beginning, the sentence is published with it, or around it.
      const found = createPageSearch(htmlText(pageOf(denied)).text)(written(given.tokens.slice(at, at + 10), space));
      expect(found === null || (found.excerpt + found.context).includes(negation)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('two figures of a page are never one in what is found, whatever stands between them', () => {
  const separator = fc.oneof(
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 3 })
      .filter((text) => !/[\p{N}<&\ufff9-\ufffb]/u.test(text.normalize('NFKC'))),
    fc.constantFrom(
      '-',
      '–',
      '−',
      '\u00ad',
      '\u200b',
      '\u2060',
      '\u00a0',
      '\u2009',
      '’',
      "'",
      '*',
      '_',
      '|',
      '†',
      '[3]',
      '⟦',
      '·',
      '\t',
      '\n',
      '\ufe0f',
    ),
    fc.constantFrom(
      '<wbr>',
      '</b>',
      '<sup></sup>',
      '<i></i>',
      '<sup>9</sup>',
      '<br>',
      '<td>',
      '<!-- -->',
      '<span hidden>7</span>',
    ),
  );
  const digits = fc.stringMatching(/^[1-9]\d{0,3}$/u);
  fc.assert(
    fc.property(digits, separator, digits, (one, between, other) => {
      // Where nothing is written between them there is one figure, for a reader as well.
      fc.pre(between !== '<!-- -->');
      const page = `<p>The survey counted <b>${one}${between}${other} owners of boats in all.</p>`;
      const { text } = htmlText(page);
      expect(holdsQuotation(text, `The survey counted ${one}${other} owners of boats in all`)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('no page and no excerpt of any characters makes the search fail', () => {
  const any = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(any, any, (page, excerpt) => {
      const found = createPageSearch(htmlText(page).text)(excerpt);
      expect(found === null || found.excerpt.length <= Math.max(300, excerpt.length)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

describe('the cost grows with page and excerpt, not with their square', () => {
  const SIZE = 40_000;
  const TIMES = 8;
  /** Between linear growth, which is `TIMES`, and that of a square, which is 64. */
  const MOST = 24;

  /** CPU of a look, in milliseconds. */
  function cost(work: () => unknown): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }
  /** Least growth of the cost in a few looks, as a pause for the collection of memory counts as none. */
  function growth(work: (size: number) => () => unknown): number {
    let least = Infinity;
    for (let look = 0; look < 5 && least >= MOST; look++) {
      const small = Math.max(cost(work(SIZE)), cost(work(SIZE)), 1);
      least = Math.min(least, cost(work(TIMES * SIZE)) / small);
    }
    return least;
  }
  const find = (page: string, excerpt: string) => () => createPageSearch(page)(excerpt);
  const read = (page: string) => () => htmlText(page);

  test.each<[string, (size: number) => () => unknown]>([
    [
      'a page that nearly holds an excerpt everywhere',
      (n) => find('aa bb cc dd '.repeat(n / 12), `${'aa bb cc dd '.repeat(20)}e`),
    ],
    ['an excerpt as long as its page', (n) => find('ab '.repeat(n / 3), `${'ab '.repeat(n / 6)}c`)],
    [
      'parts that are everywhere, and apart',
      (n) => find('one two six and seven '.repeat(n / 22), 'one two six … eight nine ten'),
    ],
    [
      'parts that are everywhere, with a negation',
      (n) => find('one two six not seven eight nine '.repeat(n / 33), 'one two six … seven eight nine'),
    ],
    ['marks without letters', (n) => find('\u0301'.repeat(n), 'one two six seven')],
    ['readings that do not end', (n) => find('\ufffa'.repeat(n), 'one two six seven')],
    ['brackets', (n) => find('['.repeat(n), 'one two six seven')],
    ['line breaks', (n) => find('a\n\n'.repeat(n / 3), 'one two six seven')],
    ['raised digits', (n) => find('²'.repeat(n), 'one two six seven')],
    ['one long sentence', (n) => find(`${'word '.repeat(n / 5)}one two six seven`, 'one two six seven')],
    ['style sheets that do not end', (n) => read('<style>'.repeat(n / 7))],
    ['rules of a style sheet', (n) => read(`<style>${'.x{display:none}'.repeat(n / 16)}</style>`)],
    ['a selector that does not end', (n) => read(`<style>${'x'.repeat(n)} .a b{display:block}</style>`)],
    ['rules that do not end', (n) => read(`<style>${'@media x{'.repeat(n / 9)}</style>`)],
    ['comments that do not end', (n) => read(`<style>${'/*'.repeat(n / 2)}</style>`)],
    ['a style that is a list', (n) => read(`<p style="${'left:-1px;'.repeat(n / 10)}">a</p>`)],
    ['classes', (n) => read(`<p class="${'x '.repeat(n / 2)}">a</p>`)],
    ['raised text that does not end', (n) => read('<sup>1'.repeat(200) + 'a '.repeat(n / 2))],
    ['pictures', (n) => read('<img alt="a picture of it" title="b">'.repeat(n / 37))],
    ['linked data', (n) => read(`<script>${'"datePublished"  :'.repeat(n / 18)}</script>`)],
  ])('%s', (_what, work) => {
    expect(growth(work)).toBeLessThan(MOST);
  });
});
