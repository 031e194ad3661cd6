import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { IDEMPOTENCY_KEY_PATTERN } from '../../base/idempotency';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { bodyCheck } from '../../http/validation';
import { fingerprint } from '../../modules/outbox/store/claims';
import {
  MAX_KEPT_WEBHOOKS,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  WebhookCreate,
  type WebhookEvent,
} from '../../modules/webhooks/contract';
import { listDeliveries } from '../../modules/webhooks/store/deliveries';
import { deleteWebhook, findWebhook, listWebhooks, type Webhook } from '../../modules/webhooks/store/endpoints';
import {
  WEBHOOK_ID,
  changeOwnWebhook,
  createOwnWebhook,
  replayOwnWebhook,
  rotateOwnWebhook,
  testOwnWebhook,
} from '../../modules/webhooks/use-cases/webhooks';
import type { FormState } from '../components/declared-form';
import { emptyState, pagination } from '../components/frame';
import { BeforeQuery, pageOf, readBefore, seeOther } from '../page';
import { accountForm, accountPage, accountReply } from './account-page';
import { afterProof } from './step-up';
import * as view from './webhook-view';

const PATH = '/account/webhooks';
const ONE = `${PATH}/{id}`;
/** Number of deliveries shown per endpoint. */
const SHOWN = 20;

const text = Type.Optional(Type.String({ maxLength: 4_096 }));
const event = Type.Unsafe<WebhookEvent>({ type: 'string', enum: Object.keys(WEBHOOK_EVENTS) });
const check = bodyCheck(WebhookCreate);

/** Webhook endpoints, with a form for a new endpoint. */
export const ownWebhooksPage = accountPage({
  path: PATH,
  needs: 'webhooks',
  handle: ({ deps, session }) => list(deps, session),
});

/** Creates an endpoint and shows its signing secret. A repeated submit shows the same secret. */
export const createOwnWebhookForm = accountForm({
  path: PATH,
  needs: 'webhooks',
  stepUp: { returnTo: PATH },
  accountLimit: 'webhooks',
  form: Type.Object({
    idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
    url: text,
    description: text,
    // Browsers send one checked box as a string, several as a list.
    eventTypes: Type.Optional(Type.Union([event, Type.Array(event, { uniqueItems: true })])),
  }),

  again: ({ deps, session }, state) => list(deps, session, state),
  check: (body) => check(wantedOf(body)),

  async handle({ deps, session, body }) {
    const { idempotencyKey: key } = body;
    const wanted = wantedOf(body);
    check(wanted);
    const owner = { accountId: session.account.id, mode: 'live' as const };
    const claim = { ...owner, operation: `POST ${PATH}`, key, fingerprint: fingerprint(wanted) };
    const { value } = await createOwnWebhook(deps, { claim, owner, wanted });
    return view.secretPage(session, value.webhookId, value.signingSecret, false);
  },
});

function wantedOf(sent: { url?: string; description?: string; eventTypes?: WebhookEvent | WebhookEvent[] }) {
  const { url = '', description = '', eventTypes = [] } = sent;
  return { url, description, eventTypes: [eventTypes].flat() };
}

async function list(deps: ApiDeps, session: Session, state?: FormState): Promise<Reply> {
  const { id: accountId } = session.account;
  const endpoints = (await Promise.all(MODES.map((mode) => listWebhooks(deps.db, { accountId, mode })))).flat();
  const first = { title: 'Create an endpoint', returnTo: PATH };
  const form = () => view.webhookForm(session, { action: PATH, delivered: deps.settings, key: randomUUID(), state });
  return accountReply(session, {
    current: PATH,
    title: 'Webhooks',
    lead: html`We send each event to your server, signed with your secret.
      <a href="/developers/webhooks">Learn to verify deliveries</a>.`,
    body: html`${
      endpoints.length === 0
        ? emptyState({ title: 'No endpoints yet', text: 'Create one below. You can test it at once.' })
        : endpoints.map((endpoint) => view.webhookPanel(endpoint, deps.settings))
    }
    ${
      hasRoom(endpoints) || state
        ? afterProof(session, deps, first, form)
        : html`<p class="soft">
            An account has up to ${MAX_WEBHOOKS} active endpoints, and ${MAX_KEPT_WEBHOOKS} with disabled ones. Delete
            one to add another.
          </p>`
    }`,
  });
}

function hasRoom(endpoints: readonly Webhook[]): boolean {
  const active = endpoints.filter(({ status }) => status === 'active').length;
  return active < MAX_WEBHOOKS && endpoints.length < MAX_KEPT_WEBHOOKS;
}

/** One endpoint: settings, deliveries and actions. */
export const ownWebhookPage = accountPage({
  path: ONE,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  query: BeforeQuery,

  handle: async ({ deps, session, id, query }) =>
    webhookReply(deps, session, await ownWebhook(deps, session, id), { before: readBefore('whd', query) }),
});

