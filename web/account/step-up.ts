import { Failure } from '../../contracts/failures';
import { STEP_UP_METHODS, type StepUpMethod } from '../../contracts/sign-in';
import { html, type Markup } from '../../platform/html';
import { proveSession } from '../../store/accounts/prove-session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { hiddenFields } from '../components/hidden-fields';
import { narrow } from '../people/notice';
import { newCookie, type Session } from '../../commands/people/session';
import { tryPassword } from './try-password';

/** Form field of the step-up password. */
export const STEP_UP_FIELD = 'stepUpPassword';

/** Submitted form that needs a step-up. */
interface Attempt {
  deps: ApiDeps;
  address: string;
  cookie(name: string): string | null;
  session: Session;
  /** Submitted fields, repeated by the proof page. */
  sent: Readonly<Record<string, unknown>>;
  /** Target of the form, and the page to which a mailed link returns. */
  action: string;
  returnTo: string;
}

/** True if the owner of the session proved their identity within STEP_UP_LIFETIME. */
export function isRecent({ provedAt }: Session, { settings }: ApiDeps): boolean {
  return Date.now() - provedAt.getTime() < settings.stepUpMs;
}

/**
 * Protects a form against stolen cookies: proceeds after a recent sign-in, or with the right password, which rotates
 * the session cookie. Otherwise replies with a page that asks for proof and resubmits the form.
 */
export async function stepUp(attempt: Attempt, proceed: (session: Session) => Promise<Reply>): Promise<Reply> {
  const { deps, session, sent } = attempt;
  if (isRecent(session, deps)) return proceed(session);
  const password = sent[STEP_UP_FIELD];
  if (typeof password !== 'string' || password === '') return proofPage(attempt, false);
  const right = await tryPassword(attempt, { email: session.account.email, password });
  if (!right) return proofPage(attempt, true);
  const { header, ...secrets } = newCookie(deps.settings);
  const proof = { from: session.hash, to: secrets.hash, method: 'password' as const };
  if (!(await proveSession(deps.db, right, proof))) return proofPage(attempt, true);
  try {
    const reply = await proceed({ ...session, ...secrets, provedAt: new Date() });
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': header } };
  } catch (error) {
    // The old cookie is void: a failure without the new one would sign the user out.
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, { ...error.public, headers: { ...error.public.headers, 'Set-Cookie': header } });
  }
}

const FORMS: Record<StepUpMethod, (attempt: Attempt) => Markup | false> = {
  password: ({ session, sent, action }) =>
    session.account.hasPassword &&
    html`<form class="panel" method="post" action="${action}">
      ${hiddenFields(sent, [STEP_UP_FIELD])}
      <label for="proof">Your password</label>
      <input
        id="proof"
        name="${STEP_UP_FIELD}"
        type="password"
        autocomplete="current-password"
        maxlength="128"
        required
      />
      <button class="wide" type="submit">Confirm and continue</button>
    </form>`,

  mail_link: ({ deps, session, returnTo }) =>
    deps.settings.mail !== null &&
    html`<form class="panel" method="post" action="/account/confirm">
      <input type="hidden" name="csrf" value="${session.csrf}" />
      <input type="hidden" name="returnPath" value="${returnTo}" />
      <p>We'll e-mail you a link. Open it in this browser to return to this page.</p>
      <button class="wide quiet" type="submit">E-mail me a link</button>
    </form>`,
};

function proofPage(attempt: Attempt, wrong: boolean): Reply {
  return narrow(
    'Confirm it is you',
    html`${wrong && html`<p class="notice bad" role="alert">Wrong password, or too many attempts.</p>`}
      <p class="lead">You signed in a while ago. For your security, confirm your identity to continue.</p>
      ${STEP_UP_METHODS.map((method) => FORMS[method](attempt))}`,
    { status: wrong ? 400 : 403 },
  );
}
