import type { Mode } from '../../../base/access';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import type { SecretBox } from '../../../base/secrets';
import { generateSigningSecret } from '../../../base/webhook-settings';
import type { IdempotencyClaim, Once } from '../../outbox/store/claims';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import {
  eventsOf,
  WEBHOOK_REPLAY_MS,
  type DeliveredEvents,
  type Webhook,
  type WebhookChange,
  type WebhookCreate,
  type WebhookCreated,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookReplay,
  type WebhookReplayed,
  type WebhookRotated,
} from '../contract';
import type { LoggedDelivery } from '../store/deliveries';
import {
  changeWebhook,
  createWebhook,
  findWebhook,
  rotateWebhookSecret,
  type WebhookOwner,
  type Webhook as WebhookRow,
} from '../store/endpoints';
import { replayDeliveries, requestTestDelivery, type WantedReplay } from '../store/replay';
import { receiverUrl, type Receivers } from './receiver-url';

export interface WebhookDeps extends Work {
  /** Null if webhooks are not configured. Callers check for that first. */
  webhooks: (Receivers & { secrets: SecretBox }) | null;
  settings: DeliveredEvents;
}

/** How long after a rotation deliveries are also signed with the previous secret. */
export const ROTATION_GRACE_MS = 86_400_000;

/**
 * Creates an endpoint, once per claim, and returns it with its signing secret.
 * @throws Failure `invalid_request` as {@link receiverUrl} and {@link requireDelivered}, and as {@link createWebhook}
 */
export async function createOwnWebhook(
  deps: WebhookDeps,
  {
    claim,
    owner,
    wanted,
  }: { claim: IdempotencyClaim; owner: { accountId: string; mode: Mode }; wanted: WebhookCreate },
): Promise<Once<WebhookCreated>> {
  const { webhooks } = deps;
  requireDelivered(wanted.eventTypes, deps.settings);
  const { secrets } = webhooks!;
  const webhookId = newId('whk');
  const { value, replayed } = await createWebhook(deps.db, {
    ...owner,
    idempotency: claim,
    webhookId,
    sealedSecret: secrets.seal(generateSigningSecret(), webhookId),
    wanted: { ...wanted, url: receiverUrl(wanted.url, webhooks!) },
  });
  const { sealedSecret, ...created } = value;
  const shown = { ...created, undelivered: [] };
  const signingSecret = secrets.open(Buffer.from(sealedSecret, 'base64'), shown.webhookId);
  return { value: { ...shown, signingSecret }, replayed };
}

/**
 * Changes an endpoint of this owner.
 * @throws Failure `invalid_request` as {@link receiverUrl} and {@link requireDelivered}, and as {@link changeWebhook}
 */
export async function changeOwnWebhook(deps: WebhookDeps, owner: WebhookOwner, id: string, change: WebhookChange) {
  if (change.eventTypes) {
    // The endpoint keeps its current events, even if they are no longer delivered.
    const { accountId, mode } = owner;
    const had = (await findWebhook(deps.db, { accountId, mode }, id))?.eventTypes ?? [];
    requireDelivered(change.eventTypes, deps.settings, had);
  }
  const url = change.url === undefined ? {} : { url: receiverUrl(change.url, deps.webhooks!) };
  return changeWebhook(deps.db, owner, id, { ...change, ...url });
}

/**
 * Gives this owner's endpoint a new signing secret and returns the secret. The previous secret also signs for {@link
 * ROTATION_GRACE_MS}. Runs once per claim; without a claim, each call rotates.
 * @throws Failure `webhook_not_found`, and as `once`
 */
export async function rotateOwnWebhook(
  deps: WebhookDeps,
  owner: WebhookOwner,
  id: string,
  claim: IdempotencyClaim | null = null,
): Promise<Once<WebhookRotated>> {
  const { secrets } = deps.webhooks!;
  const sealed = secrets.seal(generateSigningSecret(), id);
  const change = { owner, idempotency: keeping(claim) };
  const { value, replayed } = await rotateWebhookSecret(deps.db, id, sealed, ROTATION_GRACE_MS, change);
  const { sealedSecret, webhookId, previousSecretExpiresAt } = value;
  const signingSecret = secrets.open(Buffer.from(sealedSecret, 'base64'), webhookId);
  return { value: { webhookId, signingSecret, previousSecretExpiresAt }, replayed };
}

/**
 * Sends a test delivery to this owner's endpoint, once per claim; without a claim, each call sends another.
 * @throws Failure as {@link requestTestDelivery}, and as `once`
 */
