import { alertTexts, type AlertInput } from '../../contracts/alerts';

/** A raised alert as sent to a receiver. */
interface AlertNews extends AlertInput {
  facts: Record<string, string>;
  raisedAt: Date;
  publicUrl: string;
  /** `cleared` ends the incident of an episode. */
  news?: 'raised' | 'cleared';
}

/**
 * Body for the receiver of alerts: with a routing key an event of PagerDuty's Events API v2, in which a repetition is
 * the same incident; without one the `text` that Slack, Mattermost and Rocket.Chat take.
 */
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
