import { createSecretBox, type SecretBox } from '../../contracts/secret-box';
import { createWebhookSender, type WebhookSender } from './webhook-sender';

/** What webhooks need: a box for their secrets and a sender. */
export interface Webhooks {
  secrets: SecretBox;
  sender: WebhookSender;
  /** Whether receivers on this machine may be named (`http://localhost:…`): on one machine only. */
  allowPrivate: boolean;
}

/** Webhooks by the operator's settings; null where there is no key, so that they are off. */
export function createWebhooks(settings: {
  WEBHOOK_SECRET_KEY: Buffer | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
}): Webhooks | null {
  if (!settings.WEBHOOK_SECRET_KEY) return null;
  const allowPrivate = settings.WEBHOOK_ALLOW_PRIVATE;
  return {
    secrets: createSecretBox(settings.WEBHOOK_SECRET_KEY),
    sender: createWebhookSender({ allowPrivate }),
    allowPrivate,
  };
}
