import { DEFAULT_TASK_QUEUE } from '../contracts/workflow-messages';

/** Schedules of payments, by name: the worker creates them where payments are on. */
export const PAYMENT_SCHEDULES = ['payment-sweep', 'reconciliation'] as const;

/** Id of a schedule on a task queue: products that share a namespace do not share their schedules. */
export function scheduleIdOf(name: string, taskQueue: string): string {
  return taskQueue === DEFAULT_TASK_QUEUE ? name : `${name}-${taskQueue}`;
}
