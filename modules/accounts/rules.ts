import { machine } from '../../base/machine';
import type { AccountState } from './contract';

/** Life cycle of an account. A suspended account can be restored unchanged; erasure is final. */
export const ACCOUNT = machine<AccountState>({
  pending: ['active', 'suspended', 'erased'],
  active: ['suspended', 'erased'],
  suspended: ['pending', 'active', 'erased'],
  erased: [],
});

/** States in which the owner can use the account, including before the first sign-in. */
export const USABLE_ACCOUNT = ['pending', 'active'] as const satisfies readonly AccountState[];

/**
 * How many days after its last sign-in link we delete an unused account. Anyone can create an account for any email
 * address.
 */
export const PENDING_DAYS = 7;
