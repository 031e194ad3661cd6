import { createHmac, randomBytes } from 'node:crypto';
import { makeValidator, str } from 'envalid';
import { sealingKeys } from './secrets';
import { flag, url } from './settings';

// If any port were allowed, customers could scan other networks from ours by reading their delivery logs.
const ports = makeValidator<number[]>((text) => {
  const named = text.split(',').map((part) => Number(part));
  const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;
  if (!named.every(isPort)) throw new Error('must be numbers from 1 to 65535, such as 443,8443');
  return named;
});

/** Settings of product events. Every process that changes a reported resource reads them. */
export const eventSettings = {
  PRODUCT_EVENTS: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'Send events of runs, orders and payouts to subscribed webhooks',
  }),
};

/** Webhook settings. Without a key, webhooks are off and their endpoints respond with 503. */
export const webhookSettings = {
  ...eventSettings,
  WEBHOOK_SECRET_KEY: sealingKeys({
    default: undefined,
    desc: 'Encrypts webhook signing secrets: 32 bytes in base64',
  }),
  WEBHOOK_PORTS: ports({ default: [443], desc: 'Comma-separated ports allowed for webhooks' }),
  WEBHOOK_ALLOW_PRIVATE: flag({ default: false, desc: 'Allow webhooks to private addresses' }),
};

/** Settings of the second alert channel. Both are secrets. */
export const alertReceiverSettings = {
  ALERT_WEBHOOK_URL: url({ default: undefined, desc: 'Second channel of alerts: a webhook that accepts `{"text"}`' }),
  ALERT_WEBHOOK_KEY: str({
    default: undefined,
    desc: 'Routing key, if ALERT_WEBHOOK_URL is PagerDuty’s Events API v2',
  }),
};

const PREFIX = 'whsec_';

/** Generates a signing secret (Standard Webhooks): `whsec_` and 32 random bytes in base64. */
export function generateSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Signs a delivery attempt by Standard Webhooks, once per secret, so that both verify during a rotation. */
export function signedHeaders(secrets: readonly string[], id: string, timestamp: Date, body: string) {
  const seconds = Math.floor(timestamp.getTime() / 1_000);
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
