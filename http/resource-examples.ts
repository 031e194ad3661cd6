import type { Account } from '../contracts/account';
import { exclusionReason } from '../contracts/candidates';
import { CONSENTS, type CheckoutSessionCreated, type Order } from '../contracts/orders';
import type { Portfolio } from '../contracts/portfolio';
import type { PaidProductRunCreated, RunStatus } from '../contracts/runs';
import type { FreeScanStatusLookupResult } from '../contracts/scans';
import type { UsageDashboard } from '../contracts/usage';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../contracts/versions';
import type { WebhookDelivery } from '../contracts/webhooks';
import type { Withdrawal } from '../contracts/withdrawals';
import { RANKING_METHOD } from '../domain/ranking';
import { RUN_KINDS } from '../domain/run-kinds';

const RUN = 'run_01kah2v5q8e4wb6t7n9rjx3mzc';
const SEARCH = 'run_01kah3c9t2fhv8q5xw1m4zk7bd';
const ORDER = 'ord_01kah2v5q8e4wb6t7n9rjx3mzc';
const ENTITLEMENT = 'ent_01kah2v5q8e4wb6t7n9rjx3mzc';
const SCAN = 'scn_01kah2v5q8e4wb6t7n9rjx3mzc';
const CREATED = '2026-11-21T03:20:53.738Z';
const STARTED = '2026-11-21T03:20:54.102Z';
const ENDED = '2026-11-21T03:27:31.480Z';
const SESSION = 'cs_live_a1GkB4n7Pq2Rt9VwXz';
const CHECKOUT = `https://checkout.stripe.com/c/pay/${SESSION}`;
const PRICE = { amount: 4_900, currency: 'usd' };

const runCreated: PaidProductRunCreated = {
  runId: RUN,
  kind: 'idea_check',
  status: 'queued',
  mode: 'live',
  entitlementId: ENTITLEMENT,
  statusUrl: `/v1/runs/${RUN}`,
  createdAt: CREATED,
  pollAfterSeconds: RUN_KINDS.idea_check.pollAfterSeconds,
  replayed: false,
};

/** Answer of POST /v1/searches, which shares its schema with that of POST /v1/evaluations. */
export const searchCreated: PaidProductRunCreated = {
  ...runCreated,
  runId: SEARCH,
  kind: 'custom_search',
  statusUrl: `/v1/runs/${SEARCH}`,
  pollAfterSeconds: RUN_KINDS.custom_search.pollAfterSeconds,
};

const runStatus: RunStatus = {
  runId: RUN,
  kind: 'idea_check',
  status: 'completed',
  stage: 'done',
  progress: { done: 3, total: 3 },
  mode: 'live',
  provider: { name: 'anthropic', agentId: 'agent_01', agentVersion: '3', sessionId: 'session_01' },
  workflowId: `evaluation/${RUN}`,
  createdAt: CREATED,
  startedAt: STARTED,
  completedAt: ENDED,
  updatedAt: ENDED,
  deadlineAt: '2026-11-21T03:50:54.102Z',
  cost: { amount: 143, amountMicros: 1_427_300, claimCheckMicros: 5_200, currency: 'usd' },
  evidence: { cited: 9, verified: 8, supported: 7, partly: 1, unsupported: 0 },
  failureReason: null,
  failure: null,
  entitlementRestored: false,
  findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
  metadata: { customer: 'acme', batch: '2026-11' },
  links: {
    findings: `/v1/runs/${RUN}/findings`,
    dossier: `/v1/runs/${RUN}/dossier`,
    portfolio: null,
    export: `/v1/runs/${RUN}/export`,
  },
};

/** Answer of POST /v1/runs/{id}/cancel, which shares its schema with the status of a run. */
export const runCanceling: RunStatus = {
  ...runStatus,
  status: 'canceling',
  stage: 'researching',
  progress: { done: 0, total: 3 },
  completedAt: null,
  updatedAt: '2026-11-21T03:22:10.014Z',
  cost: null,
  evidence: null,
  findingsSchemaVersion: null,
};

