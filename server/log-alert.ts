import type { Logger } from 'pino';
import { alertTexts, type AlertName } from '../contracts/alerts';

/** Logs the beginning of a condition that the API watches itself. */
export function logRaised(log: Logger, alert: AlertName, facts: Record<string, string>): void {
  const { title, severity, runbook } = alertTexts(alert, facts);
  log.error({ ...facts, alert, severity, runbook }, `ALERT: ${title}`);
}

/** Logs its end. */
export function logCleared(log: Logger, alert: AlertName): void {
  log.warn({ alert, cleared: true }, `over: ${alert}`);
}
