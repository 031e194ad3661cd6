import { Type } from '@sinclair/typebox';
import { EmailAddress } from '../../base/email-address';
import type { FieldError } from '../../base/failures';
import { html } from '../../base/html';
import { hashToken } from '../../base/tokens';
import { deviceHash } from '../../http/browser/device';
import { signOutCookies } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery } from '../../http/link-token';
import { NewPassword, Token } from '../../modules/accounts/contract';
import { isLinkValid } from '../../modules/accounts/store/links';
import { requestLink, requestOwnLink } from '../../modules/accounts/use-cases/request-link';
import { setPassword } from '../../modules/accounts/use-cases/set-password';
import { bodyOf, drawForm, EMPTY_FORM, textOf, type FormState } from '../components/declared-form';
import { page, seeOther } from '../page';
import { checkYourMail, emailField, invalidLinkPage, narrow } from '../people/notice';
import { accountForm } from './account-page';
import { keyReviewCookie } from './key-review';

const SECURITY = '/account/security';
const ASK_AGAIN = { href: '/forgot-password', label: 'Request a new link' };

const ADDRESS = { email: emailField(EmailAddress) };

/** Form that requests a link to set or reset a password. */
export const forgotPasswordPage = page({
  method: 'GET',
  path: '/forgot-password',

  handle: () => forgotForm(EMPTY_FORM),
});

function forgotForm(state: FormState): Reply {
  const { summary, all } = drawForm(ADDRESS, state);
  return narrow(
    'Set or reset your password',
    html`<p class="lead">We email you a link. Choose your new password there.</p>
      ${summary}
      <form class="panel" method="post" action="/forgot-password">
        ${all}
        <button class="wide" type="submit">Email me a link</button>
      </form>`,
  );
}

/** Requests the reset link. The response is the same for every email address. */
export const requestPasswordReset = page({
  method: 'POST',
  path: '/forgot-password',
  limit: 'linkForms',
  needs: 'mail',
  form: bodyOf(ADDRESS),
  again: (_, state) => forgotForm(state),

  async handle({ deps, address, body: { email } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'password_reset', email });
    return checkYourMail({
      email,
      sender: deps.settings.mailSender,
      lead: 'If you have signed in with this address before, you will get an email with a link. It works once, for a short time.',
      again: { href: '/forgot-password', label: 'request another link' },
      actions: html`<a class="button quiet" href="/sign-in">New here? Sign in by email first</a>`,
    });
  },
});

/** Requests a reset link for the signed-in account. */
export const requestOwnPasswordReset = accountForm({
  path: '/account/password-link',
  limit: 'linkForms',
  needs: 'mail',
  form: Type.Object({}),

  async handle({ deps, session }) {
    const { email } = session.account;
    await requestOwnLink(deps, { purpose: 'password_reset', email });
    return checkYourMail({
      email,
      sender: deps.settings.mailSender,
      lead: 'Choose your password with the link in our email. It works once, for a short time.',
      again: { href: SECURITY, label: 'request another link' },
      actions: html`<a class="button quiet" href="${SECURITY}">Back to profile and security</a>`,
    });
  },
});

/** Target of a reset link: the new password form. */
export const resetPasswordPage = page({
  method: 'GET',
  path: '/reset-password',
  query: tokenQuery,
  linkToken: true,

  async handle({ deps, query: { token } }) {
    if (!(await isLinkValid(deps.db, 'password_reset', hashToken(token)))) return invalidLinkPage(ASK_AGAIN);
    return passwordForm({ values: { token } });
  },
});

const PASSWORD = {
  newPassword: {
    schema: NewPassword,
    label: 'New password',
    hint: '15 to 128 characters. A sentence is easy to remember.',
    fix: ({ code, detail }: FieldError) => FIXES[code] ?? `Choose another password: this one ${detail}.`,
    input: 'password',
    autocomplete: 'new-password',
  },
} as const;

const FIXES: Record<string, string> = {
  too_short: 'Choose a longer password, such as a sentence.',
  too_long: 'Choose a shorter password.',
  too_common: 'Choose another password: many people use this one.',
  required: 'Enter a new password.',
};

function passwordForm(state: FormState): Reply {
  const { summary, all } = drawForm(PASSWORD, state);
  return narrow(
    'Choose a password',
    html`${summary}
      <form class="panel" method="post" action="/reset-password">
        <input type="hidden" name="token" value="${textOf(state, 'token')}" />
        ${all}
        <button class="wide" type="submit">Set password</button>
      </form>
      <p class="soft">This signs you out everywhere.</p>`,
  );
}

/** Sets the password. If the password is rejected, shows the form again; the link stays valid. */
export const resetPassword = page({
  method: 'POST',
  path: '/reset-password',
  limit: 'authTokens',
  needs: 'mail',
  untrimmed: ['newPassword'],
  form: Type.Object({ token: Token, newPassword: Type.String({ maxLength: 1_000 }) }),
  again: (_, state, { code }) => (code === 'invalid_token' ? null : passwordForm(state)),

  async handle(request) {
    const { deps, body } = request;
    const { token, newPassword } = body;
    await setPassword(deps, { token, newPassword }, deviceHash(request));
    return seeOther('/reset-password/done', {
      'Set-Cookie': [...signOutCookies(deps.settings)['Set-Cookie'], keyReviewCookie(deps.settings, token)],
    });
  },
});
