import { sealingKey } from './secret-box';
import { flag } from './settings';

/** Settings of webhooks, read by API and worker. Without a key webhooks are off (503). */
export const webhookSettings = {
  WEBHOOK_SECRET_KEY: sealingKey({ default: undefined, desc: 'Seals signing secrets: 32 bytes in base64' }),
  WEBHOOK_ALLOW_PRIVATE: flag({ default: false, desc: 'Deliver to private addresses; for tests and one machine only' }),
};
