/** Ways to hide text with CSS. Child elements can undo the last two. Ignores transparency: many pages fade text in. */
type Way = 'gone' | 'away' | 'clipped' | 'flat' | 'unseen' | 'tiny';
type Ways = Partial<Record<Way, boolean>>;

/** Whether text is hidden in the ways that child elements inherit. */
export interface Inherited {
  unseen: boolean;
  tiny: boolean;
}

export type Attributes = Readonly<Record<string, string>>;

/** Maximum number of selectors kept per page. */
const MOST_SELECTORS = 20_000;
/** Text this far to the left or above is off screen. */
const OFF_SCREEN_PX = -500;
/** Letters or boxes smaller than this are unreadable. */
const READABLE_PX = 2;
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 1.33, em: 16, rem: 16, ch: 8, vw: 10, vh: 8, '%': 5 };

/** Classes that libraries use to hide text, either permanently or except for screen readers. */
const HIDING_CLASS =
  /^(?:(?:[a-z]{1,4}-)?(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|off-?screen)|element-invisible|assistive-text|(?:is-|u-)?hidden|d-none|display-none|invisible|hide)$/iu;
/** Classes that show the text again on a wider screen. */
const SHOWING_CLASS = /^(?:(?:sm|md|lg|xl|2xl):(?!hidden)[a-z-]+|d-(?:sm|md|lg|xl|xxl)-(?!none)[a-z-]+)$/iu;

/** Detects elements of a page that a reader cannot see. Uses only the source of the page, not linked style sheets. */
export class HiddenText {
  private readonly hides = new Map<string, Ways>();
  private readonly shows = new Map<string, Ways>();
  private selectors = 0;

  constructor(source: string) {
    for (const sheet of sheetsIn(source)) this.read(sheet);
  }

  /** Inherited state of an element's text; null if the whole element is hidden. */
  within(name: string, attributes: Attributes, parent: Inherited): Inherited | null {
    const { hidden, style, class: classes = '', id } = attributes;
    // Browsers show `until-found` as soon as a reader searches for the text.
    if (hidden !== undefined && hidden !== 'until-found') return null;
    if (name === 'dialog' && attributes.open === undefined) return null;
    const tokens = classes === '' ? [] : classes.split(/\s+/u, 30);
    if (tokens.some((each) => HIDING_CLASS.test(each)) && !tokens.some((each) => SHOWING_CLASS.test(each))) return null;
    if (tokens.length === 0 && id === undefined && style === undefined) return parent;
    const keys = [...tokens.map((each) => `.${each}`), ...(id === undefined ? [] : [`#${id}`])];
    const ways: Ways = {};
    for (const key of keys) Object.assign(ways, this.hides.get(key), this.hides.get(name + key));
    for (const key of keys) Object.assign(ways, this.shows.get(key));
    if (style !== undefined) Object.assign(ways, waysOf(style));
    if (ways.gone || ways.away || ways.clipped || ways.flat) return null;
    const { unseen = parent.unseen, tiny = parent.tiny } = ways;
    return { unseen, tiny };
  }

  /** Reads the rules of a style sheet whose selectors are a class or an id. Skips at-rules, such as `@media`. */
  private read(sheet: string): void {
    let begin = 0;
    for (let open = sheet.indexOf('{'); open !== -1; open = sheet.indexOf('{', begin)) {
      const head = sheet.slice(begin, open).trim();
      const end = head.startsWith('@') ? endOfBlock(sheet, open) : sheet.indexOf('}', open);
      if (end === -1) return;
      begin = end + 1;
      if (head.startsWith('@')) continue;
      const ways = waysOf(sheet.slice(open + 1, end));
      if (Object.keys(ways).length === 0) continue;
      for (const selector of head.split(',')) this.take(selector.trim().toLowerCase(), ways);
    }
  }

