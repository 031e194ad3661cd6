import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { closed, openEnum } from '../../../contracts/schema';
import { readUnsubscribeToken } from '../../../contracts/tokens';
import { unsubscribe } from '../../../store/suppressions';
import type { ApiDeps } from '../../deps';
import { endpoint, open } from '../../endpoint';
import { mailIsOn } from '../../mail-is-on';
import { NO_STORE, ok } from '../../reply';
import { tokenQuery, toPage } from '../link-token';

const Unsubscribed = Type.Object({ status: openEnum(['unsubscribed']) }, { title: 'Unsubscribed', ...closed });

/** Leads a reader to the page whose button unsubscribes; by itself it changes nothing (spec row 7). */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/v1/marketing/unsubscribe',
  operationId: 'openUnsubscribe',
  summary: 'Page to unsubscribe from marketing mail',
  audience: 'public',
  auth: open,
  needs: mailIsOn,
  failsAs: 'negotiated',
  query: tokenQuery,
  responseScope: null,
  responses: { 302: null },

  handle: ({ query: { token } }) => toPage('/unsubscribe', token),
});

/** Unsubscribes at once: what mail programs send for their own button (RFC 8058). A body is not looked at. */
export const oneClickUnsubscribe = endpoint({
  method: 'POST',
  path: '/v1/marketing/unsubscribe',
  operationId: 'oneClickUnsubscribe',
  summary: 'Unsubscribe from marketing mail with one click (RFC 8058)',
  audience: 'public',
  auth: open,
  needs: mailIsOn,
  query: tokenQuery,
  responseScope: null,
  responses: { 200: Unsubscribed },
  problems: ['invalid_token', 'service_unavailable'],

  async handle({ deps, query: { token } }) {
    await takeUnsubscribe(deps, token);
    return ok({ status: 'unsubscribed' }, NO_STORE);
  },
});

/**
 * Withdraws the consent behind a token, for the endpoint and for the page. Repeating changes nothing.
 *
 * @throws Failure `invalid_token`
 */
export async function takeUnsubscribe({ db, settings }: ApiDeps, token: string): Promise<void> {
  const consentId = readUnsubscribeToken(settings.mail!.tokenSecret, token);
  if (!consentId || !(await unsubscribe(db, consentId))) throw new Failure('invalid_token');
}
