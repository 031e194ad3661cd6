import type { Caller } from '../../store/api-keys';
import { BY_ADDRESS, type EndpointLimit } from './limit-classes';
import type { Allowance, Limiters } from './limiters';

/** Under which name the requests of a caller count against its plan: the account's, or the key's own where its plan is lower. */
export function tenantBucket(caller: Caller): string {
  return caller.belowAccountPlan ? caller.apiKeyId : caller.accountId;
}

/** Every limit that requests of a caller count against, as it stands, without counting. */
export async function lookAtLimits(
  limiters: Limiters,
  caller: Caller,
): Promise<{ level: 'platform' | 'tenant' | 'endpoint'; allowance: Allowance }[]> {
  const own = (Object.keys(limiters.endpoint) as EndpointLimit[]).filter((name) => !BY_ADDRESS.has(name));
  const [platform, tenant, ...endpoints] = await Promise.all([
    limiters.platform.look('all'),
    limiters.tenant[caller.plan].look(tenantBucket(caller)),
    ...own.map((name) => limiters.endpoint[name].look(caller.accountId)),
  ]);
  return [
    { level: 'platform', allowance: platform },
    { level: 'tenant', allowance: tenant },
    ...endpoints.map((allowance) => ({ level: 'endpoint' as const, allowance })),
  ];
}
