import type { UsageDashboard } from '../../../contracts/usage';
import type { peekLimits } from '../../../http/limits/limiters';
import type { Usage } from '../../../store/usage/usage';

type Counts = Usage['requests'];

/** Micros to cents, rounded up like the cost of a run. */
const cents = (micros: number) => Math.ceil(micros / 10_000);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Request counts by status, in total and by endpoint. */
export function requestsView(counts: Counts): UsageDashboard['requests'] {
  const endpoints = [...new Set(counts.map(({ endpoint }) => endpoint))];
  return {
    ...totals(counts),
    byEndpoint: endpoints.map((endpoint) => ({
      endpoint,
      ...totals(counts.filter((count) => count.endpoint === endpoint)),
    })),
  };
}

function totals(counts: Counts): { total: number; byStatus: Record<string, number> } {
  const byStatus: Record<string, number> = {};
  for (const { status, requests } of counts) byStatus[status] = (byStatus[status] ?? 0) + requests;
  return { total: sum(counts.map(({ requests }) => requests)), byStatus };
}

/** Budget of the account in this period. */
export function budgetView(budget: Usage['budget'], resetsAt: Date): UsageDashboard['budget'] {
  return {
    limit: budget.limitCents,
    spent: budget.spentCents,
    reserved: budget.reservedCents,
    remaining: budget.remainingCents,
    currency: 'usd',
    resetsAt: resetsAt.toISOString(),
  };
}

/** Current state of one rate limit. */
export function limitView(
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

/** Cost of runs, in total and by day. */
export function costView(costs: Usage['costs']): UsageDashboard['cost'] {
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
