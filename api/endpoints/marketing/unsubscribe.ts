import { Type } from '@sinclair/typebox';
import { LINK_PROBLEMS } from '../../../contracts/failures';
import { closed, openEnum } from '../../../contracts/schema';
import { endpoint, open } from '../../../http/endpoint';
import { NO_STORE, ok } from '../../../http/reply';
import { unsubscribeByToken } from '../../../commands/people/unsubscribe-by-token';
import { tokenQuery, toPage } from '../../../http/link-token';

const Unsubscribed = Type.Object({ status: openEnum(['unsubscribed']) }, { title: 'Unsubscribed', ...closed });

/** Redirects to the page whose button unsubscribes; changes nothing itself (docs/interface.md, Links and passwords). */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/v1/marketing/unsubscribe',
  operationId: 'openUnsubscribe',
  tag: 'marketing',
  summary: 'Page to unsubscribe from marketing mail',
  audience: 'public',
  auth: open,
  needs: 'mail',
  failsAs: 'negotiated',
  query: tokenQuery,
  linkToken: true,
  responseScope: null,
  responses: { 302: null },

  handle: ({ query: { token } }) => toPage('/unsubscribe', token),
});

/** One-click unsubscribe of mail clients (RFC 8058). Ignores the body. */
export const oneClickUnsubscribe = endpoint({
  method: 'POST',
  path: '/v1/marketing/unsubscribe',
  operationId: 'oneClickUnsubscribe',
  tag: 'marketing',
  summary: 'Unsubscribe from marketing mail with one click (RFC 8058)',
  audience: 'public',
  auth: open,
  needs: 'mail',
  query: tokenQuery,
  linkToken: true,
  responseScope: null,
  responses: { 200: Unsubscribed },
  problems: LINK_PROBLEMS,

  async handle({ deps, query: { token } }) {
    await unsubscribeByToken(deps, token);
    return ok({ status: 'unsubscribed' }, NO_STORE);
  },
});