  private take(selector: string, ways: Ways): void {
    if ((this.selectors += 1) > MOST_SELECTORS) return;
    if (/^[a-z0-9]*[.#][\w-]+$/u.test(selector)) this.hides.set(selector, { ...this.hides.get(selector), ...ways });
    else if (!selector.includes(':')) {
      // The page can show elements of this class later, for example when a visitor expands a section.
      const shown = Object.fromEntries(Object.entries(ways).filter(([, hides]) => !hides));
      const last = selector.split(/[\s>+~]/u).at(-1)!;
      for (const key of last.match(/[.#][\w-]+/gu) ?? []) this.shows.set(key, { ...this.shows.get(key), ...shown });
    }
  }
}

function endOfBlock(sheet: string, open: number): number {
  const brace = /[{}]/gu;
  brace.lastIndex = open;
  for (let depth = 0, found = brace.exec(sheet); found; found = brace.exec(sheet)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return -1;
}

function sheetsIn(source: string): string[] {
  const sheets: string[] = [];
  const tag = /<(\/?)style\b/giu;
  let begin = -1;
  for (let found = tag.exec(source); found; found = tag.exec(source)) {
    if (found[1] === '/') {
      if (begin !== -1) sheets.push(withoutComments(source.slice(begin, found.index)));
      begin = -1;
    } else if (begin === -1) {
      begin = source.indexOf('>', tag.lastIndex) + 1;
      if (begin === 0) break;
      tag.lastIndex = begin;
    }
  }
  return sheets;
}

function withoutComments(sheet: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = sheet.indexOf('/*'); open !== -1; open = sheet.indexOf('/*', at)) {
    parts.push(sheet.slice(at, open));
    const close = sheet.indexOf('*/', open + 2);
    if (close === -1) return parts.join('');
    at = close + 2;
  }
  return parts.join('') + sheet.slice(at);
}

function waysOf(declarations: string): Ways {
  const values = new Map<string, string>();
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration
      .slice(colon + 1, colon + 200)
      .trim()
      .toLowerCase();
    values.set(declaration.slice(0, colon).trim().toLowerCase(), value.replace('!important', '').trim());
  }
  const ways: Ways = {};
  for (const [property, value] of values) Object.assign(ways, EFFECTS[property]?.(value));
  const overflow = values.get('overflow') ?? values.get('overflow-y') ?? '';
  if (/^(?:hidden|clip)/u.test(overflow)) {
    const sizes = ['width', 'height', 'max-width', 'max-height'].map((property) => pixels(values.get(property) ?? ''));
    ways.flat = sizes.some((size) => size !== null && size < READABLE_PX);
  }
  return ways;
}

const away = (value: string): Ways => ({ away: (pixels(value) ?? 0) <= OFF_SCREEN_PX });

const EFFECTS: Readonly<Record<string, (value: string) => Ways>> = {
  display: (value) => ({ gone: value === 'none' }),
  visibility: (value) => ({ unseen: value === 'hidden' || value === 'collapse' }),
  'font-size': (value) => {
    const size = pixels(value);
    if (size !== null && size < READABLE_PX) return { tiny: true };
    // A size relative to a tiny parent is also tiny.
    return /(?:em|%)$/u.test(value) && !value.endsWith('rem') ? {} : { tiny: false };
  },
  left: away,
  top: away,
  'margin-left': away,
  'margin-top': away,
  'text-indent': away,
  right: away,
  bottom: away,
  transform: (value) =>
    away(/translate(?:x|y|3d)?\(\s{0,9}(-\d[\d.]{0,9}[a-z]{0,3})(?=[\s,)])/u.exec(value)?.[1] ?? ''),
  clip: (value) => ({
    clipped: /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)$/u.test(value),
  }),
  'clip-path': (value) => ({ clipped: /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/u.test(value) }),
};

function pixels(value: string): number | null {
  const [, number, unit = 'px'] = /^(-?\d{0,9}(?:\.\d{1,9})?)(px|pt|em|rem|ch|vw|vh|%)?$/u.exec(value) ?? [];
  return number === undefined || number === '' ? null : Number(number) * PIXELS[unit]!;
}
