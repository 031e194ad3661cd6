import { Type } from '@sinclair/typebox';
import { EmailAddress } from '../../../contracts/email-address';
import { Failure } from '../../../contracts/failures';
import { Token } from '../../../contracts/sign-in';
import { hashToken } from '../../../contracts/tokens';
import { html } from '../../../providers/html';
import { isLinkValid } from '../../../store/account-links';
import { requestLink } from '../../endpoints/auth/request-link';
import { setPassword } from '../../endpoints/auth/set-password';
import type { Reply } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { emailField, linkQuery } from '../people/fields';
import { deadLink, narrow } from '../people/notice';
import { page, seeOther } from '../page';
import { accountForm } from './account-page';
import { forgetSession } from './session';

const ASK_AGAIN = { href: '/forgot-password', label: 'Ask for a new link' };

/** Where a link to set a password is asked for. */
export const forgotPasswordPage = page({
  method: 'GET',
  path: '/forgot-password',

  handle: () =>
    narrow(
      'Set a new password',
      html`<p class="lead">We mail you a link. It is also how you choose your first password.</p>
        <form class="panel" method="post" action="/forgot-password">
          ${emailField()}
          <button class="wide" type="submit">Mail me a link</button>
        </form>`,
    ),
});

/** Has the link mailed; the same page follows for every address. */
export const requestPasswordReset = page({
  method: 'POST',
  path: '/forgot-password',
  limit: 'auth',
  needs: mailIsOn,
  form: Type.Object({ email: EmailAddress }),

  async handle({ deps, body: { email } }) {
    await requestLink(deps, { purpose: 'password_reset', email });
    return seeOther('/forgot-password/sent');
  },
});

/** The same for whoever is signed in, without asking for the address. */
export const requestOwnPasswordReset = accountForm({
  path: '/account/password-link',
  limit: 'auth',
  needs: mailIsOn,
  form: Type.Object({}),

  async handle({ deps, session }) {
    await requestLink(deps, { purpose: 'password_reset', email: session.account.email });
    return seeOther('/forgot-password/sent');
  },
});

/** Says that a link is on its way, if there is an account. */
export const passwordLinkSentPage = page({
  method: 'GET',
  path: '/forgot-password/sent',

  handle: () =>
    narrow(
      'Check your mail',
      html`<p class="lead">
          If the address has an active account, a link is on its way. It works once, for a short time.
        </p>
        <p>Never signed in before? <a href="/sign-in">Sign in by mail</a> first.</p>`,
    ),
});

/** What a reset link opens: the form for the new password. */
export const resetPasswordPage = page({
  method: 'GET',
  path: '/reset-password',
  query: linkQuery,

  async handle({ deps, query: { token } }) {
    if (!(await isLinkValid(deps.db, 'password_reset', hashToken(token)))) return deadLink(ASK_AGAIN);
    return passwordForm(token, null);
  },
});

function passwordForm(token: string, problem: string | null): Reply {
  return narrow(
    'Choose a password',
    html`${problem && html`<p class="notice bad" role="alert" id="problem">The password ${problem}.</p>`}
      <form class="panel" method="post" action="/reset-password">
        <input type="hidden" name="token" value="${token}" />
        <label for="password"
          >New password <span class="hint">15 to 128 characters; a sentence is easy to keep.</span></label
        >
        <input
          id="password"
          name="newPassword"
          type="password"
          autocomplete="new-password"
          minlength="15"
          maxlength="128"
          required
        />
        <button class="wide" type="submit">Set the password</button>
      </form>
      <p class="soft">Every browser is signed out, this one too.</p>`,
    { status: problem ? 400 : 200 },
  );
}

/** Sets the password. One that the policy refuses brings the form back, and the link stays good. */
export const resetPassword = page({
  method: 'POST',
  path: '/reset-password',
  limit: 'auth',
  needs: mailIsOn,
  form: Type.Object({ token: Token, newPassword: Type.String({ maxLength: 1_000 }) }),

  async handle({ deps, body: { token, newPassword } }) {
    try {
      await setPassword(deps, { token, newPassword });
    } catch (error) {
      if (error instanceof Failure && error.code === 'invalid_request') {
        return passwordForm(token, error.public.errors![0]!.detail);
      }
      throw error;
    }
    return seeOther('/reset-password/done', forgetSession(deps.settings));
  },
});

/** Says that the password is set. */
export const passwordSetPage = page({
  method: 'GET',
  path: '/reset-password/done',

  handle: () =>
    narrow(
      'Your password is set',
      html`<p class="lead">Sign in with it now. We told you by mail that it changed.</p>
        <p><a class="button" href="/sign-in">Sign in</a></p>`,
    ),
});
