import { Type } from '@sinclair/typebox';
import { MetadataFilter } from '../../base/metadata';
import { closed } from '../../base/schema';
import { endpoint, key } from '../../http/endpoint';
import { peekLimits } from '../../http/limits/limiters';
import { pageParameters, pageReply, pageSchema } from '../../http/list-page';
import { ok } from '../../http/reply';
import { Account, maskEmail } from '../../modules/accounts/contract';
import { loadKey } from '../../modules/accounts/store/keys';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { contributorBalance } from '../../modules/ledger/store/balances';
import {
  UsageDashboard,
  LoggedRequest,
  REQUESTS_KEPT_DAYS,
  STATUS_FILTER,
  statusesOf,
} from '../../modules/usage/contract';
import { listRequests as readRequests } from '../../modules/usage/store/requests';
import { monthOf, readUsage, type Usage } from '../../modules/usage/store/usage';

/** Returns the account, the calling key and the remaining credits (docs/interface/accounts.md#account-and-usage). */
export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  operationId: 'getAccount',
  tag: 'account',
  summary: 'Get the account, the calling key and its entitlements',
  audience: 'customer',
  auth: key('account:read'),
  responseScope: 'caller_account',
  responses: { 200: Account },

  async handle({ deps, caller }) {
    const [{ account, ...apiKey }, entitlements, balance] = await Promise.all([
      loadKey(deps.db, caller.apiKeyId),
      countEntitlements(deps.db, caller.accountId, caller.mode),
      contributorBalance(deps.db.pool, caller.accountId, caller.mode),
    ]);
    const body: Account = {
      accountId: account.id,
      emailMasked: maskEmail(account.email),
      plan: account.plan,
      mode: caller.mode,
      createdAt: account.createdAt.toISOString(),
      apiKey: {
        apiKeyId: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        scopes: apiKey.scopes,
        plan: caller.plan,
        expiresAt: caller.expiresAt === null ? null : new Date(caller.expiresAt).toISOString(),
        lastUsedAt: apiKey.lastUsedAt?.toISOString() ?? null,
      },
      entitlements,
      contributorBalance: balance,
    };
    return ok(body, { 'Cache-Control': 'private, no-cache' });
  },
});

export const getUsage = endpoint({
  method: 'GET',
  path: '/v1/usage',
  operationId: 'getUsage',
  tag: 'usage',
  summary: 'Get usage, budget, rate limits and cost of the calling key',
  description:
    'Counts your earlier requests, with a delay of at most a second. With `metadata[key]=value`, `runs` and `cost` count only runs with that metadata. A 401 from this endpoint has no body.',
  audience: 'customer',
  auth: key('usage:read'),
  bareUnauthorized: true,
  query: Type.Object({ metadata: Type.Optional(MetadataFilter) }, closed),
  responseScope: 'caller_account',
  responses: { 200: UsageDashboard },

  async handle({ deps, caller, query: { metadata = {} } }) {
    const now = new Date();
    const period = monthOf(now);
    await deps.usage.flush();
    const [usage, entitlements, limits] = await Promise.all([
      readUsage(deps.db, caller, period, metadata),
      countEntitlements(deps.db, caller.accountId, caller.mode),
      peekLimits(deps.limiters, caller),
    ]);
    const body: UsageDashboard = {
      apiKeyId: caller.apiKeyId,
      plan: caller.plan,
      mode: caller.mode,
      period: { start: period.start.toISOString(), end: period.end.toISOString() },
      requests: requestsView(usage.requests),
      runs: { byStatus: Object.fromEntries(usage.runs.map(({ status, runs }) => [status, runs])) },
      metadata,
      entitlements,
      budget: budgetView(usage.budget, period.end),
      rateLimits: limits.map((limit) => limitView(limit, now)),
      cost: costView(usage.costs),
      generatedAt: now.toISOString(),
    };
    return ok(body, { 'Cache-Control': 'no-store' });
  },
});

type Counts = Usage['requests'];

/** Converts micros (millionths of a dollar) to cents, rounded up like the cost of a run. */
const cents = (micros: number) => Math.ceil(micros / 10_000);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function requestsView(counts: Counts): UsageDashboard['requests'] {
  const endpoints = [...new Set(counts.map((count) => count.endpoint))];
  return {
    ...totals(counts),
    byEndpoint: endpoints.map((path) => ({
      endpoint: path,
      ...totals(counts.filter((count) => count.endpoint === path)),
    })),
  };
}

function totals(counts: Counts): { total: number; byStatus: Record<string, number> } {
  const byStatus: Record<string, number> = {};
  for (const { status, requests } of counts) byStatus[status] = (byStatus[status] ?? 0) + requests;
  return { total: sum(counts.map(({ requests }) => requests)), byStatus };
}

function budgetView(budget: Usage['budget'], resetsAt: Date): UsageDashboard['budget'] {
  return {
    limit: budget.limitCents,
    spent: budget.spentCents,
    reserved: budget.reservedCents,
    remaining: budget.remainingCents,
    currency: 'usd',
    resetsAt: resetsAt.toISOString(),
  };
}

function limitView(
  { level, allowance }: Awaited<ReturnType<typeof peekLimits>>[number],
  now: Date,
): UsageDashboard['rateLimits'][number] {
  const { limit, remaining, resetSeconds } = allowance;
  return {
    level,
    name: limit.name,
    limit: limit.requests,
    remaining,
    windowSeconds: limit.windowSeconds,
    resetsAt: new Date(now.getTime() + resetSeconds * 1_000).toISOString(),
  };
}

function costView(costs: Usage['costs']): UsageDashboard['cost'] {
  return {
    computeSpend: cents(sum(costs.map(({ costMicros }) => costMicros))),
    currency: 'usd',
    daily: costs.map(({ date, runs, costMicros }) => ({
      date,
      runs,
      computeSpend: cents(costMicros),
      computeSpendMicros: costMicros,
    })),
  };
}

export const listRequests = endpoint({
  method: 'GET',
  path: '/v1/requests',
  operationId: 'listRequests',
  tag: 'usage',
  summary: 'List requests, newest first',
  description: `Requests in the mode of the key, kept for ${REQUESTS_KEPT_DAYS} days, without queries and bodies. Requests appear within a second.`,
  audience: 'customer',
  auth: key('usage:read'),
  query: Type.Object(
    {
      ...pageParameters('req'),
      status: Type.Optional(
        Type.String({
          pattern: STATUS_FILTER,
          description: 'A status such as `404`, a class such as `4xx`, or a comma-separated list.',
          examples: ['4xx'],
        }),
      ),
    },
    closed,
  ),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('RequestList', LoggedRequest) },

  async handle({ deps, caller, query: { status, ...page } }) {
    await deps.usage.flush();
    return pageReply('req', page, {
      read: (rows) => readRequests(deps.db, caller, { ...rows, ...(status && { statuses: statusesOf(status) }) }),
      view: ({ id: _id, at, ...request }): LoggedRequest => ({ at: at.toISOString(), ...request }),
    });
  },
});
