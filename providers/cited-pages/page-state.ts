/**
 * What a page that was answered with 200 is: itself, a `wall` before it (a sign-in, a challenge, a paywall), or a `shell`
 * that scripts fill.
 */
export type PageState = 'page' | 'wall' | 'shell';

/** What was seen of a page while it was read. */
export interface Seen {
  title: string;
  /** Its beginning. */
  beginning: string;
  /** Letters that are no links, no navigation and no head or foot of the page. */
  substance: number;
  letters: number;
  scripted: boolean;
  /** An element that scripts fill is empty. */
  emptyMount: boolean;
  password: boolean;
  challenge: boolean;
  /** It says that it is to be paid for. */
  paid: boolean;
  /** It sends its reader on. */
  refresh: boolean;
}

/** Fewer letters than this are no page of a site that has scripts. */
const LEAST_SUBSTANCE = 200;
/** Letters around a sign-in or an empty element that are still no page. */
const LITTLE_SUBSTANCE = 1_000;
/** Letters of a list of links. */
const MANY_LETTERS = 2_000;

const WALL_TITLE =
  /^(?:just a moment|attention required|access denied|access to this page has been denied|pardon our interruption|are you a robot|robot check|security check|verify(?:ing)? you are human|human verification|one more step|checking your browser|ddos protection|please wait|un momento|einen moment|nur einen moment|un instant|moment bitte|请稍候|少々お待ちください|один момент|log ?in|sign ?in|anmelden|einloggen|connexion|iniciar sesión|entrar|accedi|войти|登录|ログイン)(?!\p{L})/iu;
const WALL_WORDS =
  /checking your browser before|verify (?:that )?you are (?:a )?human|enable javascript and cookies to continue|(?:log|sign) ?in to (?:continue|read|view|see|your account)|(?:subscribe|register) to (?:continue|read|keep) |create (?:a free|an) account to (?:continue|read)|before you continue to |(?:accept|consent to) (?:all )?cookies to (?:continue|read|view)|unusual traffic from your|melden sie sich an, um|um weiterzulesen|connectez-vous pour|inicia sesión para|faça login para|войдите, чтобы|登录后|ログインして/iu;

/** Judges a page by what was seen of it. */
export function stateOf(seen: Seen): PageState {
  const { substance, letters } = seen;
  if (seen.paid || (seen.refresh && substance < LEAST_SUBSTANCE)) return 'wall';
  const little = substance < LITTLE_SUBSTANCE && letters < MANY_LETTERS;
  const walled = seen.password || seen.challenge || WALL_TITLE.test(seen.title) || WALL_WORDS.test(seen.beginning);
  if (little && walled) return 'wall';
  if (!seen.scripted || !little) return 'page';
  return substance < LEAST_SUBSTANCE || seen.emptyMount ? 'shell' : 'page';
}

/** Characters of a text among which the words of a wall stand. */
const BEGINNING = 2_000;

/** True for the text of a page, as somebody else read it, that is a wall before it. */
export function isWallText(title: string, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters < LITTLE_SUBSTANCE && (WALL_TITLE.test(title) || WALL_WORDS.test(text.slice(0, BEGINNING)));
}

const SIGN_IN_PATH =
  /(?:^|\/)(?:log-?in|sign-?in|sign_in|auth|authenticate|authorize|oauth2?|sso|saml2?|consent|captcha|challenge|checkpoint)(?:\.\w{2,5})?(?:\/|$)/iu;
const SIGN_IN_HOST = /^(?:log-?in|sign-?in|auth|sso|accounts?|id|identity|consent)\./iu;

/** True for an address at which a site asks who its visitor is, or what it may do, before it shows the page. */
export function isSignIn({ hostname, pathname }: URL): boolean {
  return SIGN_IN_PATH.test(pathname) || SIGN_IN_HOST.test(hostname);
}
