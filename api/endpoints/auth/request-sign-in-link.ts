import { SignInLinkAccepted, SignInLinkRequest } from '../../../contracts/sign-in';
import { endpoint, open } from '../../../http/endpoint';
import { linkAccepted } from './link-accepted';
import { requestLink } from '../../../commands/people/request-link';
import { mailShare } from '../../../http/limits/mail-share';

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
