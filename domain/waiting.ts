import { HOUR, MINUTE, type Waiting } from './waits';
import { RUN_WAIT } from './runs';
import { SCAN_CONFIRMATION_WAIT, SCAN_WAIT } from './scans';
import { ORDER_WAIT, REFUND_WAIT } from './orders';
import { WITHDRAWAL_WAIT } from './withdrawals';
import { ORPHAN_RETURN_WAIT, RECONCILIATION_WAIT } from './reconciliation';
import { WEBHOOK_DELIVERY_WAIT } from './webhooks';
import { MAIL_WAIT } from './messages/mails';
import { ALERT_WAIT } from './messages/alerts';
import { ERASURE_WAIT } from './messages/erasures';

/**
 * What waits for a workflow, how long at most, and what the sweep does then: no row waits for ever because its workflow
 * was terminated or lost with the data of Temporal. The sweep, the doctor's check `waiting`, an invariant of tests
 * and docs/waiting.md follow from it.
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

/** Name of a kind of rows that wait. */
export type WaitingName = keyof typeof WAITING;

/** Kinds whose workflow the worker's own sweep starts again. */
export type LostWorkName = {
  [Name in WaitingName]: (typeof WAITING)[Name]['sweep'] extends 'lost_work' ? Name : never;
}[WaitingName];

/** Names of the kinds. */
export const WAITING_NAMES = Object.keys(WAITING) as WaitingName[];

/** The entry of a kind, as every kind is. */
export const waitingOf = (name: WaitingName): Waiting => WAITING[name];

/** Renders the table for docs/waiting.md. */
export function waitingAsMarkdown(): string {
  const rows = WAITING_NAMES.map(waitingOf).map(({ what, table, workflows, longestMs, from, sweep, net }) => {
    const does = 'ends' in net ? net.ends : `starts it again: ${net.starts}`;
    const types = workflows.map((type) => `\`${type}\``).join(', ');
    return `| ${what} | \`${table}\` | ${types} | ${durationOf(longestMs)} after ${from} | \`${sweep}\` | ${does} |`;
  });
  const head = ['| what waits | table | for | at most | sweep | which then |', '| --- | --- | --- | --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

function durationOf(ms: number): string {
  const [count, unit] = ms % HOUR === 0 ? [ms / HOUR, 'hour'] : [ms / MINUTE, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
