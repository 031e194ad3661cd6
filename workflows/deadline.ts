import { CancellationScope, condition, sleep } from '@temporalio/workflow';

/** Deadline of research. It ends the agent's work, but earlier submissions are still checked and delivered. */
export interface Deadline {
  passed(): boolean;
  /** Time until the deadline, in milliseconds; 0 once it has passed. */
  leftMs(): number;
  /** Runs work that must end at the deadline. @throws CancelledFailure once the deadline has passed */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a wait that the agent did not cause, and moves the deadline back by the length of the wait. */
  outside(wait: () => Promise<void>): Promise<void>;
  /** How far the deadline has moved so far, in milliseconds. */
  movedMs(): number;
  /** Moves the deadline so that it has moved by `ms` in total. */
  moveTo(ms: number): void;
  /** Expires the deadline immediately. Used by test clocks. */
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
      // Time is left here only if the deadline was moved.
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
