import { str, url } from 'envalid';
import { sealingKeys } from './secret-box';
import { flag } from './settings';

/** Settings of webhooks, read by API and worker. Without a key webhooks are off (503). */
export const webhookSettings = {
  WEBHOOK_SECRET_KEY: sealingKeys({ default: undefined, desc: 'Seals signing secrets: 32 bytes in base64; a list' }),
  WEBHOOK_ALLOW_PRIVATE: flag({ default: false, desc: 'Deliver to private addresses; for tests and one machine only' }),
};

/**
 * Settings of the second channel of alerts, in addition to OPERATOR_EMAIL, read by API and worker. Both are secrets.
 */
export const alertReceiverSettings = {
  ALERT_WEBHOOK_URL: url({ default: undefined, desc: 'Second channel of alerts: a webhook that takes `{"text"}`' }),
  ALERT_WEBHOOK_KEY: str({ default: undefined, desc: 'Routing key, where that is PagerDuty’s Events API v2' }),
};
