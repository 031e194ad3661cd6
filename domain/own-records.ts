import type { WithdrawalState } from '../contracts/withdrawals';

export interface OwnPayment {
  orderId: string;
  amount: number;
  currency: string;
}

/** A refund or dispute of ours, as far as we know it. */
export interface OwnState {
  state: string;
}

export interface OwnWithdrawal {
  status: WithdrawalState;
  amount: number;
  currency: string;
  transferId: string | null;
  payoutId: string | null;
}

/** Our rows about some objects of the provider, by the provider's ids; orders and withdrawals by ours. */
export interface OwnRecords {
  deploymentId: string;
  orders: ReadonlySet<string>;
  payments: ReadonlyMap<string, OwnPayment>;
  refunds: ReadonlyMap<string, OwnState>;
  disputes: ReadonlyMap<string, OwnState>;
  fraudWarnings: ReadonlySet<string>;
  withdrawals: ReadonlyMap<string, OwnWithdrawal>;
  /** Withdrawals by the transfer that is recorded of them. */
  transfers: ReadonlyMap<string, string>;
  /** Movements of our balance in the ledger, by their cause: positive where money came. */
  entries: ReadonlyMap<string, { amount: number; currency: string }>;
  /** Connected accounts of our contributors. */
  connectedAccounts: ReadonlySet<string>;
}

/** Compares what the provider says with what we have; null if they agree. */
export function differenceOf(
  total: { amount: number; currency: string },
  ours: { amount: number; currency: string },
): 'currency' | 'amount' | null {
  if (total.currency !== ours.currency) return 'currency';
  return total.amount === ours.amount ? null : 'amount';
}
