import { NoiError } from './error.ts';
import type { WebhookEvent } from './types.ts';

/** Headers of a delivery as your server received them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery (Standard Webhooks) and returns its event. Pass the raw `body`, before parsing. `secret` starts
 * with `whsec_`. A repeated delivery has the same `webhook-id`. The API may add event types that this version does not
 * know.
 * @throws NoiError `invalid_webhook` if the signature is invalid or the timestamp is off by more than five minutes
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !timestamp || !signatures) throw invalid('its headers are missing');
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw invalid('its timestamp is off by more than five minutes');
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), usage, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  // During a rotation, a delivery has two signatures. `crypto.subtle.verify` compares in constant time.
  for (const [version, signature] of signatures.split(' ').map((one) => one.split(','))) {
    if (version !== 'v1' || !signature) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) return JSON.parse(text) as WebhookEvent;
  }
  throw invalid('its signature does not match');
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.keys(headers).find((given) => given.toLowerCase() === name);
  return found && [headers[found]].flat()[0];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw invalid('its signature or the secret is not base64');
  }
}

function invalid(reason: string): NoiError {
  return new NoiError(`The delivery was rejected: ${reason}`, { code: 'invalid_webhook' });
}
