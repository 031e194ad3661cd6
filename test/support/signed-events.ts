import { createHmac } from 'node:crypto';

/** The headers by which the payment provider signs these bytes. */
export function stripeHeaders(bytes: Buffer, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex');
  return { 'stripe-signature': `t=${seconds},v1=${signature}` };
}

/** The headers by which the mail provider signs these bytes. */
export function mailHeaders(bytes: Buffer, secret: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${bytes.toString()}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
}
