import { Type } from '@sinclair/typebox';
import { EmailAddress } from '../../base/email-address';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { hashToken } from '../../base/tokens';
import { deviceHash } from '../../http/browser/device';
import { signOutCookies } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery } from '../../http/link-token';
import { Token } from '../../modules/accounts/contract';
import { isLinkValid } from '../../modules/accounts/store/links';
import { requestLink, requestOwnLink } from '../../modules/accounts/use-cases/request-link';
import { setPassword } from '../../modules/accounts/use-cases/set-password';
import { page, seeOther } from '../page';
import { emailField, invalidLinkPage, narrow } from '../people/notice';
import { accountForm, accountPage } from './account-page';
import { keyReviewCookie } from './key-review';

const OWN_LINK_SENT = '/account/password-link/sent';
const ASK_AGAIN = { href: '/forgot-password', label: 'Request a new link' };

/** Form that requests a link to set or reset a password. */
export const forgotPasswordPage = page({
  method: 'GET',
  path: '/forgot-password',

  handle: () =>
    narrow(
      'Set a new password',
      html`<p class="lead">We'll e-mail you a link. Use it for your first password, too.</p>
        <form class="panel" method="post" action="/forgot-password">
          ${emailField()}
          <button class="wide" type="submit">E-mail me a link</button>
        </form>`,
    ),
});

/** Requests the reset link. The response is the same for every address. */
export const requestPasswordReset = page({
  method: 'POST',
  path: '/forgot-password',
  limit: 'linkForms',
  needs: 'mail',
  form: Type.Object({ email: EmailAddress }),

  async handle({ deps, address, body: { email } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'password_reset', email });
    return seeOther('/forgot-password/sent');
  },
});

/** Requests a reset link for the signed-in account. */
export const requestOwnPasswordReset = accountForm({
  path: '/account/password-link',
  limit: 'linkForms',
  needs: 'mail',
  form: Type.Object({}),

  async handle({ deps, session }) {
    await requestOwnLink(deps, { purpose: 'password_reset', email: session.account.email });
    return seeOther(OWN_LINK_SENT);
  },
});

/** Confirms to a signed-in reader that the link is on its way, and to which address. */
export const ownPasswordLinkSentPage = accountPage({
  path: OWN_LINK_SENT,

  handle: ({ session }) =>
    narrow(
      'Check your e-mail',
      html`<p class="lead">
          We have sent a link to ${session.account.email}. Choose your password there. It works once and expires soon.
        </p>
        <p><a class="button quiet" href="/account/security">Back to profile and security</a></p>`,
    ),
});

/** Confirms that a link is on its way if there is an account. */
export const passwordLinkSentPage = page({
  method: 'GET',
  path: '/forgot-password/sent',

  handle: () =>
    narrow(
      'Check your e-mail',
      html`<p class="lead">
          If this address has an active account, we have sent a link. It works once and expires soon.
        </p>
        <p class="soft">
          An account that was never used has none yet: <a href="/sign-in">sign in by e-mail</a> first.
        </p>`,
    ),
});

/** Target of a reset link: the form for the new password. */
export const resetPasswordPage = page({
  method: 'GET',
  path: '/reset-password',
  query: tokenQuery,
  linkToken: true,

  async handle({ deps, query: { token } }) {
    if (!(await isLinkValid(deps.db, 'password_reset', hashToken(token)))) return invalidLinkPage(ASK_AGAIN);
    return passwordForm(token, null);
  },
});

function passwordForm(token: string, problem: string | null): Reply {
  return narrow(
    'Choose a password',
    html`${problem && html`<p class="notice bad" role="alert" id="problem">This password ${problem}.</p>`}
      <form class="panel" method="post" action="/reset-password">
        <input type="hidden" name="token" value="${token}" />
        <label for="password"
          >New password <span class="hint">15 to 128 characters. A sentence is easy to remember.</span></label
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
        <button class="wide" type="submit">Set password</button>
      </form>
      <p class="soft">You'll be signed out everywhere.</p>`,
    { status: problem ? 400 : 200 },
  );
}

/** Sets the password. A refused one shows the form again; the link stays valid. */
export const resetPassword = page({
  method: 'POST',
  path: '/reset-password',
  limit: 'authTokens',
  needs: 'mail',
  untrimmed: ['newPassword'],
  form: Type.Object({ token: Token, newPassword: Type.String({ maxLength: 1_000 }) }),

  async handle(request) {
    const { deps, body } = request;
    const { token, newPassword } = body;
    try {
      await setPassword(deps, { token, newPassword }, deviceHash(request));
    } catch (error) {
      if (error instanceof Failure && error.code === 'invalid_request') {
        return passwordForm(token, error.public.errors![0]!.detail);
      }
      throw error;
    }
    return seeOther('/reset-password/done', {
      'Set-Cookie': [...signOutCookies(deps.settings)['Set-Cookie'], keyReviewCookie(deps.settings, token)],
    });
  },
});
