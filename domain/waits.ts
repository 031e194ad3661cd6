import type { WORKFLOWS } from '../contracts/workflow-messages';
import type { SweepName } from './sweeps';

/** Rows of one kind that wait for a workflow, and their net. `id`, `waits`, `since` and `workflowId` are SQL. */
export interface Waiting {
  /** What a row is, in words. */
  what: string;
  table: string;
  /** Id of a row, by which its workflow and the sweep know it. */
  id: string;
  /** Condition of a row that waits. */
  waits: string;
  /** Moment from which {@link longestMs} counts. */
  since: string;
  /** The same moment in words. */
  from: string;
  /** Time after which the workflow counts as gone and the sweep acts. To act on one that runs changes nothing. */
  longestMs: number;
  /** Types of the workflows that end the wait. */
  workflows: readonly (keyof typeof WORKFLOWS)[];
  sweep: SweepName;
  /** `ends`: the sweep ends the row in the database. `starts`: it starts this workflow again, if it does not run. */
  net: { ends: string } | { starts: string; workflowId: string };
  /** What an operator does about a row that is still there. */
  cure: string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Work of seconds that has not ended by then has lost its workflow, or is tried again by it. */
export const LOST_AFTER_MS = 10 * MINUTE;

/** A row is started again once an hour at most: it may wait because a provider is away, and its workflow runs. */
export const STARTED_AGAIN_EVERY_MS = 60 * MINUTE;

/** What to do where nothing but a worker is missing. */
export const START_A_WORKER = 'Start a worker, whose sweep starts it again; its log says why it fails.';

/** SQL list of states. */
export function listed(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
