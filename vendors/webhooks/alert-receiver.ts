import { alertTexts, type AlertInput } from '../../modules/alerts/contract';
import { createWebhookSender, type WebhookSender } from './webhook-sender';

/** Receiver of alerts in addition to the operator's mailbox. */
export interface AlertReceiver {
  /** Secret, because anybody who has the URL can write to the operators. */
  url: string;
  /** Routing key of PagerDuty's Events API; null for a receiver that accepts Slack's `text`. */
  key: string | null;
  sender: WebhookSender;
}

/**
 * Creates the receiver from settings, with the same address checks as webhooks.
 * @throws Error if a key is set without a URL, or if the URL is not https and private addresses are not allowed
 */
export function createAlertReceiver(settings: {
  ALERT_WEBHOOK_URL: string | undefined;
  ALERT_WEBHOOK_KEY: string | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
}): AlertReceiver | null {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KEY: key, WEBHOOK_ALLOW_PRIVATE: allowPrivate } = settings;
  if (!url && key) throw new Error('ALERT_WEBHOOK_URL: missing, although ALERT_WEBHOOK_KEY is set');
  if (!url) return null;
  if (!allowPrivate && !url.startsWith('https://')) throw new Error('ALERT_WEBHOOK_URL: must be an https address');
  return { url, key: key ?? null, sender: createWebhookSender({ allowPrivate }) };
}

interface AlertNews extends AlertInput {
  facts: Record<string, string>;
  raisedAt: Date;
  publicUrl: string;
  /** `cleared` ends the incident. */
  news?: 'raised' | 'cleared';
}

/** Body for the alert receiver: a PagerDuty Events API v2 event if there is a key, otherwise Slack's `text`. */
export function alertBody(
  { alert, subject, facts, raisedAt, publicUrl, news = 'raised' }: AlertNews,
  routingKey: string | null,
) {
  const { severity, title, action, runbook } = alertTexts(alert, facts);
  const over = news === 'cleared';
  if (routingKey === null) {
    return { text: over ? `OVER: ${title}` : `ALERT (${severity}): ${title}\n${action}\n${runbook}` };
  }
  const incident = { routing_key: routingKey, dedup_key: `${alert}/${subject}` };
  if (over) return { ...incident, event_action: 'resolve' };
  return {
    ...incident,
    event_action: 'trigger',
    payload: {
      summary: title,
      source: publicUrl,
      severity,
      timestamp: raisedAt.toISOString(),
      class: alert,
      custom_details: { ...facts, action, runbook },
    },
  };
}
