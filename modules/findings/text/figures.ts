import { digitOf } from './folded';

/** Currency of a figure: the family that its sign or word belongs to, and the code if known. */
export interface Currency {
  family: string;
  code: string | null;
}

export interface Figure {
  /** The figure as written, including currency, scale and percent sign. */
  text: string;
  /** Offset of `text`. */
  at: number;
  /** Possible values: "1.234" has two, and so does "3" in "3 to 4 million". */
  values: number[];
  /** Place value of the last digit that is not a trailing zero: 10 for "1,150", 0.1 for "4.2". */
  precision: number;
  /** Percent or money; null if the text names no unit. */
  unit: 'percent' | Currency | null;
  /** True for four digits that may be a year. */
  year: boolean;
}

export function isMoney(unit: Figure['unit'] | undefined): unit is Currency {
  return typeof unit === 'object' && unit !== null;
}

type Mark = '.' | ',';

/** Digits with single separators between them. Takes linear time, because no two parts match the same character. */
const CHUNK = /\d+(?:[.,'’ \u00a0\u2009\u202f]\d+)*/gu;
const SPACES = /[ \u00a0\u2009\u202f]/u;

/** Scales, such as "million" or "k", which follow the number. A single letter may also mean a unit of length. */
const SCALES: readonly [RegExp, number, 'ambiguous'?][] = [
  [
    /^(?:mil millones|mil milh[õo]es|thousand million|bn|billions?|milliards?|milliarden?|miliard[iy]?|miliardo|mil(?:j|i)ard(?:er|en)?|mrd|mld|bilh(?:ão|ões)|млрд|миллиард\p{L}{0,2}|مليار)(?!\p{L})\.?/iu,
    1e9,
  ],
  [/^(?:billionen|bill[oó]n(?:es)?|bili(?:on|ón|ony|onów)|trillions?|трлн)(?!\p{L})\.?/iu, 1e12],
  [
    /^(?:millions?|millionen|mill[oó]n(?:es)?|milh(?:ão|ões)|milion[eiy]|miljo(?:en|ner|n)|millioner|mio|mill|mln|mn|млн|миллион\p{L}{0,2}|مليون|दस लाख)(?!\p{L})\.?/iu,
    1e6,
  ],
  [
    /^(?:thousands?|tausend|tsd|milliers?|mille|mila|mil|duizend|tusen|tusind|tys|тыс|тысяч\p{L}?|ألف|آلاف|हज़ार|nghìn|k)(?!\p{L})\.?/iu,
    1e3,
  ],
  [/^(?:crores?|करोड़)(?!\p{L})/iu, 1e7],
  [/^(?:lakhs?|lacs?|लाख)(?!\p{L})/iu, 1e5],
  [/^[mM](?![\p{L}²³])/u, 1e6, 'ambiguous'],
  [/^[bB](?!\p{L})/u, 1e9, 'ambiguous'],
  [/^(?:千万|千萬|천만)/u, 1e7],
  [/^(?:百万|百萬|백만)/u, 1e6],
  [/^[万萬만]/u, 1e4],
  [/^[亿億억]/u, 1e8],
  [/^[兆조]/u, 1e12],
  [/^[千천]/u, 1e3],
];
const IDEOGRAPHIC = /[万萬만亿億억兆조千천]$/u;

const PERCENT =
  /^(?:%|％|٪|per ?cent(?:o|uali)?|pct\b|prozent|pour ?cent|por ?c(?:iento|ento)|proc(?:ent|\.)?|procent|percento|процент|パーセント|퍼센트|百分点)/iu;

/** Currency signs and words, which may come before or after the number. */
const CURRENCIES: readonly [RegExp, string, string | null][] = [
  [/us\$|usd/iu, 'dollar', 'usd'],
  [/ca\$|c\$|cad/iu, 'dollar', 'cad'],
  [/au\$|a\$|aud/iu, 'dollar', 'aud'],
  [/nz\$|nzd/iu, 'dollar', 'nzd'],
  [/hk\$|hkd/iu, 'dollar', 'hkd'],
  [/s\$|sgd/iu, 'dollar', 'sgd'],
  [/r\$|brl|reais|real/iu, 'real', 'brl'],
  [/mx\$|mxn/iu, 'peso', 'mxn'],
  [/\$|dollars?|dólares|dólar|美元|ドル|달러/iu, 'dollar', null],
  [/€|eur|euros?|欧元|ユーロ|유로/iu, 'euro', 'eur'],
  [/£|gbp|pounds?|livres?|libras?/iu, 'pound', null],
  [/jpy|yen|円/iu, 'yen', 'jpy'],
  [/cny|rmb|yuan|元|人民币/iu, 'yuan', 'cny'],
  [/[¥￥]/u, 'yen or yuan', null],
  [/₹|inr|rupees?|rs\.?/iu, 'rupee', null],
  [/chf|francs?|franken|sfr\.?/iu, 'franc', null],
  [/sek|nok|dkk|kr\.?|kronor|kroner|crowns?/iu, 'crown', null],
  [/₩|krw|won|원/iu, 'won', 'krw'],
  [/pln|zł|złotych/iu, 'zloty', 'pln'],
  [/₽|rub|руб\.?|рублей/iu, 'rouble', 'rub'],
  [/₺|try|lira/iu, 'lira', 'try'],
];
const SIGNS = CURRENCIES.map(([pattern, family, code]) => ({
  before: new RegExp(`(?<!\\p{L})(?:${pattern.source})[ \\u00a0]?$`, 'iu'),
  after: new RegExp(`^[ \\u00a0\\u202f-]?(?:${pattern.source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`, 'iu'),
  currency: { family, code },
}));

/** Words and signs between the two numbers of a range. */
const BETWEEN =
  /^\s?(?:[-‐‑–—−~〜～]|to|and|or|bis|und|oder|à|a|et|ou|y|e|o|tot|en|of|till|och|do|до|и|から|至|到)?\s?[$€£¥₹]?$/iu;

/** Number of characters to examine on each side of a number. */
const AROUND = 24;

/**
 * Finds the figures in a string, in order. Understands number formats of all countries, scales as words or signs ("3
 * Mio.", "5k", "2.3万"), percentages and currencies. A range yields both ends; the first gets the unit, and possibly the
 * scale, of the second. Never joins digits across a hyphen or footnote. Skips numbers in names ("Q3", "GPT-4").
 */
export function figuresIn(source: string): Figure[] {
  const text = plainDigits(source);
  const marks = decimalMarks(text);
  const found = [...text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => numbersOf(chunk, index, marks));
  const figures = found.flatMap((number) => figureAt(text, number) ?? []);
  return [...withRanges(text, figures), ...compositesOf(figures)];
}

/**
 * Converts digits of every script to ASCII, halves and quarters to decimals, and superscripts and subscripts to
 * spaces. Offsets may change.
 */
export function plainDigits(source: string): string {
  return source
    .replace(/[⁰¹²³⁴-⁹₀-₉]/gu, ' ')
    .replace(/(?<=\d)\s?[½¼¾]/gu, (part) => FRACTIONS[part.trim()]!)
    .replace(/[½¼¾]/gu, (part) => `0${FRACTIONS[part]!}`)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/(?![0-9])\p{Nd}/gu, digitOf);
}

const FRACTIONS: Record<string, string> = { '½': '.5', '¼': '.25', '¾': '.75' };

interface Numeral {
  digits: string;
  at: number;
  values: number[];
  precision: number;
}

/** Decimal mark that the text clearly uses, or both marks if it is unclear. */
function decimalMarks(text: string): Mark[] {
  const seen = new Set<Mark>();
  for (const [chunk] of text.matchAll(CHUNK)) {
    for (const piece of chunk.split(SPACES)) {
      const separators = piece.match(/[.,]/gu) ?? [];
      const last = separators.at(-1) as Mark | undefined;
      if (!last) continue;
      const decimals = piece.slice(piece.lastIndexOf(last) + 1);
      const once = separators.filter((each) => each === last).length === 1;
      if (once && (decimals.length !== 3 || separators.length > 1 || piece.startsWith('0'))) seen.add(last);
      if (!once) seen.add(last === '.' ? ',' : '.');
    }
  }
  return seen.size === 1 ? [...seen] : ['.', ','];
}

/** Numbers in a run of digits and separators: one if the separators group thousands, otherwise several. */
function numbersOf(chunk: string, at: number, marks: readonly Mark[]): Numeral[] {
  const pieces = chunk.split(SPACES);
  if (pieces.length > 1) {
    const isGrouped =
      /^\d{1,3}$/u.test(pieces[0]!) && pieces.slice(1).every((piece) => /^\d{3}(?:$|[.,]\d+$)/u.test(piece));
    const joined = isGrouped ? numeral(pieces.join('').replace(',', '.'), chunk, at) : null;
    // A list of numbers can look like grouped thousands, so each number also counts on its own.
    return [
      ...(joined ? [joined] : []),
      ...splitAt(chunk, at, SPACES).flatMap((part) => numbersOf(part.digits, part.at, marks)),
    ];
  }
  const separators = chunk.match(/[.,'’]/gu) ?? [];
  if (separators.length === 0) return [numeral(chunk, chunk, at)];
  const kinds = new Set(separators);
  const last = separators.at(-1)!;
  const isDecimal = (last === '.' || last === ',') && separators.filter((each) => each === last).length === 1;
  const whole = isDecimal ? chunk.slice(0, chunk.lastIndexOf(last)) : chunk;
  const grouped = kinds.size - (isDecimal ? 1 : 0) <= 1 && isGroupedBy3(whole);
  if (isDecimal && separators.length === 1) {
    const decimal = numeral(chunk.replace(',', '.'), chunk, at);
    if (!/^[1-9]\d{0,2}[.,]\d{3}$/u.test(chunk)) return [decimal];
    const thousands = numeral(chunk.replace(/[.,]/u, ''), chunk, at);
    const readings = [
      ...(marks.includes(last) ? [decimal] : []),
      ...(marks.some((mark) => mark !== last) ? [thousands] : []),
    ];
    const precision = Math.max(...readings.map((reading) => reading.precision));
    return [{ ...thousands, values: readings.flatMap(({ values }) => values), precision }];
  }
  if (isDecimal && grouped) {
    return [numeral(`${whole.replace(/[.,'’]/gu, '')}.${chunk.slice(chunk.lastIndexOf(last) + 1)}`, chunk, at)];
  }
  if (!isDecimal && isGroupedBy3(chunk)) return [numeral(chunk.replace(/[.,'’]/gu, ''), chunk, at)];
  return splitAt(chunk, at, /[.,'’]/u).map((part) => numeral(part.digits, part.digits, part.at));
}

/** True if digits are grouped by thousands, or by lakhs and crores. */
function isGroupedBy3(digits: string): boolean {
  return /^\d{1,3}(?:[.,'’]\d{3})+$/u.test(digits) || /^\d{1,2}(?:,\d{2})+,\d{3}$/u.test(digits);
}

function splitAt(chunk: string, at: number, separator: RegExp): { digits: string; at: number }[] {
  const parts: { digits: string; at: number }[] = [];
  let offset = at;
  for (const digits of chunk.split(separator)) {
    parts.push({ digits, at: offset });
    offset += digits.length + 1;
  }
  return parts;
}

function numeral(plain: string, digits: string, at: number): Numeral {
  const [whole = '', decimals] = plain.split('.');
  const zeros = /[1-9](0*)$/u.exec(whole)?.[1]?.length ?? 0;
  const precision = decimals === undefined ? 10 ** zeros : 10 ** -decimals.length;
  return { digits, at, values: [Number(plain)], precision };
}

/** The figure around a number, or null if it is part of a name. */
function figureAt(text: string, { digits, at, values, precision }: Numeral): Figure | null {
  const end = at + digits.length;
  const before = text.slice(Math.max(0, at - AROUND), at);
  let after = text.slice(end, end + AROUND);
  const sign = SIGNS.find((each) => each.before.test(before));
  const gap = /^[ \u00a0\u202f-]?/u.exec(after)![0];
  const scaled = scaleAt(after.slice(gap.length), gap, sign !== undefined);
  const scaleText = scaled ? gap + scaled.word : '';
  after = after.slice(scaleText.length);
  const percent = PERCENT.exec(after.replace(/^[ \u00a0\u202f-]/u, ''));
  const behind = SIGNS.find((each) => each.after.test(after));
  const unit = percent ? 'percent' : ((sign ?? behind)?.currency ?? null);
  if (unit === null && !scaled && isOfName(before)) return null;
  const readings = scaled ? values.map((value) => value * scaled.factor) : values;
  const tail = percent ? /^[ \u00a0\u202f-]?/u.exec(after)![0] + percent[0] : (behind?.after.exec(after)?.[0] ?? '');
  const head = sign ? sign.before.exec(before)![0] : '';
  return {
    text: (head + digits + scaleText + (sign && !percent ? '' : tail)).trim(),
    at: at - head.length,
    values: scaled?.ambiguous && !sign && !behind ? [...values, ...readings] : readings,
    precision: scaled ? precision * scaled.factor : precision,
    unit,
    year: !scaled && unit === null && /^(?:19|20)\d\d$/u.test(digits),
  };
}

function scaleAt(after: string, gap: string, ofMoney: boolean) {
  for (const [pattern, factor, ambiguous] of SCALES) {
    const word = pattern.exec(after)?.[0];
    // In "5-m", the letter is a unit of length, not a scale.
    if (word === undefined || (ambiguous && gap === '-')) continue;
    return { word, factor, ambiguous: ambiguous !== undefined && !ofMoney };
  }
  return null;
}

/** True if the digits end a name, such as "A4", "ev12" or "COVID-19". */
function isOfName(before: string): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}][-‐‑]?$/u.test(before) && !/\p{Nd}[-‐‑]?$/u.test(before);
}

/**
 * Gives both ends of a range the same unit. Also reads the first end in the scale of the second ("3 to 4 million").
 */
function withRanges(text: string, figures: readonly Figure[]): Figure[] {
  return figures.map((figure, i) => {
    const next = figures[i + 1];
    const previous = figures[i - 1];
    if (next && isRange(text, figure, next)) {
      const factor = factorOf(next);
      const more = factor > 1 ? figure.values.map((value) => value * factor) : [];
      return { ...figure, values: [...figure.values, ...more], unit: figure.unit ?? next.unit };
    }
    return previous && isRange(text, previous, figure) ? { ...figure, unit: figure.unit ?? previous.unit } : figure;
  });
}

function isRange(text: string, first: Figure, last: Figure): boolean {
  const end = first.at + first.text.length;
  return last.at >= end && last.at - end <= 10 && BETWEEN.test(text.slice(end, last.at));
}

/** Factor between a figure's value and its written number. */
function factorOf({ values, text }: Figure): number {
  const written = /\d[\d.,'’]*/u.exec(text)?.[0] ?? '';
  const plain = Math.max(...numbersOf(written, 0, ['.', ',']).flatMap((number) => number.values), 1);
  return Math.max(1, Math.round(Math.max(...values) / plain));
}

/** Finds numbers written as two figures, such as "12億3000万". The two figures also count separately. */
function compositesOf(figures: readonly Figure[]): Figure[] {
  return figures.flatMap((first, i) => {
    const second = figures[i + 1];
    const isOne = second && IDEOGRAPHIC.test(first.text) && second.at === first.at + first.text.length;
    if (!isOne || second.values[0]! >= first.values[0]!) return [];
    return [
      { ...second, text: first.text + second.text, at: first.at, values: [first.values[0]! + second.values[0]!] },
    ];
  });
}

/** Number words from "two" upward, in several languages. A quotation may spell out a number that is in its claim. */
const WORDS: readonly [number, string][] = [
  [2, 'two zwei deux dos due twee dois duas два 二'],
  [3, 'three drei trois tres tre drie três три 三'],
  [4, 'four vier quatre cuatro quattro quatro четыре 四'],
  [5, 'five fünf cinq cinco cinque vijf пять 五'],
  [6, 'six sechs seis sei zes шесть 六'],
  [7, 'seven sieben sept siete sette zeven sete семь 七'],
  [8, 'eight acht huit ocho otto oito восемь 八'],
  [9, 'nine neun neuf nueve nove negen девять 九'],
  [10, 'ten zehn dix diez dieci tien dez десять 十'],
  [11, 'eleven elf onze once undici одиннадцать'],
  [12, 'twelve zwölf douze doce dodici twaalf doze двенадцать'],
  [13, 'thirteen dreizehn treize trece tredici dertien treze'],
  [14, 'fourteen vierzehn quatorze catorce quattordici veertien catorze'],
  [15, 'fifteen fünfzehn quinze quince quindici vijftien'],
  [16, 'sixteen sechzehn seize sedici zestien dezesseis'],
  [17, 'seventeen siebzehn diecisiete zeventien'],
  [18, 'eighteen achtzehn dieciocho achttien dezoito'],
  [19, 'nineteen neunzehn diecinueve negentien dezenove'],
  [20, 'twenty zwanzig vingt veinte venti twintig vinte двадцать'],
  [30, 'thirty dreißig trente treinta trenta dertig trinta'],
  [40, 'forty vierzig quarante cuarenta quaranta veertig quarenta'],
  [50, 'fifty fünfzig cinquante cincuenta cinquanta vijftig cinquenta'],
  [60, 'sixty sechzig soixante sesenta sessanta zestig sessenta'],
  [70, 'seventy siebzig setenta settanta zeventig'],
  [80, 'eighty achtzig ochenta ottanta tachtig oitenta'],
  [90, 'ninety neunzig noventa novanta negentig'],
  [100, 'hundred hundert cent cien cento honderd сто 百'],
  [1000, 'thousand tausend mille mil duizend тысяча 千'],
];
const VALUES: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

export function numbersInWords(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.flatMap((word) => VALUES.get(word) ?? []);
}
