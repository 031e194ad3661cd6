import { createWebhookSender, type WebhookSender } from './webhook-sender';

/** Receiver of alerts in addition to the operator's mailbox. */
export interface AlertReceiver {
  /** Secret: whoever has it can write to the operators. */
  url: string;
  /** Routing key of PagerDuty's Events API; null for a receiver that takes Slack's `text`. */
  key: string | null;
  sender: WebhookSender;
}

/**
 * Creates the receiver from settings, guarded as webhooks are; null if none is set.
 *
 * @throws Error if the address is not https, unless private receivers are allowed
 */
export function createAlertReceiver(settings: {
  ALERT_WEBHOOK_URL: string | undefined;
  ALERT_WEBHOOK_KEY: string | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
}): AlertReceiver | null {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KEY: key, WEBHOOK_ALLOW_PRIVATE: allowPrivate } = settings;
  if (!url) return null;
  if (!allowPrivate && !url.startsWith('https://')) throw new Error('ALERT_WEBHOOK_URL: must be an https address');
  return { url, key: key ?? null, sender: createWebhookSender({ allowPrivate }) };
}
