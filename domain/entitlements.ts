import { machine } from './machine';

export type EntitlementStatus = 'unused' | 'consumed' | 'revoked';

/**
 * States of an entitlement. A restored credit is a new entitlement. Frozen is a flag of an unused one, not a state. A
 * revoked one comes back with its payment, after a dispute that was won late.
 */
export const ENTITLEMENT = machine<EntitlementStatus>({
  unused: ['consumed', 'revoked'],
  consumed: [],
  revoked: ['unused'],
});
