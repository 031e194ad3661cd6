export { createClient, type Client, type ClientOptions } from './client.ts';
export { NoiError, type ClientCode } from './error.ts';
export type { CreateOptions, PendingRun, Run, Runs, WaitOptions } from './runs.ts';
export type { Call, CallOptions, CallParts } from './call.ts';
export type { List } from './lists.ts';
export type { Webhooks } from './webhook-endpoints.ts';
export type * from './types.ts';
export type { components, paths } from './api-types.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhooks.ts';
