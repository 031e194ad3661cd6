import type { Caller } from '../../store/keys/find-caller';
import { ENDPOINT_LIMITS, type EndpointLimit } from './limit-classes';
import type { Allowance, Limiters } from './limiters';

/** Current state of all rate limits of a caller; counts nothing. */
export async function peekLimits(
  limiters: Limiters,
  caller: Caller,
): Promise<{ level: 'platform' | 'tenant' | 'endpoint'; allowance: Allowance }[]> {
  const own = (Object.keys(limiters.endpoint) as EndpointLimit[]).filter(
    (name) => ENDPOINT_LIMITS[name].by === 'account',
  );
  const [platform, key, account, ...endpoints] = await Promise.all([
    limiters.platform.peek('all'),
    limiters.tenant[caller.plan].peek(caller.accountId),
    limiters.tenant[caller.accountPlan].peek(caller.accountId),
    ...own.map((name) => limiters.endpoint[name].peek(caller.accountId)),
  ]);
  return [
    { level: 'platform', allowance: platform },
    { level: 'tenant', allowance: account.remaining < key.remaining ? account : key },
    ...endpoints.map((allowance) => ({ level: 'endpoint' as const, allowance })),
  ];
}
