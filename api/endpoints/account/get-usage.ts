import { UsageDashboard } from '../../../contracts/usage';
import { countEntitlements } from '../../../store/entitlements';
import { monthOf, readUsage } from '../../../store/read-usage';
import { endpoint, key } from '../../endpoint';
import { lookAtLimits } from '../../limits/caller-limits';
import { ok } from '../../reply';
import { budgetView, costView, limitView, requestsView } from './usage-view';

/** What the calling key did this month, and what it may still do (spec row 21). */
export const getUsage = endpoint({
  method: 'GET',
  path: '/v1/usage',
  operationId: 'getUsage',
  summary: 'Usage, budget, rate limits and cost of the calling key',
  description:
    'Counters are true: requests that this process answered are counted before the answer, those of other processes at most a second later. A 401 of this endpoint has no body.',
  audience: 'customer',
  auth: key('usage:read'),
  bareUnauthorized: true,
  responseScope: 'caller_account',
  responses: { 200: UsageDashboard },

  async handle({ deps, caller }) {
    const now = new Date();
    const period = monthOf(now);
    await deps.usage.flush();
    const [usage, entitlements, limits] = await Promise.all([
      readUsage(deps.db, caller, period),
      countEntitlements(deps.db, caller.accountId, caller.mode),
      lookAtLimits(deps.limiters, caller),
    ]);
    const body: UsageDashboard = {
      apiKeyId: caller.apiKeyId,
      plan: caller.plan,
      mode: caller.mode,
      period: { start: period.start.toISOString(), end: period.end.toISOString() },
      requests: requestsView(usage.requests),
      runs: { byStatus: Object.fromEntries(usage.runs.map(({ status, runs }) => [status, runs])) },
      entitlements,
      budget: budgetView(usage.budget, period.end),
      rateLimits: limits.map((limit) => limitView(limit, now)),
      cost: costView(usage.costs),
      generatedAt: now.toISOString(),
    };
    return ok(body, { 'Cache-Control': 'no-store' });
  },
});
