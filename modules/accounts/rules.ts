import { machine } from '../../base/machine';
import type { AccountState } from './contract';

/** Life of an account: a suspended one comes back as it was, and an erased one stays so. */
export const ACCOUNT = machine<AccountState>({
  pending: ['active', 'suspended', 'erased'],
  active: ['suspended', 'erased'],
  suspended: ['pending', 'active', 'erased'],
  erased: [],
});

/** States in which an account is its owner's to use, at the latest from a first sign-in on. */
export const USABLE_ACCOUNT = ['pending', 'active'] as const satisfies readonly AccountState[];

/** Days after the last link to an account that nobody ever signed in to: then it is deleted. Strangers type any address. */
export const PENDING_DAYS = 7;
