import type { Machine } from '../../base/machine';
import { ACCOUNT_STATES } from '../../modules/accounts/contract';
import { ACCOUNT } from '../../modules/accounts/rules';
import { ENTITLEMENT } from '../../modules/entitlements/rules';
import { DISPUTE_STATUSES, PAYMENT_OUTCOMES, SHARE_STATUSES } from '../../modules/ledger/contract';
import { DISPUTE, SHARE } from '../../modules/ledger/rules';
import { OPPORTUNITY_STATES } from '../../modules/opportunities/contract';
import { OPPORTUNITY } from '../../modules/opportunities/rules';
import { ORDER_STATES } from '../../modules/orders/contract';
import { ORDER, PAYMENT } from '../../modules/orders/rules';
import { WITHDRAWAL_STATES } from '../../modules/payouts/contract';
import { WITHDRAWAL } from '../../modules/payouts/rules';
import { BREAK_STATES } from '../../modules/reconciliation/contract';
import { BREAK } from '../../modules/reconciliation/rules';
import { CANDIDATE_STATUSES, RUN_STATUSES } from '../../modules/run-kinds/contract';
import { CANDIDATE, RUN } from '../../modules/run-kinds/rules';
import { SCAN_STATUSES } from '../../modules/scans/contract';
import { SCAN } from '../../modules/scans/rules';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from '../../modules/webhooks/contract';
import { DELIVERY, WEBHOOK } from '../../modules/webhooks/rules';

/** A table whose rows follow a state machine, and the states published to callers. */
export interface MachineOfTable {
  table: string;
  column: 'status' | 'outcome';
  machine: Machine<string>;
  /** Null if callers never see the states. */
  promised: readonly string[] | null;
}

/** Every table whose rows follow a state machine in `modules/`. */
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
