import { Type } from '@sinclair/typebox';
import { MetadataFilter } from '../../../contracts/metadata';
import { closed } from '../../../contracts/schema';
import { UsageDashboard } from '../../../contracts/usage';
import { endpoint, key } from '../../../http/endpoint';
import { peekLimits } from '../../../http/limits/limiters';
import { ok } from '../../../http/reply';
import { countEntitlements } from '../../../store/entitlements/credits';
import { monthOf, readUsage } from '../../../store/usage/usage';
import { budgetView, costView, limitView, requestsView } from './usage-view';

/** Usage of the calling key this month, with its remaining budget and limits (docs/interface.md, Account and usage). */
export const getUsage = endpoint({
  method: 'GET',
  path: '/v1/usage',
  operationId: 'getUsage',
  tag: 'usage',
  summary: 'Usage, budget, rate limits and cost of the calling key',
  description:
    'Counters include all earlier requests to this process, and those to other processes after at most a second. With `metadata[key]=value`, `runs` and `cost` count the runs with that metadata only. A 401 of this endpoint has no body.',
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
