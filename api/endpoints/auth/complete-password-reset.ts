import { setPassword } from '../../../commands/people/set-password';
import { PasswordResetComplete, PasswordResetCompleted } from '../../../contracts/account';
import { LINK_PROBLEMS } from '../../../contracts/failures';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE, ok } from '../../../http/reply';

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