async function webhookReply(
  deps: ApiDeps,
  session: Session,
  webhook: Webhook,
  { before, change, replay }: { before?: string | undefined; change?: FormState; replay?: FormState },
): Promise<Reply> {
  const { id } = webhook;
  const log = await listDeliveries(deps.db, id, { limit: SHOWN + 1, ...(before && { before }) });
  const { shown, next } = pageOf(log, SHOWN, `${PATH}/${id}`);
  const first = { title: 'Change the endpoint', returnTo: `${PATH}/${id}` };
  const state = change ?? { values: { ...webhook } };
  const form = () => view.webhookForm(session, { action: `${PATH}/${id}`, delivered: deps.settings, state });
  const body = html`${view.webhookHead(session, webhook)} ${view.deliveryTable(session, webhook, shown)}
  ${pagination({ next })}
  ${(replay ?? (deps.settings.productEvents && webhook.status === 'active')) && view.replayForm(session, id, replay)}
  ${afterProof(session, deps, first, form)} ${view.webhookDangers(session, webhook)}`;
  return accountReply(session, { current: PATH, title: 'Webhook', heading: null, body });
}

async function ownWebhook({ db }: ApiDeps, { account }: Session, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, { accountId: account.id }, id);
  if (!webhook) throw new Failure('webhook_not_found');
  return webhook;
}

/** Sends a signed test delivery. */
export const testOwnWebhookForm = accountForm({
  path: `${ONE}/test`,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    await testOwnWebhook(deps, { accountId: session.account.id }, id);
    return seeOther(`${PATH}/${id}`);
  },
});

/** Resends one delivery, or the events of a period. */
export const replayOwnWebhookForm = accountForm({
  path: `${ONE}/replay`,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  accountLimit: 'webhooks',
  form: Type.Object({ deliveryId: text, since: text, until: text }),
  check({ deliveryId, since, until }) {
    const errors = Object.entries({ since, until })
      .filter(([, moment]) => Number.isNaN(Date.parse(inUtc(moment))))
      .map(([name]) => ({ pointer: `/${name}`, code: 'invalid_replay', detail: 'must be a date and time' }));
    if (!deliveryId && errors.length > 0) throw new Failure('invalid_request', { errors });
  },
  again: async ({ deps, session, id, body }, replay) =>
    body.deliveryId ? null : webhookReply(deps, session, await ownWebhook(deps, session, id), { replay }),

  async handle({ deps, session, id, body }) {
    const webhook = await ownWebhook(deps, session, id);
    const { deliveryId, since, until } = body;
    const wanted = deliveryId ? { deliveryId } : { since: inUtc(since), until: inUtc(until) };
    await replayOwnWebhook(deps, webhook, id, { wanted });
    return seeOther(`${PATH}/${id}`);
  },
});

/** Interprets a local date-time field as UTC. Returns invalid input unchanged, for the service to reject. */
function inUtc(local = ''): string {
  return /[zZ]$/u.test(local) ? local : `${local}Z`;
}

/** Changes URL and events, or disables or enables an endpoint. */
export const changeOwnWebhookForm = accountForm({
  path: ONE,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  stepUp: { returnTo: PATH },
  accountLimit: 'webhooks',
  form: Type.Object({
    url: text,
    description: text,
    eventTypes: Type.Optional(Type.Union([event, Type.Array(event, { uniqueItems: true })])),
    enabled: Type.Optional(Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'] })),
  }),

  again: async ({ deps, session, id, body }, change) =>
    body.enabled ? null : webhookReply(deps, session, await ownWebhook(deps, session, id), { change }),

  check(body) {
    if (!body.enabled) check(wantedOf(body));
  },

  async handle({ deps, session, id, body }) {
    const webhook = await ownWebhook(deps, session, id);
    const { enabled } = body;
    await changeOwnWebhook(deps, webhook, id, enabled ? { enabled: enabled === 'true' } : wantedOf(body));
    return seeOther(`${PATH}/${id}`);
  },
});

/** Rotates the signing secret and shows the new one once. */
export const rotateOwnWebhookForm = accountForm({
  path: `${ONE}/rotate`,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  stepUp: { returnTo: PATH },
  accountLimit: 'webhooks',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const webhook = await ownWebhook(deps, session, id);
    const { value } = await rotateOwnWebhook(deps, webhook, id);
    return view.secretPage(session, id, value.signingSecret, true);
  },
});

/** Deletes an endpoint and its delivery log. */
export const deleteOwnWebhook = accountForm({
  path: `${ONE}/delete`,
  id: WEBHOOK_ID,
  needs: 'webhooks',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    await deleteWebhook(deps.db, await ownWebhook(deps, session, id), id);
    return seeOther(PATH);
  },
});
