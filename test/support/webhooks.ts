import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhooks, type Webhooks } from '../../vendors/webhooks/webhook-sender';

/** Sealing key for tests, in the format of its setting. All parts of one stack must share it. */
export const TEST_SEALING_KEY = Buffer.alloc(32, 7).toString('base64');

/** Webhooks for tests: receivers may listen on this machine. */
export function testWebhooks(): Webhooks {
  return createWebhooks({
    WEBHOOK_SECRET_KEY: [Buffer.from(TEST_SEALING_KEY, 'base64')],
    WEBHOOK_ALLOW_PRIVATE: true,
    WEBHOOK_PORTS: [443],
  })!;
}

/** Headers with the payment provider's signature for these bytes. */
export function stripeHeaders(bytes: Buffer, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex');
  return { 'stripe-signature': `t=${seconds},v1=${signature}` };
}

/** Headers with the mail provider's signature for these bytes. */
export function mailHeaders(bytes: Buffer, secret: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${bytes.toString()}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` };
}

/** A customer's server on loopback. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver that sends these responses in turn, then 204. A null entry means no response. */
export async function startReceiver(answers: ({ status: number; headers?: Record<string, string> } | null)[] = []) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const answer = answers.length > 0 ? answers.shift()! : { status: 204 };
      if (answer) response.writeHead(answer.status, answer.headers).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
