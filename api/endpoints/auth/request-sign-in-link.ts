import { SignInLinkAccepted, SignInLinkRequest } from '../../../contracts/sign-in';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { accepted, requestLink } from './request-link';

/** Has a short-lived one-time sign-in link mailed, and the account made where there is none (spec row 8). */
export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-in-link',
  operationId: 'requestSignInLink',
  summary: 'Have a sign-in link mailed',
  audience: 'public',
  auth: open,
  limit: 'auth',
  needs: mailIsOn,
  body: SignInLinkRequest,
  responseScope: null,
  responses: { 202: SignInLinkAccepted },
  problems: ['service_unavailable'],

  async handle({ deps, body: { email, returnPath } }) {
    await requestLink(deps, { purpose: 'sign_in', email, returnPath });
    return accepted('A sign-in link is on its way to this address.');
  },
});
