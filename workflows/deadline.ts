import { CancellationScope, sleep } from '@temporalio/workflow';

/** Deadline of research. It ends the agent's work; what was handed in by then is still checked and delivered. */
export interface Deadline {
  passed(): boolean;
  /** Time until the deadline, in milliseconds; 0 once it has passed. */
  leftMs(): number;
  /** Runs what ends at the deadline. @throws CancelledFailure from then on */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Makes it now: a test clock. */
  reach(): void;
  /** Stops its timer. */
  cancel(): void;
}

/** Starts the deadline of the work in `whole`, in `ms` milliseconds. */
export function startDeadline(ms: number, summary: string, whole: CancellationScope): Deadline {
  let due = Date.now() + ms;
  const leftMs = () => Math.max(0, due - Date.now());
  const timer = new CancellationScope();
  const agent = new CancellationScope({ cancellable: true, parent: whole });
  void timer
    .run(() => sleep(ms, { summary }))
    .then(() => agent.cancel())
    .catch(() => undefined);
  return {
    passed: () => leftMs() === 0,
    leftMs,
    within: (work) => agent.run(work),
    reach() {
      due = Date.now();
      timer.cancel();
      agent.cancel();
    },
    cancel: () => timer.cancel(),
  };
}
