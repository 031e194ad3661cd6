import type { UsageDashboard } from '../../../contracts/usage';
import type { Usage } from '../../../store/read-usage';
import type { lookAtLimits } from '../../limits/caller-limits';

type Counts = Usage['requests'];

/** Cents of a cost, rounded up as the cost of a run is. */
const cents = (micros: number) => Math.ceil(micros / 10_000);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Requests by status, and the same by endpoint. */
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

/** What the account may still spend in this period. */
export function budgetView({ limitCents, spentMicros }: Usage['budget'], resetsAt: Date): UsageDashboard['budget'] {
  const spent = cents(spentMicros);
  return {
    limit: limitCents,
    spent,
    remaining: limitCents === null ? null : Math.max(0, limitCents - spent),
    currency: 'usd',
    resetsAt: resetsAt.toISOString(),
  };
}

/** One limit as it stands. */
export function limitView(
  { level, allowance }: Awaited<ReturnType<typeof lookAtLimits>>[number],
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

/** What runs cost, in all and by day. */
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
