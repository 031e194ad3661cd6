import type { Attributes } from './hidden-text';

/** Ids and classes of page sections for visitors' comments. */
const COMMENTS =
  /^(?:(?:user|reader|visitor|customer|post|article|blog|entry|page|fb|wp-block|wp-block-post|single)[-_])?comments?(?:[-_](?:list|body|content|text|area|section|thread|item|wrap|wrapper|container|inner|box|block))?$|^(?:commentlist|commenttext|comments?area|commtext|disqus(?:[-_]\w{1,20})?|hyvor-talk-view|giscus|utterances|respond)$/iu;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?\b/iu;

/** True if the element contains visitors' comments. */
export function isComments(name: string, { id, class: classes, itemtype, itemprop }: Attributes): boolean {
  // On these elements, such a class may only mean that the page has comments somewhere.
  if (name === 'html' || name === 'body' || name === 'main') return false;
  if (itemtype !== undefined && COMMENT_TYPE.test(itemtype)) return true;
  if (itemprop === 'comment') return true;
  if (id !== undefined && COMMENTS.test(id)) return true;
  if (classes?.split(/\s+/u, 30).some((each) => COMMENTS.test(each))) return true;
  return name === 'shreddit-comment' || name === 'disqus-thread' || name === 'fb-comments';
}

const NOTE_CLASS =
  /^(?:(?:foot|end)?note[-_]?(?:ref|reference|anchor|link|marker|number)s?|fnref|fn-ref|reference|cite[-_]ref|reflink|easy-footnote)$/iu;

/** True if the markup says that the element is a footnote mark. */
export function isNoteMark(name: string, attributes: Attributes): boolean {
  if (/\b(?:doc-)?noteref\b/u.test(`${attributes.role ?? ''} ${attributes['epub:type'] ?? ''}`)) return true;
  if (name !== 'sup' && name !== 'a' && name !== 'span') return false;
  return attributes.class?.split(/\s+/u, 30).some((each) => NOTE_CLASS.test(each)) ?? false;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const LONGEST_MARK = 8;

/**
 * Raised or lowered text. Digits become superscript or subscript characters, so they do not join the digits before
 * them. Footnote marks are put in brackets.
 */
export function raisedText(text: string, { lowered, mark }: { lowered: boolean; mark: boolean }): string {
  const bare = text.trim();
  if (mark) {
    const inner = bare.replace(/^\[|\]$/gu, '').trim();
    if (/^(?:\d{1,3}|\p{L})$/u.test(inner)) return `[${inner}]`;
    // Drops marks such as "citation needed" and daggers, which are not part of the sentence.
    if (bare.startsWith('[') || bare.length <= LONGEST_MARK) return '';
  }
  if (!/^\d[\d\s,;–-]*$/u.test(bare)) return text;
  return bare.replace(/\D/gu, '').replace(/\d/gu, (digit) => (lowered ? LOWERED : RAISED)[Number(digit)]!);
}

/** Metadata fields for the publication date, most reliable first. */
const NAMES = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'date',
];

/** Publication day that a page states. The most reliable statement counts. */
export class PageDate {
  private place = Infinity;
  private found: string | null = null;

  /** Adds a date that the page states in a metadata field, for example in a `meta` element. */
  named(name: string, value: string): void {
    const place = NAMES.indexOf(name.toLowerCase());
    if (place !== -1) this.take(place, value);
  }

  linked(json: string): void {
    const [, value] = /"datePublished"\s{0,9}:\s{0,9}"([^"]{8,40})"/u.exec(json) ?? [];
    if (value !== undefined) this.named('datepublished', value);
  }

  /** Adds a time that the page shows. Used only if no metadata field states a date. */
  shown(value: string): void {
    this.take(NAMES.length, value);
  }

  /** Day as `YYYY-MM-DD`; null if the page states no date. */
  get day(): string | null {
    return this.found;
  }

  private take(place: number, value: string): void {
    const day = place < this.place ? dayOf(value) : null;
    if (day === null) return;
    this.place = place;
    this.found = day;
  }
}

