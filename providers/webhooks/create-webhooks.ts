import { createSecretBox, type SealingKeys, type SecretBox } from '../../platform/secrets';
import { createWebhookSender, type WebhookSender } from './webhook-sender';

/** Components for webhooks: a box for their secrets and a sender. */
export interface Webhooks {
  secrets: SecretBox;
  sender: WebhookSender;
  /** Allows private receivers (`http://localhost:…`); for a single machine only. */
  allowPrivate: boolean;
  /** Ports of receivers that customers may name. */
  ports: readonly number[];
}

/** Creates webhooks from settings; null without a key, which turns webhooks off. */
export function createWebhooks(settings: {
  WEBHOOK_SECRET_KEY: SealingKeys | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
  WEBHOOK_PORTS: readonly number[];
}): Webhooks | null {
  if (!settings.WEBHOOK_SECRET_KEY) return null;
  const allowPrivate = settings.WEBHOOK_ALLOW_PRIVATE;
  return {
    secrets: createSecretBox(settings.WEBHOOK_SECRET_KEY),
    sender: createWebhookSender({ allowPrivate }),
    allowPrivate,
    ports: settings.WEBHOOK_PORTS,
  };
}
