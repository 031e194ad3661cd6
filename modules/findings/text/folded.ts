import { Units } from './folded-units';

/** A normalized string. Each of its code units has a range in the source. */
export interface Folded {
  text: string;
  /** Start offset of each unit in the source. */
  at: Uint32Array;
  /** End offset of each unit in the source. */
  until: Uint32Array;
  /** Positions in `text` where a new page element starts although the previous one did not end a sentence. */
  breaks: number[];
}

/**
 * Whether to drop or keep footnote marks and ruby readings (between U+FFFA and U+FFFB).
 */
export type Marks = 'dropped' | 'kept';

type Kind =
  'text' | 'space' | 'invisible' | 'quote' | 'apostrophe' | 'hyphen' | 'dash' | 'markup' | 'raised' | 'reading';

interface Sign {
  kind: Kind;
  /** Normalized form of this code point on its own. */
  form: string;
  letter: boolean;
  /** True for a letter of a script without spaces between words. */
  unspaced: boolean;
  /** Kind of digit. Adjacent plain digits form one number; others, such as ½ or ①, stay separate. */
  digit: 'plain' | 'other' | null;
}

const KINDS: readonly [Kind, RegExp][] = [
  ['space', /\s/u],
  ['reading', /\ufffa/u],
  // Includes Arabic vowels and tatweel and Hebrew points, which most writers omit.
  ['invisible', /[\p{Default_Ignorable_Code_Point}\ufff9\ufffb\u0640]|(?=\p{M})[\p{scx=Arabic}\p{scx=Hebrew}]/u],
  ['apostrophe', /['`´‘’‛′ʼ＇]/u],
  ['quote', /["‚“”„‟″‹›«»「」『』〝〞＂]/u],
  ['hyphen', /[-‐‑−﹣－]/u],
  ['dash', /[‒–—―﹘]/u],
  // Emphasis, headings, tables and pictures, which page-to-text converters add or drop.
  ['markup', /[*_#|•·▪●†‡\p{Emoji_Presentation}]/u],
  ['raised', /[⁰¹²³⁴-⁹₀-₉]/u],
];

/** Scripts without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function signOf(code: number): Sign {
  const character = String.fromCodePoint(code);
  const kind = KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'text';
  const form = formOf(character);
  const plain = /^\p{Nd}$/u.test(character);
  const digit = plain ? 'plain' : /^\p{N}/u.test(form) || /\p{N}$/u.test(form) ? 'other' : null;
  return { kind, form, letter: /^\p{L}/u.test(form), unspaced: UNSPACED.test(character), digit };
}

/** Compatibility form in lower case, with digits of every script as ASCII. */
function formOf(characters: string): string {
  return characters
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/\p{Nd}/gu, digitOf);
}

/** Converts a digit of any script to ASCII. */
export function digitOf(character: string): string {
  if (character <= '9') return character;
  let zero = character.codePointAt(0)!;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Maximum number of combining marks per character, as in Unicode's Stream-Safe Text Format. */
const MOST_MARKS = 30;
const MARK = /\p{M}|[\u1160-\u11ff]/u;
const FOOTNOTE = /\[(?:\d{1,3}|\p{L}|note \d{1,3}|citation needed)\]/iuy;
/** A word with at least this many letters is not a unit of measure, so a superscript after it is a footnote mark. */
const LETTERS_OF_WORD = 4;
const LONGEST_READING = 100;
/** Marks that end a sentence. The text that follows cannot change its meaning. */
const SENTENCE_END = /[.!?:;。！？؟।]\)?$/u;

/** White space, dashes and dropped text between two units. */
interface Between {
  space: boolean;
  /** White space after the hyphen or dash. */
  spaceAfter: boolean;
  dash: 'hyphen' | 'dash' | null;
  /** True if the dash starts a line, as in a list. */
  bullet: boolean;
  apostrophe: boolean;
  /** Whether the dropped text separates words and numbers, only numbers, or nothing (null). */
  parted: 'words' | 'numbers' | null;
  marked: boolean;
  /** Line breaks and tabs. */
  blank: string;
}

/**
 * Normalizes text for comparison. Removes differences in white space, quotation marks, emphasis, invisible characters,
 * hyphenation, compatibility forms, case, Arabic vowels and the script of digits. Text that is dropped between two
 * digits leaves a space, so that two numbers never become one. In the source, blank lines separate page elements, tabs
 * separate cells and vertical tabs separate rows. Takes linear time.
 */
export function folded(source: string, marks: Marks = 'dropped'): Folded {
  return new Folding(source, marks).result();
}

type Last = Pick<Sign, 'form' | 'letter' | 'unspaced'> & { digit: Sign['digit'] | 'raised' };

class Folding {
  /** Cache of character properties, because most pages use few different characters. */
  private readonly signs = new Map<number, Sign>();
  private readonly units: Units;
  private readonly breaks: number[] = [];
  private last: Last | null = null;
  /** Text between two units; null if there is none, as between letters of a word. */
  private between: Between | null = null;

  constructor(
    private readonly source: string,
    private readonly marks: Marks,
  ) {
    this.units = new Units(source.length);
  }

  result(): Folded {
    const { source } = this;
    for (let i = 0; i < source.length;) i = this.letters(i) ?? this.step(i);
    return { ...this.units.result(), breaks: this.breaks };
  }

  private get gap(): Between {
    return (this.between ??= nothing());
  }

  private signOf(code: number): Sign {
    let sign = this.signs.get(code);
    if (!sign) this.signs.set(code, (sign = signOf(code)));
    return sign;
  }

  /**
   * Processes a run of ASCII letters at a fifth of the cost of `step`, because most of a page consists of them. Stops
   * before the last letter, because combining marks may follow it. Returns the next offset, or null if no run starts
   * here.
   */
  private letters(from: number): number | null {
    if (this.between !== null) return null;
    const { source, units } = this;
    let to = from;
    for (; isLetter(source.charCodeAt(to)) && isLetter(source.charCodeAt(to + 1)); to++) {
      units.push(source.charCodeAt(to) | 0x20, to, to + 1);
    }
    if (to === from) return null;
    this.last = this.signOf(source.charCodeAt(to - 1));
    return to;
  }

  private step(i: number): number {
    const { source } = this;
    const code = source.codePointAt(i)!;
    const sign = this.signOf(code);
    const next = i + (code > 0xffff ? 2 : 1);
    switch (sign.kind) {
      case 'space':
        return this.space(code, next);
      case 'invisible':
        this.gap.parted ??= 'numbers';
        return next;
      case 'apostrophe':
        this.gap.apostrophe = true;
        this.gap.parted ??= 'numbers';
        return next;
      case 'quote':
      case 'markup':
        this.gap.parted = 'words';
        return next;
      case 'hyphen':
      case 'dash':
        this.dash(sign.kind);
        return next;
      case 'raised':
        return this.raised(sign, i, next);
      case 'reading':
        return this.reading(next);
      default:
        return (code === 0x5b ? this.footnote(i) : null) ?? this.character(sign, i, next);
    }
  }

  private space(code: number, next: number): number {
    const { gap } = this;
    if (gap.dash === null) gap.space = true;
    else gap.spaceAfter = true;
    if (code === 0x0a || code === 0x0b || code === 0x09) gap.blank += String.fromCharCode(code);
    return next;
  }

  private dash(kind: 'hyphen' | 'dash'): void {
    const { gap } = this;
    gap.bullet ||= gap.blank !== '';
    gap.dash = gap.dash === null ? kind : 'dash';
    gap.spaceAfter = false;
  }

  private character(sign: Sign, i: number, next: number): number {
    let end = next;
    for (
      let marks = 0;
      marks < MOST_MARKS && end < this.source.length && this.source.charCodeAt(end) > 0x2ff;
      marks++
    ) {
      const code = this.source.codePointAt(end)!;
      if (!MARK.test(String.fromCodePoint(code))) break;
      end += code > 0xffff ? 2 : 1;
    }
    if (end === next) return this.put(sign, sign.form, i, next);
    const spelled = [...this.source.slice(i, end).normalize('NFC')]
      .filter((each) => this.signOf(each.codePointAt(0)!).kind === 'text')
      .join('');
    this.put(sign, formOf(spelled), i, end);
    // A combining mark that was dropped here must still separate this digit from the next.
    this.gap.parted = 'numbers';
    return end;
  }

  /**
   * Processes a superscript or subscript: an exponent after a digit, part of a short word (m², CO₂), or a footnote
   * mark.
   */
  private raised(sign: Sign, i: number, next: number): number {
    const { last, between } = this;
    const adjoins = last !== null && !between?.space && !between?.dash && between?.parted !== 'words';
    if (adjoins && last.digit === 'raised') return this.put({ ...sign, digit: 'other' }, sign.form, i, next, 'raised');
    if (adjoins && last.digit !== null) return this.put({ ...sign, digit: null }, `^${sign.form}`, i, next, 'raised');
    const word = /\p{L}{1,4}$/u.exec(this.tail())?.[0].length ?? 0;
    const unit = adjoins && word > 0 && word < LETTERS_OF_WORD;
    if (unit || this.marks === 'kept' || last === null) return this.put(sign, sign.form, i, next, 'raised');
    this.gap.parted ??= 'numbers';
    this.gap.marked = true;
    return next;
  }

  private reading(next: number): number {
    const end = this.source.slice(next, next + LONGEST_READING).indexOf('\ufffb');
    if (this.marks === 'kept' || end === -1) return next;
    this.gap.parted ??= 'numbers';
    return next + end + 1;
  }

  /** Returns the offset after the footnote mark that starts here; null if there is none. */
  private footnote(i: number): number | null {
    FOOTNOTE.lastIndex = i;
    const [mark] = FOOTNOTE.exec(this.source) ?? [];
    if (mark === undefined) return null;
    this.gap.parted ??= 'numbers';
    this.gap.marked = true;
    if (this.marks === 'dropped') {
      this.gap.parted = 'words';
      return i + mark.length;
    }
    for (let at = i + 1; at < i + mark.length - 1;) at = this.step(at);
    this.gap.parted ??= 'numbers';
    return i + mark.length;
  }

  private put(sign: Sign, form: string, i: number, next: number, digit: 'raised' | null = null): number {
    if (form !== '') {
      if (this.last !== null) this.part(sign, i);
      else if (this.isSigned(sign)) this.emit('-', i, i);
      this.emit(form, i, next);
      this.last = digit === null && form === sign.form ? sign : { ...sign, form, digit: digit ?? sign.digit };
      this.between = null;
    }
    return next;
  }

  /** True if a figure has a minus sign. */
  private isSigned({ digit, form }: Sign): boolean {
    if (this.between === null) return false;
    const { dash, spaceAfter } = this.between;
    return dash !== null && !spaceAfter && (digit !== null || /\p{Sc}/u.test(form));
  }

  private emit(form: string, at: number, until: number): void {
    for (let unit = 0; unit < form.length; unit++) this.units.push(form.charCodeAt(unit), at, until);
  }

  private tail(): string {
    return this.units.tail(LETTERS_OF_WORD);
  }

  /** Emits the separator between the last unit and the next. */
  private part(sign: Sign, i: number): void {
    const separator = this.separator(sign, i);
    if (isBreak(this.between?.blank ?? '') && !SENTENCE_END.test(this.tail())) this.breaks.push(this.units.count());
    this.emit(separator, this.units.end(), i);
  }

  private separator(sign: Sign, i: number): string {
    const { space, dash, bullet, apostrophe, parted, marked, blank } = this.between ?? NOTHING;
    const last = this.last!;
    const digits = last.digit !== null && sign.digit !== null;
    const unspaced = last.unspaced || sign.unspaced;
    const words = (last.letter || last.digit !== null) && (sign.letter || sign.digit !== null);
    if (dash !== null) {
      const figure = sign.digit !== null || /\p{Sc}/u.test(sign.form);
      if (figure && !bullet && (last.digit !== null || /[%‰\p{Sc}]/u.test(last.form))) return '-';
      if (this.isSigned(sign) && (space || !words)) return space ? ' -' : '-';
      if (dash === 'dash' || space || !words || isBreak(blank)) return ' ';
      return last.letter && sign.letter ? '' : '-';
    }
    if (space) return unspaced || (marked && this.closes(sign, i)) ? '' : ' ';
    if (apostrophe && words) return "'";
    if (parted === 'words' && words && !unspaced) return ' ';
    if (
      digits &&
      (parted !== null || last.digit !== sign.digit) &&
      !(last.digit === 'raised' && sign.digit === 'other')
    ) {
      return ' ';
    }
    return '';
  }

  /** True if `sign` is punctuation that may follow a footnote mark, but not a decimal point. */
  private closes(sign: Sign, i: number): boolean {
    return /[.,;:!?]/u.test(sign.form) && !/\d/u.test(this.source.slice(i + 1, i + 2));
  }
}

const nothing = (): Between => ({
  space: false,
  spaceAfter: false,
  dash: null,
  bullet: false,
  apostrophe: false,
  parted: null,
  marked: false,
  blank: '',
});
const NOTHING: Readonly<Between> = nothing();

/**
 * True if this run of line breaks, tabs and vertical tabs separates two page elements (rows or blocks) instead of cells
 * of one row.
 */
function isBreak(blank: string): boolean {
  if (blank.includes('\v')) return true;
  return !blank.includes('\t') && blank.includes('\n\n');
}

/** Whether white space separates elements of a page, cells of a row, or words. */
export function partingOf(space: string): 'elements' | 'cells' | 'words' {
  const blank = space.replace(/[^\n\t\v]/gu, '');
  if (isBreak(blank)) return 'elements';
  return blank.includes('\t') ? 'cells' : 'words';
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
