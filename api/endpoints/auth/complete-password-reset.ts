import { PasswordResetComplete, PasswordResetCompleted } from '../../../contracts/sign-in';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE, ok } from '../../reply';
import { setPassword } from './set-password';

/** Sets a new password by the token of a reset link (spec row 10). */
export const completePasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset',
  operationId: 'completePasswordReset',
  summary: 'Set a new password',
  description: 'A password that the policy refuses leaves the token as it was.',
  audience: 'public',
  auth: open,
  limit: 'auth',
  needs: mailIsOn,
  body: PasswordResetComplete,
  responseScope: null,
  responses: { 200: PasswordResetCompleted },
  problems: ['invalid_token', 'service_unavailable'],

  async handle({ deps, body }) {
    const { completedAt, sessionsRevoked } = await setPassword(deps, body);
    return ok({ status: 'completed', completedAt: completedAt.toISOString(), sessionsRevoked }, NO_STORE);
  },
});
