import { LINK_PROBLEMS } from '../../base/failures';
import { endpoint, open } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { ok, NO_STORE } from '../../http/reply';
import {
  SignInLinkAccepted,
  SignInLinkRequest,
  PasswordResetLinkAccepted,
  PasswordResetLinkRequest,
  PasswordResetComplete,
  PasswordResetCompleted,
} from '../../modules/accounts/contract';
import { requestLink } from '../../modules/accounts/use-cases/request-link';
import { setPassword } from '../../modules/accounts/use-cases/set-password';

const SIGN_IN = { tag: 'auth', audience: 'public', auth: open, needs: 'mail', responseScope: null } as const;

const linkAccepted = (message: string) => ({ status: 202, headers: NO_STORE, body: { status: 'accepted', message } });

/** Mails a one-time sign-in link. Creates an account if the email address is new (docs/interface/accounts.md). */
export const requestSignInLink = endpoint({
  ...SIGN_IN,
  method: 'POST',
  path: '/v1/auth/sign-in-link',
  operationId: 'requestSignInLink',
  summary: 'Email a sign-in link',
  limit: 'auth',
  body: SignInLinkRequest,
  responses: { 202: SignInLinkAccepted },

  async handle({ deps, address, body: { email, returnPath } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'sign_in', email, returnPath });
    return linkAccepted('A sign-in link is on its way to this address.');
  },
});

/**
 * Mails a one-time link to set a password. The response is the same for every email address
 * (docs/interface/accounts.md).
 */
export const requestPasswordResetLink = endpoint({
  ...SIGN_IN,
  method: 'POST',
  path: '/v1/auth/password-reset-link',
  operationId: 'requestPasswordResetLink',
  summary: 'Email a link to set a new password',
  limit: 'auth',
  body: PasswordResetLinkRequest,
  responses: { 202: PasswordResetLinkAccepted },

  async handle({ deps, address, body: { email } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'password_reset', email });
    return linkAccepted('If this address has an active account, a link to set a password is on its way.');
  },
});

/** Sets a new password with the token of a reset link (docs/interface/accounts.md#links-and-passwords). */
export const completePasswordReset = endpoint({
  ...SIGN_IN,
  method: 'POST',
  path: '/v1/auth/password-reset',
  operationId: 'completePasswordReset',
  summary: 'Set a new password',
  description: 'If the policy refuses the password, the token stays valid.',
  limit: 'authTokens',
  body: PasswordResetComplete,
  untrimmed: ['newPassword'],
  responses: { 200: PasswordResetCompleted },
  problems: LINK_PROBLEMS,

  async handle({ deps, body }) {
    const { completedAt, sessionsRevoked } = await setPassword(deps, body);
    return ok({ status: 'completed', completedAt: completedAt.toISOString(), sessionsRevoked }, NO_STORE);
  },
});
