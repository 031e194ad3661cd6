import type { EndpointLimit } from './limit-classes';
import { limitExceeded, type Limiters } from './limiters';

/**
 * Counts what a signed-in browser does in the same bucket as requests with the account's keys.
 *
 * @throws Failure `rate_limited`
 */
export async function countAccount({ endpoint }: Limiters, name: EndpointLimit, accountId: string): Promise<void> {
  const allowance = await endpoint[name].consume(accountId);
  if (allowance.exceeded) throw limitExceeded(allowance, 'endpoint');
}
