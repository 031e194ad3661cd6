import { Type } from '@sinclair/typebox';
import { LINK_PROBLEMS, Failure } from '../../base/failures';
import { closed, openEnum } from '../../base/schema';
import { endpoint, open } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery, toPage } from '../../http/link-token';
import { NO_STORE, ok } from '../../http/reply';
import { SupportRequest, SupportRequestAccepted } from '../../modules/mail/contract';
import { recordMailEvent } from '../../modules/mail/store/mails';
import { askSupport } from '../../modules/mail/use-cases/support';
import { unsubscribeByToken } from '../../modules/mail/use-cases/unsubscribe';
import { readMailEvent } from '../../vendors/mail/mail-events';

const Unsubscribed = Type.Object({ status: openEnum(['unsubscribed']) }, { title: 'Unsubscribed', ...closed });

/**
 * Redirects to a page with an unsubscribe button. Opening the link does not unsubscribe (docs/interface/accounts.md).
 */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/v1/marketing/unsubscribe',
  operationId: 'openUnsubscribe',
  tag: 'marketing',
  summary: 'Open the page to unsubscribe from marketing mail',
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

/** One-click unsubscribe by mail clients (RFC 8058). Ignores the request body. */
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

/** Accepts a support request and mails it to the staff (docs/interface/accounts.md#support-requests). */
export const createSupportRequest = endpoint({
  method: 'POST',
  path: '/v1/support-requests',
  operationId: 'createSupportRequest',
  tag: 'support-requests',
  summary: 'Contact support',
  audience: 'public',
  auth: open,
  limit: 'support',
  needs: 'mail',
  body: SupportRequest,
  responseScope: null,
  responses: { 202: SupportRequestAccepted },

  async handle({ deps, address, body }) {
    const { id, status, createdAt } = await askSupport(deps, mailShare(deps, address), body);
    return {
      status: 202,
      headers: NO_STORE,
      body: { supportRequestId: id, status, createdAt: createdAt.toISOString() },
    };
  },
});

/**
 * Accepts signed events from the mail provider. After a bounce or complaint, suppresses the email address; if it is
 * one of our own mailboxes, alerts operators instead. Duplicate events have no effect.
 */
export const reportMailEvent = endpoint({
  method: 'POST',
  path: '/webhooks/resend',
  operationId: 'reportMailEvent',
  tag: 'platform',
  summary: 'Receive events of the mail provider',
  description: 'Signed by the provider over the raw body (headers svix-id, svix-timestamp, svix-signature).',
  audience: 'operator',
  internal: true,
  auth: open,
  ignoresQuery: true,
  needs: 'mailEvents',
  bodyType: 'raw',
  signedBy: ['svix-id', 'svix-timestamp', 'svix-signature'],
  body: Type.Unsafe<Buffer>({ type: 'object', description: 'An event from the provider.' }),
  responseScope: null,
  responses: { 200: Type.Object({ received: Type.Boolean() }, { title: 'MailEventReceived' }) },
  problems: ['invalid_webhook'],

  async handle({ deps, body, header, trust }) {
    const event = readMailEvent(deps.settings.mailWebhookSecret!, body, {
      id: header('svix-id'),
      timestamp: header('svix-timestamp'),
      signature: header('svix-signature'),
    });
    if (!event) throw new Failure('invalid_webhook');
    trust();
    await recordMailEvent(deps.db, event, deps.settings.ownMailboxes);
    return ok({ received: true }, NO_STORE);
  },
});
