import { LINK_PROBLEMS } from '../../base/failures';
import { endpoint, key, open } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { ok, NO_STORE } from '../../http/reply';
import {
  Account,
  maskEmail,
  SignInLinkAccepted,
  SignInLinkRequest,
  PasswordResetLinkAccepted,
  PasswordResetLinkRequest,
  PasswordResetComplete,
  PasswordResetCompleted,
} from '../../modules/accounts/contract';
import { loadKey } from '../../modules/accounts/store/keys';
import { requestLink } from '../../modules/accounts/use-cases/request-link';
import { setPassword } from '../../modules/accounts/use-cases/set-password';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { contributorBalance } from '../../modules/ledger/store/balances';

/** Account, calling key and remaining credits (docs/interface.md, Account and usage). */
export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  operationId: 'getAccount',
  tag: 'account',
  summary: 'The account, the calling key and its credits',
  audience: 'customer',
  auth: key('account:read'),
  responseScope: 'caller_account',
  responses: { 200: Account },

  async handle({ deps, caller }) {
    const [{ account, ...apiKey }, entitlements, balance] = await Promise.all([
      loadKey(deps.db, caller.apiKeyId),
      countEntitlements(deps.db, caller.accountId, caller.mode),
      contributorBalance(deps.db.pool, caller.accountId, caller.mode),
    ]);
    const body: Account = {
      accountId: account.id,
      emailMasked: maskEmail(account.email),
      plan: account.plan,
      mode: caller.mode,
      createdAt: account.createdAt.toISOString(),
      apiKey: {
        apiKeyId: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        scopes: apiKey.scopes,
        plan: caller.plan,
        expiresAt: caller.expiresAt === null ? null : new Date(caller.expiresAt).toISOString(),
        lastUsedAt: apiKey.lastUsedAt?.toISOString() ?? null,
      },
      entitlements,
      contributorBalance: balance,
    };
    return ok(body, { 'Cache-Control': 'private, no-cache' });
  },
});

/** Response to every request for a link. */
export function linkAccepted(message: string) {
  return { status: 202, headers: NO_STORE, body: { status: 'accepted', message } };
}

/** Mails a one-time sign-in link and creates the account if it is new (docs/interface.md, Links and passwords). */
export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-in-link',
  operationId: 'requestSignInLink',
  tag: 'auth',
  summary: 'Have a sign-in link mailed',
  audience: 'public',
  auth: open,
  limit: 'auth',
  needs: 'mail',
  body: SignInLinkRequest,
  responseScope: null,
  responses: { 202: SignInLinkAccepted },

  async handle({ deps, address, body: { email, returnPath } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'sign_in', email, returnPath });
    return linkAccepted('A sign-in link is on its way to this address.');
  },
});

/**
 * Mails a one-time link to set a password. The response is the same for every address (docs/interface.md, Links and
 * passwords).
 */
export const requestPasswordResetLink = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset-link',
  operationId: 'requestPasswordResetLink',
  tag: 'auth',
  summary: 'Have a link to set a new password mailed',
  audience: 'public',
  auth: open,
  limit: 'auth',
  needs: 'mail',
  body: PasswordResetLinkRequest,
  responseScope: null,
  responses: { 202: PasswordResetLinkAccepted },

  async handle({ deps, address, body: { email } }) {
    await requestLink(deps, mailShare(deps, address), { purpose: 'password_reset', email });
    return linkAccepted('If this address has an active account, a link to set a password is on its way.');
  },
});

/** Sets a new password with the token of a reset link (docs/interface.md, Links and passwords). */
export const completePasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset',
  operationId: 'completePasswordReset',
  tag: 'auth',
  summary: 'Set a new password',
  description: 'A password that the policy refuses leaves the token as it was.',
  audience: 'public',
  auth: open,
  limit: 'authTokens',
  needs: 'mail',
  body: PasswordResetComplete,
  untrimmed: ['newPassword'],
  responseScope: null,
  responses: { 200: PasswordResetCompleted },
  problems: LINK_PROBLEMS,

  async handle({ deps, body }) {
    const { completedAt, sessionsRevoked } = await setPassword(deps, body);
    return ok({ status: 'completed', completedAt: completedAt.toISOString(), sessionsRevoked }, NO_STORE);
  },
});