const checkoutCreated: CheckoutSessionCreated = {
  orderId: ORDER,
  status: 'pending_payment',
  checkoutUrl: CHECKOUT,
  checkoutSessionId: SESSION,
  replayed: false,
  quantity: 1,
  price: PRICE,
  expiresAt: '2026-11-21T03:51:53.000Z',
  mode: 'live',
};

const { invoice, ...orderSummary }: Order = {
  orderId: ORDER,
  product: 'idea_check',
  opportunityId: null,
  quantity: 1,
  status: 'fulfilled',
  mode: 'live',
  price: PRICE,
  checkoutSessionId: SESSION,
  checkoutUrl: null,
  expiresAt: '2026-11-21T03:51:53.000Z',
  consents: { immediateAccess: true, withdrawalLoss: true, textVersion: CONSENTS.version, recordedAt: CREATED },
  entitlementId: ENTITLEMENT,
  refund: null,
  paid: { total: PRICE, tax: 0, at: ENDED },
  payment: { arrivedAt: ENDED },
  invoice: { number: 'B3F8A2C1-0001', url: null, pdfUrl: null },
  dispute: null,
  createdAt: CREATED,
  updatedAt: ENDED,
};

const account: Account = {
  accountId: 'acc_01kah2v5q8e4wb6t7n9rjx3mzc',
  emailMasked: 'o***@example.com',
  plan: 'pro',
  mode: 'live',
  createdAt: CREATED,
  apiKey: {
    apiKeyId: 'key_01kah2v5q8e4wb6t7n9rjx3mzc',
    name: 'production',
    prefix: 'noi_live_4kQ2',
    scopes: ['evaluations:create', 'runs:read', 'findings:read'],
    plan: 'pro',
    expiresAt: null,
    lastUsedAt: ENDED,
  },
  entitlements: [{ kind: 'idea_check', unused: 2, consumed: 1, frozen: 0 }],
  contributorBalance: null,
};

const usage: UsageDashboard = {
  apiKeyId: account.apiKey.apiKeyId,
  plan: 'pro',
  mode: 'live',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  requests: {
    total: 12,
    byStatus: { '200': 11, '404': 1 },
    byEndpoint: [{ endpoint: 'GET /v1/runs/{id}', total: 12, byStatus: { '200': 11, '404': 1 } }],
  },
  runs: { byStatus: { completed: 1 } },
  metadata: {},
  entitlements: account.entitlements,
  budget: {
    limit: 10_000,
    spent: 143,
    reserved: 0,
    remaining: 9_857,
    currency: 'usd',
    resetsAt: '2026-12-01T00:00:00.000Z',
  },
  rateLimits: [
    {
      level: 'endpoint',
      name: 'run-creation',
      limit: 10,
      remaining: 9,
      windowSeconds: 60,
      resetsAt: '2026-11-21T03:21:53.738Z',
    },
  ],
  cost: {
    computeSpend: 143,
    currency: 'usd',
    daily: [{ date: '2026-11-21', runs: 1, computeSpend: 143, computeSpendMicros: 1_427_300 }],
  },
  generatedAt: ENDED,
};

const portfolio: Portfolio = {
  schemaVersion: FINDINGS_SCHEMA_VERSION,
  runId: SEARCH,
  generatedAt: ENDED,
  method: RANKING_METHOD,
  ranking: [
    {
      rank: 1,
      candidateId: 'c2',
      title: 'Heat pumps in listed buildings',
      score: 71,
      recommendation: 'pursue',
      evidence: { cited: 12, verified: 11 },
      breakdown: {
        demand: 74,
        competition: 68,
        monetization: 72,
        acquisition: 66,
        operatorFit: 90,
        sustainability: 64,
        risk: 61,
      },
      fit: 90,
      effort: 'medium',
      risks: ['Subsidies end or change'],
    },
  ],
  excluded: [{ candidateId: 'c5', title: 'Solar for tenants', reason: exclusionReason('deadline_exceeded') }],
};

