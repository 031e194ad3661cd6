import { Type } from '@sinclair/typebox';
import { EmailAddress, normalEmail } from '../../base/email-address';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { hashToken } from '../../base/tokens';
import { askForPasskey, checkPasskey, MAX_ANSWER, relyingParty } from '../../http/browser/passkeys';
import { newSession, signOutCookies, readSession } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { loggedNetwork } from '../../http/limits/client-address';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery } from '../../http/link-token';
import { maskEmail, ReturnPath } from '../../modules/accounts/contract';
import { findLinkAddress } from '../../modules/accounts/store/links';
import { revokeSession } from '../../modules/accounts/store/sessions';
import { requestLink, requestOwnLink } from '../../modules/accounts/use-cases/request-link';
import { signInWithLink, signInWithPasskey, signInWithPassword } from '../../modules/accounts/use-cases/sign-in';
import { page, seeOther, anything } from '../page';
import { checkYourMail, narrow, linkForm, invalidLinkPage, confirmationPage } from '../people/notice';
import { accountForm } from './account-page';
import { passkeyForm, passkeyScript, withoutPasskeys, passwordForm, signInForm } from './sign-in-forms';
import { tryPassword } from './step-up';

const hasPasskeys = ({ settings }: ApiDeps) => relyingParty(settings) !== null;
const returnField = Type.Optional(ReturnPath);

/** Sign-in page: asks for an email address, then for a password or a mailed link. Passkeys need no email address. */
export const signInPage = page({
  method: 'GET',
  path: '/sign-in',
  query: Type.Object({ return: anything }),

  async handle(request) {
    const given = request.query.return;
    const back = safePath(typeof given === 'string' ? given : null);
    return (await readSession(request)) ? seeOther(back) : signInForm({ back, passkeys: hasPasskeys(request.deps) });
  },
});

/** Requests a sign-in link. The response is the same for every email address. */
export const requestSignIn = page({
  method: 'POST',
  path: '/sign-in',
  limit: 'linkForms',
  needs: 'mail',
  form: Type.Object({ email: EmailAddress, returnPath: returnField }),
  again: ({ deps, body }, state) => signInForm({ back: safePath(body.returnPath), passkeys: hasPasskeys(deps), state }),

  async handle({ deps, address, body: { email, returnPath } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'sign_in', email, returnPath });
    return checkYourMail({
      ...linkMailed(deps, email),
      again: { href: `/sign-in?return=${encodeURIComponent(safePath(returnPath))}`, label: 'request another link' },
    });
  },
});

/** Tells the user to check their email. The message is the same for every email address. */
const linkMailed = ({ settings }: ApiDeps, email: string) => ({
  email,
  sender: settings.mailSender,
  lead: 'Open the link in our email to sign in. It works once, for a short time.',
});

/** Target of a sign-in link. A click is required, because link previews would otherwise use up the link. */
export const signInLinkPage = page({
  method: 'GET',
  path: '/sign-in/link',
  query: tokenQuery,
  linkToken: true,

  async handle(request) {
    const { token } = request.query;
    const [email, session] = await Promise.all([
      findLinkAddress(request.deps.db, 'sign_in', hashToken(token)),
      readSession(request),
    ]);
    if (!email) return invalidLinkPage(ASK_AGAIN);
    // Somebody may have sent a link to their own account, to trick the recipient into working in it.
    const own = session?.account.email;
    const text = html`<p>This signs you in on this device as <strong>${maskEmail(email)}</strong>.</p>
      ${
        own !== undefined &&
        own !== email &&
        html`<p class="notice warn">
          You are signed in as <strong>${maskEmail(own)}</strong>. Signing in here signs that account out.
        </p>`
      }
      <p class="soft">Not your address? Close this page: somebody else requested the link.</p>`;
    return confirmationPage({ title: 'Sign in', text, action: '/sign-in/link', token, label: 'Sign in' });
  },
});

const ASK_AGAIN = { href: '/sign-in', label: 'Request a new link' };

/** Signs in with a link, which works only once. */
export const useSignInLink = page({
  method: 'POST',
  path: '/sign-in/link',
  limit: 'authTokens',
  form: linkForm,

  async handle({ deps, body: { token }, ...request }) {
    const { session, headers } = newSession({ deps, ...request });
    const { accountId, returnPath } = await signInWithLink(deps, token, session);
    deps.log.info({ accountId, network: loggedNetwork(deps.settings, request.address) }, 'signed in by link');
    return seeOther(safePath(returnPath), headers);
  },
});

