import { PasswordResetLinkAccepted, PasswordResetLinkRequest } from '../../../contracts/sign-in';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { accepted, requestLink } from './request-link';

/** Has a one-time link to set a password mailed to an active account; the answer is the same for all (spec row 9). */
export const requestPasswordResetLink = endpoint({
  method: 'POST',
  path: '/v1/auth/password-reset-link',
  operationId: 'requestPasswordResetLink',
  summary: 'Have a link to set a new password mailed',
  audience: 'public',
  auth: open,
  limit: 'auth',
  needs: mailIsOn,
  body: PasswordResetLinkRequest,
  responseScope: null,
  responses: { 202: PasswordResetLinkAccepted },
  problems: ['service_unavailable'],

  async handle({ deps, body: { email } }) {
    await requestLink(deps, { purpose: 'password_reset', email });
    return accepted('If this address has an active account, a link to set a password is on its way.');
  },
});
