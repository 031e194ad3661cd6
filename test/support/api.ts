import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../api/app';
import type { ApiDeps, ApiSettings } from '../../api/deps';
import { createKeyring } from '../../api/keyring';
import { createLimiters } from '../../api/limits/limiters';
import { listenForRunChanges } from '../../api/run-changes';
import { createUsageRecorder } from '../../api/usage-recorder';
import { SCOPES, type Mode, type Plan, type Scope } from '../../contracts/access';
import type { RunKind } from '../../contracts/runs';
import type { Payments } from '../../providers/payments/payments';
import { ensureAccount } from '../../store/accounts';
import { createKey } from '../../store/api-keys';
import { grantEntitlements } from '../../store/entitlements';
import type { PendingMessage } from '../../store/outbox';
import { newId } from '../../contracts/ids';
import type { TestDatabase } from './database';
import { testWebhooks } from './webhooks';

/** An API on loopback, with real HTTP in front and a real database behind. */
export interface TestApi {
  url: string;
  /** Messages that the API committed and would have delivered. */
  delivered: PendingMessage[];
  /** Everything the API logged. */
  logged: string[];
  close(): Promise<void>;
}

/** What a test may change of the API. */
export interface TestApiOptions {
  limitsScale?: number;
  /** Where to listen; any port where nothing is said. */
  port?: number;
  keyCacheTtlMs?: number;
  settings?: Partial<ApiSettings>;
  /** null: webhooks are not configured. */
  webhooks?: ApiDeps['webhooks'];
  payments?: Payments;
  deliver?(message: PendingMessage): void;
}

/** What links of tests are made with. */
export const TEST_TOKEN_SECRET = 'a secret that only tests know, of any length';

/** What the mail provider of tests signs its events with. */
export const TEST_MAIL_WEBHOOK_SECRET = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`;

/** Starts an API in this process; every answer is held against its declared schema. */
export async function startApi(db: TestDatabase, options: TestApiOptions = {}): Promise<TestApi> {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const delivered: PendingMessage[] = [];
  const changes = listenForRunChanges(db.url, log);
  const usage = createUsageRecorder(db, log);
  // Listens first: its own address is what it calls itself.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = createApp({
    db,
    log,
    changes,
    usage,
    webhooks: options.webhooks === undefined ? testWebhooks() : options.webhooks,
    payments: options.payments ?? null,
    keyring: createKeyring(db, options.keyCacheTtlMs ?? 5_000),
    limiters: createLimiters(options.limitsScale ?? 1_000, { type: 'memory' }),
    deliver: options.deliver ?? ((message) => void delivered.push(message)),
    pingTemporal: () => Promise.resolve(),
    settings: {
      publicUrl: url,
      checkResponses: true,
      trustProxy: false,
      checkoutLifetimeMs: 31 * 60_000,
      reservationGraceMs: 5 * 60_000,
      checkoutOrigin: 'https://checkout.example',
      payoutReviewThreshold: 50_000,
      runQueueExpiryMs: 3_600_000,
      evaluationDeadlineMs: 1_800_000,
      searchDeadlineMs: 14_400_000,
      searchParallelism: 10,
      maxRepairs: 3,
      heartbeatTimeoutMs: 20_000,
      stepTimeoutMs: 40_000,
      mail: { tokenSecret: TEST_TOKEN_SECRET },
      mailWebhookSecret: TEST_MAIL_WEBHOOK_SECRET,
      scanConfirmationMs: 259_200_000,
      scanDeadlineMs: 600_000,
      sessionLifetimeMs: 1_209_600_000,
      ...options.settings,
    },
  });
  const answer = app.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    url,
    delivered,
    logged,
    close: async () => {
      await changes.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await usage.close();
    },
  };
}

/** A customer with a key and credits. */
export interface Customer {
  accountId: string;
  keyId: string;
  apiKey: string;
}

/** Makes an account, a key and credits. */
export async function createCustomer(
  db: TestDatabase,
  options: { mode?: Mode; plan?: Plan; scopes?: readonly Scope[]; credits?: number; kind?: RunKind } = {},
): Promise<Customer> {
  const account = await ensureAccount(db, `${newId('acc')}@example.com`, options.plan ?? 'pro');
  const { record, secret } = await createKey(db, {
    accountId: account.id,
    name: 'test',
    mode: options.mode ?? 'live',
    scopes: options.scopes ?? SCOPES,
  });
  const credits = options.credits ?? 5;
  if (credits > 0) await grantEntitlements(db, account.id, options.kind ?? 'idea_check', credits);
  return { accountId: account.id, keyId: record.id, apiKey: secret };
}

/** An answer with its body already read. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

/** A call of the API over HTTP; a body that is not a string is sent as JSON. */
export async function call<T = Record<string, unknown>>(
  api: { url: string },
  method: string,
  path: string,
  options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const { key, body } = options;
  const response = await fetch(api.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: (json ? JSON.parse(text) : null) as T };
}

/** An idea that passes validation. */
export const IDEA = 'A weekly newsletter on retrofitting heat pumps for owners of old houses';

/** Starts an Idea Check over HTTP. */
export function createEvaluation(
  api: { url: string },
  customer: { apiKey: string },
  idempotencyKey: string,
  body: unknown = { idea: IDEA },
) {
  return call<{
    runId: string;
    entitlementId: string;
    replayed: boolean;
    createdAt: string;
    statusUrl: string;
    code: string;
  }>(api, 'POST', '/v1/evaluations', { key: customer.apiKey, body, headers: { 'idempotency-key': idempotencyKey } });
}

/** A search that passes validation; ten candidates unless it says otherwise. */
export const SEARCH = {
  operatorProfile: 'Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners',
  expertise: ['heat pumps', 'building law'],
};

/** Starts a Custom Search over HTTP. */
export function createSearch(
  api: { url: string },
  customer: { apiKey: string },
  idempotencyKey: string,
  body: unknown = SEARCH,
) {
  return call<Awaited<ReturnType<typeof createEvaluation>>['body']>(api, 'POST', '/v1/searches', {
    key: customer.apiKey,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });
}

/** Creates an endpoint over HTTP. */
export function createWebhook(
  api: { url: string },
  { apiKey }: { apiKey: string },
  idempotencyKey: string,
  body: unknown = { url: 'https://hooks.example.com/noi', eventTypes: ['webhook.test'] },
) {
  return call<{ webhookId: string; signingSecret: string; code: string; createdAt: string; errors: object[] }>(
    api,
    'POST',
    '/v1/webhooks',
    { key: apiKey, body, headers: { 'idempotency-key': idempotencyKey } },
  );
}
