import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Generates a signing secret (Standard Webhooks): `whsec_` and 32 random bytes in base64. */
export function generateSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * Signs one attempt by Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one signature per secret, so that a
 * receiver can verify with either during a rotation.
 */
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
