import { PasswordResetLinkAccepted, PasswordResetLinkRequest } from '../../../contracts/sign-in';
import { endpoint, open } from '../../../http/endpoint';
import { linkAccepted } from './link-accepted';
import { requestLink } from '../../../commands/people/request-link';
import { mailShare } from '../../../http/limits/mail-share';

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
