import { createWebhooks, type Webhooks } from '../../providers/webhooks/create-webhooks';

/** The key that seals secrets in tests, as the setting has it: all parts of one must share it. */
export const TEST_SEALING_KEY = Buffer.alloc(32, 7).toString('base64');

/** Webhooks as a test has them: receivers may listen on this machine. */
export function testWebhooks(): Webhooks {
  return createWebhooks({ WEBHOOK_SECRET_KEY: Buffer.from(TEST_SEALING_KEY, 'base64'), WEBHOOK_ALLOW_PRIVATE: true })!;
}