export async function testOwnWebhook(
  deps: Work,
  owner: { accountId: string; mode?: Mode },
  id: string,
  claim: IdempotencyClaim | null = null,
): Promise<Once<WebhookDelivery>> {
  const test = requestTestDelivery(deps.db, id, { ...owner, idempotency: keeping(claim) });
  const { deliveryId, createdAt, replayed } = await delivering(deps, test);
  const value: WebhookDelivery = {
    deliveryId,
    webhookId: id,
    eventType: 'webhook.test',
    status: 'pending',
    createdAt,
    endedAt: null,
    attempts: [],
  };
  return { value, replayed };
}

/**
 * Sends deliveries to this owner's endpoint again, once per claim; without a claim, each call sends again.
 * @throws Failure `invalid_request` as {@link wantedReplay}, as {@link replayDeliveries}, and as `once`
 */
export async function replayOwnWebhook(
  deps: Work,
  owner: { accountId: string; mode?: Mode },
  id: string,
  { wanted, claim = null }: { wanted: WebhookReplay; claim?: IdempotencyClaim | null },
): Promise<Once<Omit<WebhookReplayed, 'replayed'>>> {
  const scope = { ...owner, idempotency: keeping(claim) };
  return delivering(deps, replayDeliveries(deps.db, id, wantedReplay(wanted), scope));
}

const keeping = (claim: IdempotencyClaim | null) => claim && { ...claim, keepForMs: WEBHOOK_REPLAY_MS };

export function webhookView(
  { id, url, eventTypes, status, description, createdAt }: WebhookRow,
  delivered: DeliveredEvents,
): Webhook {
  const offered: readonly WebhookEvent[] = eventsOf(delivered);
  const undelivered = eventTypes.filter((type) => !offered.includes(type));
  return { webhookId: id, url, eventTypes, undelivered, status, description, createdAt: createdAt.toISOString() };
}

export function deliveryView({ id, webhookId, eventType, status, createdAt, endedAt, attempts }: LoggedDelivery) {
  return {
    deliveryId: id,
    webhookId,
    eventType,
    status,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    attempts: attempts.map(({ deliveryId: _id, startedAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
    })),
  };
}

/** Explains to callers why there are no product events. */
export const NOT_COMMISSIONED =
  'The operator of this service has not turned on product events (PRODUCT_EVENTS). To try them, use `PRODUCT_EVENTS=on npm start`.';

const NOT_DELIVERED =
  'is not delivered here, because the operator of this service has not turned on product events; only webhook.test is';

/**
 * Refuses subscriptions to events that this deployment does not deliver. Events that the endpoint `had` before are
 * allowed.
 * @throws Failure `invalid_request`
 */
export function requireDelivered(
  wanted: readonly WebhookEvent[],
  delivered: DeliveredEvents,
  had: readonly WebhookEvent[] = [],
): void {
  const offered = [...eventsOf(delivered), ...had];
  const errors = wanted.flatMap((type, i) =>
    offered.includes(type)
      ? []
      : [{ pointer: `/eventTypes/${i}`, code: 'event_not_delivered', detail: `(${type}) ${NOT_DELIVERED}` }],
  );
  if (errors.length === 0) return;
  throw new Failure('invalid_request', { detail: `/eventTypes ${errors[0]!.detail}.`, errors });
}

/**
 * Reads what to replay from a request.
 * @throws Failure `invalid_request` unless the request names a delivery, or a time span that ends after it begins
 */
export function wantedReplay({ deliveryId, since, until }: WebhookReplay): WantedReplay {
  if (deliveryId !== undefined && since === undefined && until === undefined) return { deliveryId };
  if (deliveryId !== undefined || since === undefined || until === undefined) {
    throw refused('', 'needs either deliveryId, or since and until');
  }
  const span = { since: new Date(since), until: new Date(until) };
  for (const [name, moment] of Object.entries(span)) {
    if (Number.isNaN(moment.getTime())) throw refused(`/${name}`, 'must be a date and time');
  }
  if (span.since >= span.until) throw refused('/until', 'must be after since');
  return span;
}

function refused(pointer: string, detail: string): Failure {
  const errors = [{ pointer, code: 'invalid_replay', detail }];
  return new Failure('invalid_request', { detail: `${pointer || 'A replay'} ${detail}.`, errors });
}

/** How endpoints for a single webhook validate the id in their path. */
export const WEBHOOK_ID = { prefix: 'whk', missing: 'webhook_not_found' } as const;