const scan: FreeScanStatusLookupResult = {
  scanId: SCAN,
  status: 'completed',
  createdAt: CREATED,
  confirmedAt: STARTED,
  completedAt: ENDED,
  summary: 'Worth refining: a clear audience that pays, and two rivals that serve a part of it.',
  failureReason: null,
};

const withdrawal: Withdrawal = {
  withdrawalId: 'wdr_01kah2v5q8e4wb6t7n9rjx3mzc',
  status: 'paid',
  amount: 25_000,
  currency: 'usd',
  payout: { amount: 23_000, currency: 'eur' },
  failureReason: null,
  requestedAt: CREATED,
  updatedAt: '2026-11-24T09:00:00.000Z',
  paidAt: '2026-11-24T09:00:00.000Z',
};

/** Answer of POST /v1/withdrawals, which shares its schema with GET /v1/withdrawals/{id}. */
export const withdrawalRequested: Withdrawal = {
  ...withdrawal,
  status: 'requested',
  payout: null,
  updatedAt: CREATED,
  paidAt: null,
};

const delivery: WebhookDelivery = {
  deliveryId: 'whd_01kah2v5q8e4wb6t7n9rjx3mzc',
  webhookId: 'whk_01kah2v5q8e4wb6t7n9rjx3mzc',
  eventType: 'webhook.test',
  status: 'delivered',
  createdAt: CREATED,
  endedAt: STARTED,
  attempts: [{ attempt: 1, startedAt: CREATED, durationMs: 182, responseStatus: 204, error: null }],
};

/** Answer of POST /v1/webhooks/{id}/test, which shares its schema with the list of deliveries. */
export const deliveryRequested: WebhookDelivery = { ...delivery, status: 'pending', endedAt: null, attempts: [] };

/**
 * Examples of resources, by the title of their schema: one story, so that members agree, which examples put together of
 * those of each member cannot.
 */
export const RESOURCE_EXAMPLES: Readonly<Record<string, object>> = {
  Account: account,
  CheckoutSessionCreated: checkoutCreated,
  EndpointDescriptor: {
    method: 'POST',
    path: '/v1/evaluations',
    audience: 'customer',
    requiredScope: 'evaluations:create',
    requiresIdempotencyKey: true,
    startsAsyncManagedAgentRun: true,
    responseScope: 'caller_account',
  },
  FreeScanAccepted: {
    scanId: SCAN,
    status: 'awaiting_confirmation',
    confirmationExpiresAt: '2026-11-24T03:20:53.738Z',
    message: 'Open the link in the mail that we sent to confirm the scan.',
  },
  FreeScanConfirmed: {
    scanId: SCAN,
    status: 'confirmed',
    consentRecordedAt: STARTED,
    idea: 'A weekly newsletter on retrofitting heat pumps for owners of old houses',
  },
  FreeScanStatusLookup: { scanId: SCAN, email: 'owner@example.com' },
  FreeScanStatusLookupResult: scan,
  Health: {
    status: 'ok',
    apiVersion: API_VERSION,
    serviceVersion: SERVICE_VERSION,
    findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
    hostingContract: { valid: true, violations: [] },
    managedAgent: { driftStatus: 'in_sync', checkedAt: CREATED },
    reconciliation: { openBreaks: 0 },
    time: CREATED,
  },
  Order: { ...orderSummary, invoice },
  OrderSummary: orderSummary,
  PaidProductRunCreated: runCreated,
  PasswordResetLinkAccepted: {
    status: 'accepted',
    message: 'If this address has an active account, a link to set a password is on its way.',
  },
  Portfolio: portfolio,
  Ready: { status: 'ready', database: 'ok', checks: [{ name: 'database', status: 'ok', latencyMs: 2 }] },
  RunStatus: runStatus,
  SignInLinkAccepted: { status: 'accepted', message: 'A sign-in link is on its way to this address.' },
  UsageDashboard: usage,
  WebhookDelivery: delivery,
  Withdrawal: withdrawal,
};
