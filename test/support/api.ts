import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SCOPES, type Mode, type Plan, type Scope } from '../../base/access';
import { newId } from '../../base/ids';
import { createMetrics } from '../../base/observation/metrics';
import { secretsFrom } from '../../base/secrets';
import { readSettings } from '../../base/settings';
import type { ApiDeps } from '../../http/deps';
import type { AnyEndpoint } from '../../http/endpoint';
import { createKeyring } from '../../http/keyring';
import { createLastGood } from '../../http/last-good';
import { createLimiters, type Limiters } from '../../http/limits/limiters';
import { createDownloads, createLiveStreams } from '../../http/limits/concurrency';
import { createProbes, PROBE_CONNECTIONS } from '../../http/service-status';
import { apiSettings, settingsOf, type ApiSettings } from '../../http/settings';
import { createUsageRecorder } from '../../http/usage-recorder';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { createKey } from '../../modules/accounts/store/keys';
import { createDossierRenderer, type DossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { createLicensedDossiers } from '../../modules/opportunities/use-cases/bought-dossier';
import type { Payments } from '../../modules/orders/payment-provider';
import type { PendingMessage } from '../../modules/outbox/store/outbox';
import type { RunKind } from '../../modules/run-kinds/contract';
import { createRunCache, listenForRunChanges, type RunCache } from '../../modules/runs/store/changes';
import { createDossierPdfs } from '../../modules/runs/use-cases/documents';
import { openDatabase, REQUEST_TIMEOUTS, type Database } from '../../prisma/client';
import { createApp } from '../../server/app';
import { createBoundedServer, SERVER_BOUNDS, type ServerBounds } from '../../server/bounded-server';
import type { TestDatabase } from './database';
import { closedAtEnd } from './leftovers';
import { testWebhooks } from './webhooks';

/** An API on loopback, over real HTTP and with a real database. */
export type TestApi = Awaited<ReturnType<typeof startApi>>;

export interface TestApiOptions {
  limitsScale?: number;
  /** Port to listen on; defaults to any free port. */
  port?: number;
  keyCacheTtlMs?: number;
  settings?: Partial<ApiSettings>;
  /** If null, webhooks are not configured. */
  webhooks?: ApiDeps['webhooks'];
  payments?: Payments;
  deliver?(message: PendingMessage): void;
  isStopping?(): boolean;
  pingTemporal?(): Promise<void>;
  bounds?: Partial<ServerBounds>;
  /** Milliseconds for which a health check's result is reused; 0 by default, so tests see changes at once. */
  probesKeptMs?: number;
  /** Traces requests; the test starts OpenTelemetry. */
  traced?: boolean;
  /** Endpoints that replace the product's. */
  endpoints?: (publicUrl: string) => AnyEndpoint[];
  /** Limiters to use instead of those scaled by `limitsScale`. */
  limiters?: Limiters;
  /** PDF printer; a real one by default. */
  printer?: Pick<DossierRenderer, 'pdf'>;
}

export const TEST_TOKEN_SECRETS = secretsFrom('a secret that only tests know and that is long enough');

/** Secret that signs the mail provider's events in tests. */
export const TEST_MAIL_WEBHOOK_SECRET = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`;

/** Run caches of the APIs in this process. */
const caches = new Set<RunCache>();

/** Makes every API in this process reread a run, as if notified of a change. */
export function forgetEverywhere(runId: string): void {
  for (const runs of caches) runs.forget(runId);
}

/** Starts an API in this process. Every response is checked against its declared schema. */
export async function startApi(db: TestDatabase, options: TestApiOptions = {}) {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const delivered: PendingMessage[] = [];
  const metrics = createMetrics();
  // Listen first, because the public URL contains the port, and a failed listen leaves nothing to close. The idle
  // timeout exceeds any pause in a test, so the server never closes a connection that the test is about to reuse.
  const bounds = { ...SERVER_BOUNDS, idleMs: 3_600_000, ...options.bounds };
  const server = createBoundedServer(bounds, { log, metrics });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const changes = listenForRunChanges(db.url, log);
  const runs = createRunCache(db, changes, 1_000_000);
  caches.add(runs);
  const usage = createUsageRecorder(db, log);
  const dossiers = createDossierRenderer();
  const probed = openDatabase(db.url, PROBE_CONNECTIONS, { timeouts: REQUEST_TIMEOUTS });
  const close = closedAtEnd(async () => {
    caches.delete(runs);
    await changes.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([usage.close(), probed.close()]);
    await dossiers.close();
  });
  const watched = {
    db,
    pingTemporal: options.pingTemporal ?? (() => Promise.resolve()),
    isStopping: options.isStopping ?? (() => false),
    settings: {
      ...settingsOf(readSettings(apiSettings, { DATABASE_URL: db.url, PUBLIC_URL: url, CHECK_RESPONSES: 'true' })),
      mail: { tokenSecrets: TEST_TOKEN_SECRETS },
      buyerSecrets: TEST_TOKEN_SECRETS,
      freeScansPerDay: 1_000,
      mailWebhookSecret: TEST_MAIL_WEBHOOK_SECRET,
      ...options.settings,
    },
  };
  const deps: ApiDeps = {
    ...watched,
    ...createProbes({ ...watched, db: probed }, { keptMs: options.probesKeptMs ?? 0 }),
    // Tests see their changes at once.
    lastGood: createLastGood({ freshMs: 0 }),
    log,
    metrics,
    changes,
    runs,
    streams: createLiveStreams(),
    downloads: createDownloads(),
    usage,
    webhooks: options.webhooks === undefined ? testWebhooks() : options.webhooks,
    payments: options.payments ?? null,
    keyring: createKeyring(db, options.keyCacheTtlMs ?? 5_000),
    limiters: options.limiters ?? createLimiters(options.limitsScale ?? 1_000, { type: 'memory' }),
    dossierPdf: createDossierPdfs(db, options.printer ?? dossiers),
    licensedDossier: createLicensedDossiers(dossiers),
    deliver: options.deliver ?? ((message) => void delivered.push(message)),
    traced: options.traced ?? false,
  };
  const app = createApp(deps, options.endpoints?.(url));
  const answer = app.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    url,
    /** Messages that the API committed for delivery. */
    delivered,
    logged,
    metrics,
    close,
  };
}

/** Parsed API log lines about the request that got this response. */
export function linesAbout(api: TestApi, { headers }: { headers: Headers }): Record<string, unknown>[] {
  const requestId = headers.get('x-request-id');
  const lines = api.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter((line) => line.requestId === requestId);
}

export interface Customer {
  accountId: string;
  keyId: string;
  apiKey: string;
}

/** Creates an account with a key and credits. */
export async function createCustomer(
  db: Database,
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

/** A response whose body has been read. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

/** Calls the API over HTTP. Sends a string body as it is, and any other body as JSON. */
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
  const json = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: (json ? JSON.parse(text) : null) as T };
}

/** An idea that passes validation. */
export const IDEA = 'A weekly newsletter on retrofitting heat pumps for owners of old houses';

/** Creates a resource over HTTP, with an Idempotency-Key. */
export function create<T = Record<string, unknown>>(
  api: { url: string },
  path: string,
  { apiKey }: { apiKey: string },
  idempotencyKey: string,
  body: unknown,
) {
  return call<T>(api, 'POST', path, { key: apiKey, body, headers: { 'idempotency-key': idempotencyKey } });
}

type Caller = Parameters<typeof create>;

type RunAccepted = {
  runId: string;
  entitlementId: string;
  replayed: boolean;
  createdAt: string;
  statusUrl: string;
  code: string;
};

/** Starts an Idea Check over HTTP. */
export const createEvaluation = (
  api: Caller[0],
  customer: Caller[2],
  idempotencyKey: string,
  body: unknown = { idea: IDEA },
) => create<RunAccepted>(api, '/v1/evaluations', customer, idempotencyKey, body);

/** A search that passes validation, with ten candidates by default. */
export const SEARCH = {
  operatorProfile: 'Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners',
  expertise: ['heat pumps', 'building law'],
};

export const createSearch = (api: Caller[0], customer: Caller[2], idempotencyKey: string, body: unknown = SEARCH) =>
  create<RunAccepted>(api, '/v1/searches', customer, idempotencyKey, body);

export const createWebhook = (
  api: Caller[0],
  customer: Caller[2],
  idempotencyKey: string,
  body: unknown = { url: 'https://hooks.example.com/noi', eventTypes: ['webhook.test'] },
) =>
  create<{ webhookId: string; signingSecret: string; code: string; createdAt: string; errors: object[] }>(
    api,
    '/v1/webhooks',
    customer,
    idempotencyKey,
    body,
  );
