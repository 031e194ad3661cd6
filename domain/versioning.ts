import type { WORKFLOWS } from '../contracts/workflow-messages';

/**
 * `PINNED`: a workflow ends on the build that it began on, so its code may change freely; that build keeps a worker
 * until it is drained. `AUTO_UPGRADE`: it moves to the current build at its next task, so its code is changed behind
 * `patched` only.
 */
type Versioning = 'PINNED' | 'AUTO_UPGRADE';

/**
 * Behavior of each workflow type when a build is deployed (docs/runbook/deploy.md): pinned is what ends by itself within
 * three days, moving is what waits for people, banks or other workflows, and what a faulty build must not hold up.
 */
export const VERSIONING = {
  // Minutes to hours; a deadline ends each.
  evaluation: 'PINNED',
  search: 'PINNED',
  candidate: 'PINNED',
  // Up to three days for the confirmation, then minutes.
  scan: 'PINNED',
  // Tried for 20 hours at most.
  mail: 'PINNED',
  alert: 'PINNED',
  webhookDelivery: 'PINNED',
  // Minutes each; the schedule starts the next one on the current build.
  paymentSweep: 'PINNED',
  reconciliation: 'PINNED',
  // Money: a fix of its code reaches what is under way.
  reservation: 'AUTO_UPGRADE',
  payment: 'AUTO_UPGRADE',
  payout: 'AUTO_UPGRADE',
  orphanRefund: 'AUTO_UPGRADE',
  // Waits for payments and payouts of its account.
  erasure: 'AUTO_UPGRADE',
} as const satisfies Record<keyof typeof WORKFLOWS, Versioning>;

/**
 * Name of the global by which a worker with a version has the sandbox declare these behaviors: the server refuses
 * them of a worker without one, which then could complete no task.
 */
export const VERSIONED_SANDBOX = 'noiVersionedWorker';
