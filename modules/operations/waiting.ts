import { ALERT_WAIT } from '../alerts/messages';
import { ERASURE_WAIT } from '../erasure/messages';
import { MAIL_WAIT } from '../mail/messages';
import { ORDER_WAIT, REFUND_WAIT } from '../orders/rules';
import type { Waiting } from '../outbox/sweeps';
import { WITHDRAWAL_WAIT } from '../payouts/rules';
import { ORPHAN_RETURN_WAIT, RECONCILIATION_WAIT } from '../reconciliation/rules';
import { RUN_WAIT } from '../run-kinds/rules';
import { SCAN_CONFIRMATION_WAIT, SCAN_WAIT } from '../scans/messages';
import { WEBHOOK_DELIVERY_WAIT } from '../webhooks/messages';

/**
 * Rows that wait for a workflow, how long they may wait, and what the sweep does after that. Without the sweep, a row
 * would wait forever for a workflow that was terminated or lost with Temporal's data. This table is used by the sweep,
 * the doctor's check `waiting`, a test invariant and docs/waiting.md.
 */
export const WAITING = {
  run: RUN_WAIT,
  scan_confirmation: SCAN_CONFIRMATION_WAIT,
  scan: SCAN_WAIT,
  order: ORDER_WAIT,
  refund: REFUND_WAIT,
  withdrawal: WITHDRAWAL_WAIT,
  orphan_return: ORPHAN_RETURN_WAIT,
  reconciliation: RECONCILIATION_WAIT,
  webhook_delivery: WEBHOOK_DELIVERY_WAIT,
  mail: MAIL_WAIT,
  alert: ALERT_WAIT,
  erasure: ERASURE_WAIT,
} as const satisfies Record<string, Waiting>;

export type WaitingName = keyof typeof WAITING;

/** Kinds of rows in {@link WAITING} whose workflow the sweep restarts. */
export type LostWorkName = {
  [Name in WaitingName]: (typeof WAITING)[Name]['sweep'] extends 'lost_work' ? Name : never;
}[WaitingName];

export const WAITING_NAMES = Object.keys(WAITING) as WaitingName[];

export const waitingOf = (name: WaitingName): Waiting => WAITING[name];
