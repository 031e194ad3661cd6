import { createWebhooks, type Webhooks } from '../../providers/webhooks/create-webhooks';

/** Sealing key of tests, in the setting's format; all parts of one stack must share it. */
export const TEST_SEALING_KEY = Buffer.alloc(32, 7).toString('base64');

/** Webhooks of tests: receivers may listen on this machine. */
export function testWebhooks(): Webhooks {
  return createWebhooks({
    WEBHOOK_SECRET_KEY: [Buffer.from(TEST_SEALING_KEY, 'base64')],
    WEBHOOK_ALLOW_PRIVATE: true,
    WEBHOOK_PORTS: [443],
  })!;
}
