/** Path id of endpoints about one webhook. */
export const WEBHOOK_ID = { prefix: 'whk', missing: 'webhook_not_found' } as const;
