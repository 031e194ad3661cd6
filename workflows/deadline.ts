import { CancellationScope, condition, sleep } from '@temporalio/workflow';

/** Deadline of research. It ends the agent's work; earlier submissions are still checked and delivered. */
export interface Deadline {
  passed(): boolean;
  /** Time until the deadline, in milliseconds; 0 once it has passed. */
  leftMs(): number;
  /** Runs work that ends at the deadline. @throws CancelledFailure once it has passed */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a wait that is not the agent's fault, and moves the deadline by its length. */
  outside(wait: () => Promise<void>): Promise<void>;
  /** Milliseconds that the deadline has moved so far. */
  movedMs(): number;
  /** Moves the deadline until it has moved by `ms` in total. */
  moveTo(ms: number): void;
  /** Makes the deadline pass now, for test clocks. */
  reach(): void;
  cancel(): void;
}

/** Starts a deadline of `ms` milliseconds for work in the scope `whole`. */
export function startDeadline(ms: number, summary: string, whole: CancellationScope): Deadline {
  const startedAt = Date.now();
  let due = startedAt + ms;
  let movedMs = 0;
  let waitsSince: number | null = null;
  const leftMs = () => Math.max(0, due - (waitsSince ?? Date.now()));
  const timer = new CancellationScope();
  const agent = new CancellationScope({ cancellable: true, parent: whole });
  void timer
    .run(async () => {
      await sleep(ms, { summary });
      // Only a deadline that moved still has time at this point.
      for (; leftMs() > 0; await sleep(leftMs(), { summary })) await condition(() => waitsSince === null);
    })
    .then(() => agent.cancel())
    .catch(() => undefined);
  const moveTo = (total: number) => {
    const more = Math.max(0, total - movedMs);
    due += more;
    movedMs += more;
  };
  return {
    passed: () => leftMs() === 0,
    leftMs,
    within: (work) => agent.run(work),
    async outside(wait) {
      waitsSince = Date.now();
      try {
        await whole.run(wait);
      } finally {
        const waited = Date.now() - waitsSince;
        waitsSince = null;
        moveTo(movedMs + waited);
      }
    },
    movedMs: () => movedMs,
    moveTo,
    reach() {
      due = Date.now();
      timer.cancel();
      agent.cancel();
    },
    cancel: () => timer.cancel(),
  };
}
