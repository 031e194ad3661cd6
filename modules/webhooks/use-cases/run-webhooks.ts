import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { generateSigningSecret } from '../../../base/webhook-settings';
import type { RunWebhookCreate } from '../../run-kinds/contract';
import { RUN_EVENTS } from '../../run-kinds/contract';
import type { WebhookSecret } from '../contract';
import { addRunSigner, findRunSigner, rotateWebhookSecret, type Webhook, type WebhookOwner } from '../store/endpoints';
import type { RunWebhook } from '../store/events';
import { receiverUrl } from './receiver-url';
import { NOT_COMMISSIONED, ROTATION_GRACE_MS, type WebhookDeps } from './webhooks';

/**
 * Prepares the receiver named in a run's request: checks its URL and creates the account's signing secret if there is
 * none yet. `pointer` is the JSON pointer to the receiver in the request.
 * @throws Failure `service_not_configured`, `invalid_request` if product events are off, and as {@link receiverUrl}
 */
export async function acceptRunWebhook(
  deps: WebhookDeps,
  owner: WebhookOwner,
  { url, eventTypes = [...RUN_EVENTS] }: RunWebhookCreate,
  pointer: string,
): Promise<RunWebhook> {
  if (!deps.settings.productEvents) {
    const errors = [{ pointer, code: 'event_not_delivered', detail: NOT_COMMISSIONED }];
    throw new Failure('invalid_request', { detail: `${pointer}: ${NOT_COMMISSIONED}`, errors });
  }
  if (!deps.webhooks) throw new Failure('service_not_configured');
  const receiver = receiverUrl(url, deps.webhooks, `${pointer}/url`);
  await signerOf(deps, owner);
  return { url: receiver, eventTypes };
}

/** Secret that signs deliveries to this owner's run webhooks; created when first needed. */
export async function readRunSecret(deps: WebhookDeps, owner: WebhookOwner): Promise<WebhookSecret> {
  return secretOf(deps, await signerOf(deps, owner));
}

/** Replaces the secret for run webhooks. The previous secret also signs for {@link ROTATION_GRACE_MS}. */
export async function rotateRunSecret(deps: WebhookDeps, owner: WebhookOwner): Promise<WebhookSecret> {
  const { id } = await signerOf(deps, owner);
  await rotateWebhookSecret(deps.db, id, deps.webhooks!.secrets.seal(generateSigningSecret(), id), ROTATION_GRACE_MS);
  return readRunSecret(deps, owner);
}

async function signerOf({ db, webhooks }: WebhookDeps, owner: WebhookOwner): Promise<Webhook> {
  const found = await findRunSigner(db, owner);
  if (found) return found;
  const id = newId('whk');
  return addRunSigner(db, owner, id, webhooks!.secrets.seal(generateSigningSecret(), id));
}

function secretOf({ webhooks }: WebhookDeps, { id, sealedSecret, previousExpiresAt }: Webhook): WebhookSecret {
  const overlaps = previousExpiresAt !== null && previousExpiresAt > new Date();
  return {
    signingSecret: webhooks!.secrets.open(Buffer.from(sealedSecret), id),
    previousSecretExpiresAt: overlaps ? previousExpiresAt.toISOString() : null,
  };
}