/** Day from a date in a page or PDF: `2026-04-02T…`, `2026/04/02`, `20260402`; null for any other format. */
export function dayOf(value: string): string | null {
  const [, year, month, day] = /^\s{0,9}(?:D:)?(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?!\d{1,3}(?:\D|$))/u.exec(value) ?? [];
  const written = `${year}-${month}-${day}`;
  const moment = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? null : written;
}

/** State of a page: readable, a `wall` (sign-in, bot check, paywall), or an empty `shell` that scripts fill. */
export type PageState = 'page' | 'wall' | 'shell';

export interface Seen {
  title: string;
  beginning: string;
  /** Number of letters outside links, navigation, headers and footers. */
  substance: number;
  letters: number;
  scripted: boolean;
  /** True if an element that scripts fill is empty. */
  emptyMount: boolean;
  password: boolean;
  challenge: boolean;
  /** True if the page says that it is behind a paywall. */
  paid: boolean;
  /** True if the page redirects its reader. */
  refresh: boolean;
}

/** Least substance (letters outside links and navigation) of a readable page that redirects or has scripts. */
const LEAST_SUBSTANCE = 200;
/** Least substance of a readable page that has a sign-in form or an empty element for scripts to fill. */
const LITTLE_SUBSTANCE = 1_000;
/** Such a page also counts as readable with this many letters, even if nearly all of them are in links. */
const MANY_LETTERS = 2_000;

const WALL_TITLE =
  /^(?:just a moment|attention required|access denied|access to this page has been denied|pardon our interruption|are you a robot|robot check|security check|verify(?:ing)? you are human|human verification|one more step|checking your browser|ddos protection|please wait|un momento|einen moment|nur einen moment|un instant|moment bitte|请稍候|少々お待ちください|один момент|log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesión|entrar|accedi|войти|登录|ログイン)(?!\p{L})/iu;
const WALL_WORDS =
  /checking your browser before|verify (?:that )?you are (?:a )?human|enable javascript and cookies to continue|(?:log|sign) ?in to (?:continue|read|view|see|your account)|(?:subscribe|register) to (?:continue|read|keep) |create (?:a free|an) account to (?:continue|read)|before you continue to |(?:accept|consent to) (?:all )?cookies to (?:continue|read|view)|unusual traffic from your|melden sie sich an, um|um weiterzulesen|connectez-vous pour|inicia sesión para|faça login para|войдите, чтобы|登录后|ログインして/iu;

export function stateOf(seen: Seen): PageState {
  const { substance, letters } = seen;
  if (seen.paid || (seen.refresh && substance < LEAST_SUBSTANCE)) return 'wall';
  const little = substance < LITTLE_SUBSTANCE && letters < MANY_LETTERS;
  const walled = seen.password || seen.challenge || WALL_TITLE.test(seen.title) || WALL_WORDS.test(seen.beginning);
  if (little && walled) return 'wall';
  if (!seen.scripted || !little) return 'page';
  return substance < LEAST_SUBSTANCE || seen.emptyMount ? 'shell' : 'page';
}

/** Number of characters that {@link isWallText} searches, from the start of the page text. */
const BEGINNING = 2_000;

/** True if page text fetched by the agent provider is a sign-in or bot check rather than the page itself. */
export function isWallText(title: string, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters < LITTLE_SUBSTANCE && (WALL_TITLE.test(title) || WALL_WORDS.test(text.slice(0, BEGINNING)));
}

const SIGN_IN_PATH =
  /(?:^|\/)(?:log-?in|sign-?in|sign_in|auth|authenticate|authorize|oauth2?|sso|saml2?|consent|captcha|challenge|checkpoint)(?:\.\w{2,5})?(?:\/|$)/iu;
const SIGN_IN_HOST = /^(?:log-?in|sign-?in|auth|sso|accounts?|id|identity|consent)\./iu;

/** True if the URL looks like a page that asks visitors to sign in or to consent before they see the site. */
export function isSignIn({ hostname, pathname }: URL): boolean {
  return SIGN_IN_PATH.test(pathname) || SIGN_IN_HOST.test(hostname);
}
