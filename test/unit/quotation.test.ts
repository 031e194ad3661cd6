import fc from 'fast-check';
import { createPageSearch, holdsQuotation, quotationFlaw } from '../../modules/findings/text/quotation';
import { htmlText } from '../../vendors/cited-pages/html-text';

const PAGE =
  'Opening words.\n\n“Rows in class: 1,152.” Rows  differing from the\u00a0snapshot of a year before — 391. The ' +
  'well-known regis-\nter of con\u00adnections lists 12,000 owners, of which 283 hold between two and twelve entries. ' +
  'Ein großer Überblick über die Märkte folgt. 統計によると加入者は約三万人に達した。 The efﬁcient oﬀice closes.';

test.each([
  ['as it stands', 'Rows in class: 1,152. Rows differing from the snapshot'],
  ['across a divided word', 'The well-known register of connections lists'],
  ['with letters instead of ligatures', 'The efficient office closes'],
  ['with marks of emphasis', '**Rows** in class: | 1,152'],
  ['in decomposed letters', 'Ein großer U\u0308berblick u\u0308ber die Ma\u0308rkte'],
  ['in a language without spaces', '加入者は約三万人に達した'],
  ['with an omission', 'Rows in class: 1,152 … a year before'],
])('finds a quotation %s', (_how, quotation) => {
  expect(holdsQuotation(PAGE, quotation)).toBe(true);
});

test.each([
  ['costs 9,000 pounds a year', null],
  ['$29', 'is too short'],
  ['the end', 'is too short'],
  ['They … said … that … it … rained', 'has more than one omission'],
])('rejects quotations that are too short or too fragmented to check: %j', (quotation, flaw) => {
  expect(quotationFlaw(quotation)?.slice(0, flaw?.length) ?? null).toBe(flaw);
});

const scriptOf = (words: string, space: string, end: string, negation: string) => ({
  words: words.split(' '),
  space,
  end,
  negation,
});
/** Words in several languages. No word is a negation or part of another word. */
const SCRIPTS: Record<string, ReturnType<typeof scriptOf>> = {
  English: scriptOf('owners readers towns boats prices letters orchards harbours museums clocks', ' ', '. ', 'not'),
  German: scriptOf('Leser Städte Preise Häuser Gärten Brücken Türme Schiffe Märkte Flüsse', ' ', '. ', 'nicht'),
  Russian: scriptOf('читатели города цены дома мосты башни корабли рынки реки письма', ' ', '. ', 'не'),
  Greek: scriptOf('αναγνώστες πόλεις τιμές σπίτια γέφυρες πύργοι πλοία αγορές ποτάμια κήποι', ' ', '. ', 'δεν'),
  Arabic: scriptOf('القراء المدن الأسعار البيوت الجسور الأبراج السفن الأسواق الأنهار الحدائق', ' ', '. ', 'لا'),
  Hebrew: scriptOf('קוראים ערים מחירים בתים גשרים מגדלים ספינות שווקים נהרות גנים', ' ', '. ', 'לא'),
  Hindi: scriptOf('पाठक शहर कीमतें घर पुल मीनारें जहाज बाज़ार नदियाँ बगीचे', ' ', '। ', 'नहीं'),
  Thai: scriptOf('ผู้อ่าน เมือง ราคา บ้าน สะพาน หอคอย เรือ ตลาด แม่น้ำ สวน', '', ' ', 'ไม่'),
  Chinese: scriptOf('读者 城市 价格 房屋 桥梁 高塔 船只 市场 河流 花园', '', '。', '不'),
  Japanese: scriptOf('読者 都市 価格 家屋 橋梁 高塔 船舶 市場 河川 庭園', '', '。', '非'),
  Korean: scriptOf('독자 도시 가격 주택 교량 고탑 선박 시장 하천 정원', ' ', '. ', '안'),
};

type Token = { text: string; figure: boolean };
interface Drawn {
  script: string;
  tokens: Token[];
  /** The excerpt is this many tokens, starting at `from`. */
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

/** Tokens as a string. Separates figures in every script, so that no figure becomes part of another. */
function written(tokens: readonly Token[], space: string): string {
  return tokens.reduce((text, { text: next, figure: isFigure }, i) => {
    const apart = i > 0 && (isFigure || tokens[i - 1]!.figure) ? ' ' : space;
    return i === 0 ? next : text + apart + next;
  }, '');
}

/** Changes within and between words that pages make without changing the visible text. */
const DRESSES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `<b>${text}</b>`,
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

const holds = (given: Drawn, excerpt: string) => createPageSearch(htmlText(pageOf(given)).text)(excerpt) !== null;

test('finds every excerpt of a page, in every script and markup', () => {
  fc.assert(
    fc.property(drawn, (given) => {
      const excerpt = written(given.tokens.slice(given.from, given.from + given.count), SCRIPTS[given.script]!.space);
      expect(holds(given, excerpt)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('does not find an excerpt with a changed digit, word or negation', () => {
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
        const { text } = cut[figureAt]!;
        const places = [...text.matchAll(/\d/gu)].map(({ index }) => index);
        const at = places[n % places.length]!;
        const digit = (Number(text[at]) + 1 + (n % 8)) % 10;
        changed[figureAt] = { figure: true, text: text.slice(0, at) + digit + text.slice(at + 1) };
      } else if (what === 'word') {
        const other = words.find((each) => each !== token.text && each !== cut[place - 1]!.text)!;
        changed[place] = { text: other, figure: false };
      } else if (what === 'negation') changed.splice(place, 0, { text: negation, figure: false });
      else changed.splice(place, 1);
      const excerpt = written(changed, space);
      // Skip pages that contain the changed excerpt anyway, for example because words repeat.
      fc.pre(!written(given.tokens, space).includes(excerpt));
      expect(holds(given, excerpt)).toBe(false);
    }),
    { numRuns: 600 },
  );
});

test('never loses a negation to a cut or an omission', () => {
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
      // This excerpt starts right after the negation, so the published sentence must include the negation.
      const found = createPageSearch(htmlText(pageOf(denied)).text)(written(given.tokens.slice(at, at + 10), space));
      expect(found === null || (found.excerpt + found.context).includes(negation)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('never joins two figures of a page', () => {
  const separator = fc.oneof(
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 3 })
      .filter((text) => !/[\p{N}<&\ufff9-\ufffb]/u.test(text.normalize('NFKC'))),
    fc.constantFrom(..."-–−\u00ad\u200b\u2060\u00a0\u2009’'*_|†⟦·\t\n\ufe0f", '[3]'),
    fc.constantFrom(...'<wbr> </b> <sup></sup> <i></i> <sup>9</sup> <br> <td>'.split(' '), '<span hidden>7</span>'),
  );
  const digits = fc.stringMatching(/^[1-9]\d{0,3}$/u);
  fc.assert(
    fc.property(digits, separator, digits, (one, between, other) => {
      const page = `<p>The survey counted <b>${one}${between}${other} owners of boats in all.</p>`;
      const { text } = htmlText(page);
      expect(holdsQuotation(text, `The survey counted ${one}${other} owners of boats in all`)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
