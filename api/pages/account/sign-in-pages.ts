import { Type } from '@sinclair/typebox';
import { EmailAddress, normalEmail } from '../../../contracts/email-address';
import { ReturnPath } from '../../../contracts/sign-in';
import { hashToken } from '../../../contracts/tokens';
import { html } from '../../../providers/html';
import { isLinkValid, signInByLink } from '../../../store/account-links';
import { beginPasswordAttempt, endSession, signInByPassword } from '../../../store/account-sessions';
import { requestLink } from '../../endpoints/auth/request-link';
import { mailIsOn } from '../../mail-is-on';
import { isPassword } from '../../passwords';
import type { Reply } from '../../endpoint';
import { emailField, linkForm, linkQuery } from '../people/fields';
import { deadLink, narrow, oneButton } from '../people/notice';
import { page, seeOther } from '../page';
import { accountForm } from './account-page';
import { forgetSession, newSession, readSession } from './session';

const HOME = '/account';
const SAFE_PATH = new RegExp(ReturnPath.pattern!);

/** A way back that stays on this site, whatever was asked for. */
function safePath(path: string | null | undefined): string {
  return path && path.length <= ReturnPath.maxLength! && SAFE_PATH.test(path) ? path : HOME;
}

const returnField = Type.Optional(ReturnPath);

/** The way in: by a mailed link, or by password. */
export const signInPage = page({
  method: 'GET',
  path: '/sign-in',
  query: Type.Object({ return: Type.Optional(Type.Unsafe<unknown>({})) }),

  async handle(request) {
    const given = request.query.return;
    const back = safePath(typeof given === 'string' ? given : null);
    return (await readSession(request)) ? seeOther(back) : signInForms({ back });
  },
});

function signInForms({ back, email = '', wrong = false }: { back: string; email?: string; wrong?: boolean }): Reply {
  const hidden = html`<input type="hidden" name="returnPath" value="${back}" />`;
  return narrow(
    'Sign in',
    html`${
        wrong &&
        html`<p class="notice bad" role="alert">
          That address and password do not fit. After ten wrong passwords only a new one helps:
          <a href="/forgot-password">set a new password</a>.
        </p>`
      }
      <form class="panel" method="post" action="/sign-in">
        <h2>By mail</h2>
        <p>We mail you a link. Whoever has no account gets one.</p>
        ${hidden}${emailField(email)}
        <button class="wide" type="submit">Mail me a link</button>
      </form>
      <form class="panel" method="post" action="/sign-in/password">
        <h2>By password</h2>
        ${hidden}
        <label for="login">E-mail address</label>
        <input id="login" name="email" type="email" value="${email}" autocomplete="username" maxlength="254" required />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required />
        <button class="wide quiet" type="submit">Sign in</button>
        <p class="soft"><a href="/forgot-password">No password yet, or forgotten?</a></p>
      </form>`,
    { status: wrong ? 400 : 200 },
  );
}

/** Has a sign-in link mailed; the same page follows for every address. */
export const requestSignIn = page({
  method: 'POST',
  path: '/sign-in',
  limit: 'auth',
  needs: mailIsOn,
  form: Type.Object({ email: EmailAddress, returnPath: returnField }),

  async handle({ deps, body: { email, returnPath } }) {
    await requestLink(deps, { purpose: 'sign_in', email, returnPath });
    return seeOther('/sign-in/sent');
  },
});

/** Says that a link is on its way. */
export const signInSentPage = page({
  method: 'GET',
  path: '/sign-in/sent',

  handle: () =>
    narrow(
      'Check your mail',
      html`<p class="lead">A link is on its way. It works once, for a short time.</p>
        <p>
          Nothing there? Look among the unwanted mail, or <a href="/sign-in">ask again</a>. We send at most three an
          hour.
        </p>`,
    ),
});

/** What a sign-in link opens: a button, so that looking at the link does not use it. */
export const signInLinkPage = page({
  method: 'GET',
  path: '/sign-in/link',
  query: linkQuery,

  async handle({ deps, query: { token } }) {
    if (!(await isLinkValid(deps.db, 'sign_in', hashToken(token)))) return deadLink(ASK_AGAIN);
    const text = html`<p>Press the button to sign in on this device.</p>`;
    return oneButton({ title: 'Sign in', text, action: '/sign-in/link', token, label: 'Sign in' });
  },
});

const ASK_AGAIN = { href: '/sign-in', label: 'Ask for a new link' };

/** Uses a sign-in link. */
export const useSignInLink = page({
  method: 'POST',
  path: '/sign-in/link',
  limit: 'auth',
  form: linkForm,

  async handle({ deps, body: { token } }) {
    const { session, headers } = newSession(deps.settings);
    const { returnPath } = await signInByLink(deps.db, hashToken(token), session);
    return seeOther(safePath(returnPath), headers);
  },
});

/** Signs in by password: one answer, and the same work, for every address that it does not fit. */
export const signInWithPassword = page({
  method: 'POST',
  path: '/sign-in/password',
  limit: 'auth',
  form: Type.Object({
    email: EmailAddress,
    password: Type.String({ minLength: 1, maxLength: 128 }),
    returnPath: returnField,
  }),

  async handle({ deps, body }) {
    const email = normalEmail(body.email);
    const back = safePath(body.returnPath);
    const { accountId, passwordHash } = await beginPasswordAttempt(deps.db, email);
    const right = await isPassword(body.password, passwordHash);
    if (!right || !accountId) return signInForms({ back, email: body.email, wrong: true });
    const { session, headers } = newSession(deps.settings);
    await signInByPassword(deps.db, { accountId, email }, session);
    return seeOther(back, headers);
  },
});

/** Ends the session of this browser. */
export const signOut = accountForm({
  path: '/sign-out',
  form: Type.Object({}),

  async handle({ deps, session }) {
    await endSession(deps.db, session.hash);
    return seeOther('/sign-in', forgetSession(deps.settings));
  },
});
