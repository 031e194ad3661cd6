import { Parser } from 'htmlparser2';
import { HiddenText, type Attributes, type Inherited } from './hidden-text';
import { PageDate, isComments, isNoteMark, raisedText, stateOf, type Seen, type PageState } from './page-parts';

/** Elements whose content browsers do not show as text. */
const UNREAD = new Set('script style template iframe object datalist annotation annotation-xml title'.split(' '));

/** Inline elements. All other elements separate the text before, in and after them. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr noscript q rb rp rt rtc ' +
    'ruby s samp script small span strike strong style sub sup svg template time tt u var wbr'
  ).split(' '),
);
/** Separators before and after an element. All other block elements get blank lines. */
const PARTED: Readonly<Record<string, [string, string]>> = {
  tr: ['\v', '\v'],
  td: ['\t', ''],
  th: ['\t', ''],
  dt: ['\v', ''],
  dd: ['\t', ''],
  br: ['\n', ''],
};

/** Elements that are the same on every page of a site or lead to other pages. */
const AROUND = new Set('nav header footer aside noscript a button form label option menu'.split(' '));
const AROUND_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'dialog', 'alertdialog']);
/** Ids of elements that scripts fill. */
const MOUNT_ID = /^(?:root|app|__next|__nuxt|___gatsby|react-root|q-app|svelte|ember-app|main-app|application)$/iu;
const MOUNT_NAME = /-(?:root|app)$/u;
const CHALLENGE =
  /cdn-cgi\/challenge|cf-chl|challenge-form|px-captcha|captcha-delivery|_Incapsula_|awswaf|h-captcha|g-recaptcha|cf-turnstile/iu;
const PAID = /"isAccessibleForFree"\s{0,9}:\s{0,9}"?false/iu;

/** Maximum characters to search in a script. */
const LONGEST_DATA = 50_000;
const LONGEST_TITLE = 300;
const LONGEST_ATTRIBUTE = 2_000;
/**
 * Maximum nesting depth; browsers stop at 512. Deeper pages are slow, because the parser moves all open elements at
 * each tag: two megabytes of `<div>` took 30 s.
 */
const DEEPEST = 2_000;
/** Maximum length of a footnote mark or an exponent. */
const LONGEST_RAISED = 60;

/** In `text`, blank lines separate elements, vertical tabs separate table rows, and tabs separate cells. */
interface HtmlText {
  text: string;
  title: string | null;
  date: string | null;
  state: PageState;
}

/**
 * Extracts the text that a reader of the page sees, without scripts, hidden elements and visitors' comments. Adds the
 * titles and descriptions of the page and its pictures at the end. Stops at an element that is nested too deep.
 */
export function htmlText(source: string, xml = false): HtmlText {
  const reading = new Reading(source, xml);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        reading.open(name, attributes);
        if (reading.isTooDeep()) parser.pause();
      },
      onclosetag: (name) => reading.close(name),
      ontext: (text) => reading.take(text),
    },
    { xmlMode: xml, decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(source);
  return reading.result();
}

/** An open element. `look` is its visibility, null if hidden. `around` is true in menus, headers and footers. */
interface Open {
  name: string;
  look: Inherited | null;
  around: boolean;
  pre: boolean;
  /** For an element that scripts fill, the number of letters before it; otherwise null. */
  mount: number | null;
}

const PLAIN: Inherited = { unseen: false, tiny: false };

class Reading {
  private readonly parts: string[] = [];
  private readonly asides: string[] = [];
  private readonly stack: Open[] = [];
  private readonly hidden: HiddenText;
  private readonly date = new PageDate();
  private raised: { depth: number; text: string; lowered: boolean; mark: boolean } | null = null;
  private title = '';
  private titled = false;
  private data = '';
  private letters = 0;
  private substance = 0;
  private beginning = '';
  private readonly seen = {
    scripted: false,
    emptyMount: false,
    password: false,
    challenge: false,
    paid: false,
    refresh: false,
  };

  constructor(
    source: string,
    private readonly xml: boolean,
  ) {
    this.hidden = new HiddenText(xml ? '' : source);
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.stack.at(-1) ?? { name: '', look: PLAIN, around: false, pre: false, mount: null };
    const look = parent.look && this.lookOf(name, attributes, parent.look);
    const around = parent.around || AROUND.has(name) || AROUND_ROLES.has(attributes.role ?? '');
    const mounts = MOUNT_NAME.test(name) || (attributes.id !== undefined && MOUNT_ID.test(attributes.id));
    this.stack.push({ name, look, around, pre: parent.pre || name === 'pre', mount: mounts ? this.letters : null });
    this.note(name, attributes, look !== null);
    if (look !== null) this.begin(name, attributes);
    else this.partDigits();
  }

  /** True once nesting is too deep to continue. */
  isTooDeep(): boolean {
    return this.stack.length > DEEPEST;
  }

  close(name: string): void {
    const closed = this.stack.pop();
    if (!closed) return;
    if (this.raised && this.raised.depth > this.stack.length) this.endRaised();
    if (name === 'script') this.endScript();
    // Only the first title counts, because pictures within the page have titles, too.
    if (name === 'title') this.titled = true;
    if (closed.mount !== null && closed.mount === this.letters) this.seen.emptyMount = true;
    if (closed.look === null) return;
    if (name === 'rt' || name === 'rp') this.parts.push('\ufffb');
    this.boundary(name, 1);
  }

