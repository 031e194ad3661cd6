import { createWebhooks, type Webhooks } from '../../providers/webhooks/create-webhooks';

/** The key that seals secrets in tests: all parts of one must share it. */
const TEST_KEY = Buffer.alloc(32, 7);

/** Webhooks as a test has them: receivers may listen on this machine. */
export function testWebhooks(): Webhooks {
  return createWebhooks({ WEBHOOK_SECRET_KEY: TEST_KEY, WEBHOOK_ALLOW_PRIVATE: true })!;
}
