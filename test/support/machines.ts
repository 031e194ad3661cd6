import { ACCOUNT_STATES } from '../../contracts/account';
import { CANDIDATE_STATUSES } from '../../contracts/candidates';
import { OPPORTUNITY_STATES } from '../../contracts/opportunities';
import { ORDER_STATES } from '../../contracts/orders';
import { DISPUTE_STATUSES, PAYMENT_OUTCOMES } from '../../contracts/payment-words';
import { BREAK_STATES } from '../../contracts/reconciliation';
import { RUN_STATUSES } from '../../contracts/runs';
import { SCAN_STATUSES } from '../../contracts/scans';
import { SHARE_STATUSES } from '../../contracts/shares';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../contracts/webhooks';
import { WITHDRAWAL_STATES } from '../../contracts/withdrawals';
import { ACCOUNT } from '../../domain/accounts';
import { ENTITLEMENT } from '../../domain/entitlements';
import type { Machine } from '../../domain/machine';
import { OPPORTUNITY } from '../../domain/opportunities';
import { ORDER, PAYMENT } from '../../domain/orders';
import { DISPUTE } from '../../domain/disputes';
import { BREAK } from '../../domain/reconciliation';
import { CANDIDATE, RUN } from '../../domain/run-kinds';
import { SCAN } from '../../domain/scans';
import { SHARE } from '../../domain/shares';
import { DELIVERY, WEBHOOK } from '../../domain/webhooks';
import { WITHDRAWAL } from '../../domain/withdrawals';

/** A table whose rows follow a state machine, and the states published to callers. */
export interface MachineOfTable {
  table: string;
  column: 'status' | 'outcome';
  machine: Machine<string>;
  /** Null if callers never see them. */
  promised: readonly string[] | null;
}

/** Every table whose rows follow a state machine of `domain/`. */
export const MACHINES: readonly MachineOfTable[] = [
  { table: 'accounts', column: 'status', machine: ACCOUNT, promised: ACCOUNT_STATES },
  { table: 'runs', column: 'status', machine: RUN, promised: RUN_STATUSES },
  { table: 'candidates', column: 'status', machine: CANDIDATE, promised: CANDIDATE_STATUSES },
  { table: 'opportunities', column: 'status', machine: OPPORTUNITY, promised: OPPORTUNITY_STATES },
  { table: 'orders', column: 'status', machine: ORDER, promised: ORDER_STATES },
  { table: 'payments', column: 'outcome', machine: PAYMENT, promised: PAYMENT_OUTCOMES },
  { table: 'disputes', column: 'status', machine: DISPUTE, promised: DISPUTE_STATUSES },
  { table: 'withdrawals', column: 'status', machine: WITHDRAWAL, promised: WITHDRAWAL_STATES },
  { table: 'shares', column: 'status', machine: SHARE, promised: SHARE_STATUSES },
  { table: 'free_scans', column: 'status', machine: SCAN, promised: SCAN_STATUSES },
  { table: 'webhooks', column: 'status', machine: WEBHOOK, promised: WEBHOOK_STATUSES },
  { table: 'webhook_deliveries', column: 'status', machine: DELIVERY, promised: DELIVERY_STATUSES },
  { table: 'reconciliation_breaks', column: 'status', machine: BREAK, promised: BREAK_STATES },
  { table: 'entitlements', column: 'status', machine: ENTITLEMENT, promised: null },
];