/** Signs in by password, or asks for the password. Every failure involves the same work and gets the same response. */
export const usePassword = page({
  method: 'POST',
  path: '/sign-in/password',
  limit: 'passwordForms',
  untrimmed: ['password'],
  form: Type.Object({
    email: EmailAddress,
    password: Type.Optional(Type.String({ maxLength: 128 })),
    returnPath: returnField,
    asked: Type.Optional(Type.Literal('yes')),
  }),
  again: ({ body }, state) => passwordForm({ back: safePath(body.returnPath), state }),

  async handle(request) {
    const { deps, body } = request;
    const back = safePath(body.returnPath);
    const values = { email: body.email };
    if (!body.password) {
      if (body.asked) throw new Failure('invalid_request', { errors: [NO_PASSWORD] });
      return passwordForm({ back, state: { values } });
    }
    const right = await tryPassword(request, { email: normalEmail(body.email), password: body.password });
    if (!right) return { ...passwordForm({ back, state: { values, problem: WRONG_PASSWORD } }), status: 400 };
    const { session, headers } = newSession(request);
    await signInWithPassword(deps, right, session);
    return seeOther(back, headers);
  },
});

const NO_PASSWORD = { pointer: '/password', code: 'required', detail: 'is required' };

const WRONG_PASSWORD = html`Wrong email or password. After ten failed attempts in an hour, wait, sign in by email or
  <a href="/forgot-password">reset your password</a>.`;

/** Mails a sign-in link as proof for a step-up. The link leads back to the page with the form. */
export const confirmByMail = accountForm({
  path: '/account/confirm',
  limit: 'linkForms',
  needs: 'mail',
  form: Type.Object({ returnPath: returnField }),

  async handle({ deps, session, body }) {
    const { email } = session.account;
    const returnPath = safePath(body.returnPath);
    await requestOwnLink(deps, { purpose: 'sign_in', email, returnPath });
    return checkYourMail({ ...linkMailed(deps, email), again: { href: returnPath, label: 'go back and try again' } });
  },
});

/** Asks for proof of identity before showing a form. */
export const proveFirst = accountForm({
  path: '/account/prove',
  form: Type.Object({ returnPath: returnField }),
  stepUp: { returnTo: ({ returnPath }) => safePath(returnPath) },

  handle: ({ body }) => seeOther(safePath(body.returnPath)),
});

/** Signs out this browser. */
export const signOut = accountForm({
  path: '/sign-out',
  form: Type.Object({}),

  async handle({ deps, session }) {
    await revokeSession(deps.db, session.account.id, session.id, 'session.signed_out');
    return seeOther('/sign-in', signOutCookies(deps.settings));
  },
});

const HOME = '/account';
const SAFE_PATH = new RegExp(ReturnPath.pattern!);

/** Limits the return path to this site, which prevents open redirects. */
function safePath(path: unknown): string {
  return typeof path === 'string' && path.length <= ReturnPath.maxLength! && SAFE_PATH.test(path) ? path : HOME;
}

/** Asks the browser for any passkey for this site. The passkey identifies the account. */
export const askToSignInByPasskey = page({
  method: 'POST',
  path: '/sign-in/passkey',
  limit: 'passwordForms',
  form: Type.Object({ returnPath: returnField }),

  handle: ({ deps, body }) => passkeyPage(deps, safePath(body.returnPath), false),
});

async function passkeyPage(deps: ApiDeps, back: string, failed: boolean): Promise<Reply> {
  const options = await askForPasskey(deps, null);
  if (!options) throw new Failure('not_found');
  return narrow(
    'Use your passkey',
    html`${
        failed &&
        html`<p class="notice bad" role="alert">
          We could not accept this passkey. It was removed, or this page was open for too long. Try again, or choose
          another way.
        </p>`
      }
      ${withoutPasskeys}
      ${passkeyForm({
        action: '/sign-in/passkey/answer',
        options,
        name: 'passkey',
        label: 'Use a passkey',
        fields: html`<input type="hidden" name="returnPath" value="${back}" />`,
        now: !failed,
      })}
      <p>
        <a href="/sign-in?return=${encodeURIComponent(back)}">Sign in another way</a>. Lost your passkey? A link by
        email still signs you in.
      </p>`,
    { status: failed ? 400 : 200, scripts: [passkeyScript.href] },
  );
}

/** Signs in with a passkey. Every failure gets the same response. */
export const usePasskey = page({
  method: 'POST',
  path: '/sign-in/passkey/answer',
  limit: 'passwordForms',
  form: Type.Object({ passkey: Type.String({ maxLength: MAX_ANSWER }), returnPath: returnField }),

  async handle(request) {
    const { deps, body } = request;
    const back = safePath(body.returnPath);
    const used = await checkPasskey(request, null, body.passkey);
    if (!used) return passkeyPage(deps, back, true);
    const { session, headers } = newSession(request);
    if (!(await signInWithPasskey(deps, used, session))) return passkeyPage(deps, back, true);
    return seeOther(back, headers);
  },
});