  take(given: string): void {
    const top = this.stack.at(-1);
    if (top?.name === 'title' && !this.titled && this.title.length < LONGEST_ATTRIBUTE) this.title += given;
    if (top?.name === 'script' && this.data.length < LONGEST_DATA) this.data += given.slice(0, LONGEST_DATA);
    if (top && (top.look === null || top.look.unseen || top.look.tiny)) return;
    const text = (top?.pre ? given.replace(/[\t\v]/gu, ' ') : given.replace(/\s+/gu, ' ')).replace(
      /[\ufff9-\ufffb]/gu,
      '',
    );
    const letters = text.length - (text.match(/\s/gu)?.length ?? 0);
    this.letters += letters;
    if (!top?.around) this.substance += letters;
    if (this.beginning.length < LONGEST_ATTRIBUTE) this.beginning += ` ${text.slice(0, LONGEST_ATTRIBUTE)}`;
    if (this.raised && this.raised.text.length + text.length <= LONGEST_RAISED) this.raised.text += text;
    else {
      this.endRaised(false);
      this.parts.push(text);
    }
  }

  result(): HtmlText {
    this.endRaised();
    const title = oneLine(this.title);
    const { letters, substance, beginning, seen } = this;
    const judged: Seen = { ...seen, title, beginning: oneLine(beginning), letters, substance };
    const about = [...new Set(this.xml ? [] : [title, ...this.asides])].filter((text) => text !== '');
    return {
      // A row separator precedes each description, so no quotation can extend from the page text into a description.
      text: [this.parts.join(''), ...about].join('\v'),
      title: title === '' ? null : title.slice(0, LONGEST_TITLE),
      date: this.date.day,
      state: this.isTooDeep() ? 'shell' : this.xml ? 'page' : stateOf(judged),
    };
  }

  private lookOf(name: string, attributes: Attributes, parent: Inherited): Inherited | null {
    if (this.xml) return parent;
    if (UNREAD.has(name) || isComments(name, attributes)) return null;
    return this.hidden.within(name, attributes, parent);
  }

  private begin(name: string, attributes: Attributes): void {
    const { alt, title } = attributes;
    for (const said of [alt, title]) if (said) this.asides.push(oneLine(said));
    this.boundary(name, 0);
    if (name === 'rt' || name === 'rp') this.parts.push('\ufffa');
    const mark = isNoteMark(name, attributes);
    if (this.raised) this.raised.mark ||= mark || name === 'a';
    else if (name === 'sup' || name === 'sub' || mark) {
      const linked = this.stack.some((open, i) => open.name === 'a' && i >= this.stack.length - 3);
      this.raised = { depth: this.stack.length, text: '', lowered: name === 'sub', mark: mark || linked };
    }
  }

  private endRaised(whole = true): void {
    if (!this.raised) return;
    const { text, lowered, mark } = this.raised;
    this.raised = null;
    // Longer text and text with block elements cannot be a footnote mark or an exponent.
    this.parts.push(whole ? raisedText(text, { lowered, mark }) : `\u2060${text}`);
  }

  /** Separates text before and after a tag. Block elements get separators; inline tags only keep digits apart. */
  private boundary(name: string, side: 0 | 1): void {
    if (!INLINE.has(name)) {
      this.endRaised(false);
      this.parts.push(PARTED[name]?.[side] ?? '\n\n');
    } else this.partDigits();
  }

  private partDigits(): void {
    if (!this.raised && /\p{N}$/u.test(this.parts.at(-1) ?? '')) this.parts.push('\u2060');
  }

  private note(name: string, attributes: Attributes, isSeen: boolean): void {
    if (name === 'script') {
      this.seen.scripted = true;
      this.data = '';
    }
    if (name === 'input' && attributes.type === 'password' && isSeen) this.seen.password = true;
    if (name === 'time' && attributes.datetime !== undefined) this.date.shown(attributes.datetime);
    if (name === 'meta') this.noteMeta(attributes);
    for (const value of [attributes.src, attributes.id, attributes.class, attributes.action]) {
      if (value !== undefined && CHALLENGE.test(value.slice(0, LONGEST_ATTRIBUTE))) this.seen.challenge = true;
    }
  }

  private noteMeta(attributes: Attributes): void {
    const name = (attributes.property ?? attributes.name ?? attributes.itemprop ?? '').toLowerCase();
    const content = (attributes.content ?? '').slice(0, LONGEST_ATTRIBUTE);
    this.date.named(name, content);
    if (/^(?:description|og:description|twitter:description|og:title|twitter:title)$/u.test(name)) {
      this.asides.push(oneLine(content));
    }
    if (name === 'isaccessibleforfree' && /^false$/iu.test(content)) this.seen.paid = true;
    if (attributes['http-equiv']?.toLowerCase() === 'refresh' && /url/iu.test(content)) this.seen.refresh = true;
  }

  private endScript(): void {
    this.date.linked(this.data);
    if (PAID.test(this.data)) this.seen.paid = true;
    this.data = '';
  }
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST_ATTRIBUTE).replace(/\s+/gu, ' ').trim();
}
