/** Time budget of one request for our own work: database, providers and queueing. */
export interface Budget {
  /** True once the budget is exhausted: the client has its response, and any later result is dropped. */
  readonly spent: boolean;
  /** Awaits work on the client's own time without using up the budget: a body being sent, a requested wait. */
  offBudget<T>(work: Promise<T>): Promise<T>;
  /** Stops the timer. */
  close(): void;
}

/** Starts a budget of `milliseconds`; calls `onSpent` once it is exhausted. */
export function createBudget(milliseconds: number, onSpent: () => void): Budget {
  let left = milliseconds;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let spent = false;
  let pauses = 0;
  const run = () => {
    since = performance.now();
    timer = setTimeout(() => {
      spent = true;
      onSpent();
    }, left);
  };
  const stop = () => {
    clearTimeout(timer);
    left = Math.max(0, left - (performance.now() - since));
  };
  run();
  return {
    get spent() {
      return spent;
    },
    async offBudget(work) {
      if (pauses++ === 0 && !spent) stop();
      try {
        return await work;
      } finally {
        if (--pauses === 0 && !spent) run();
      }
    },
    close: () => clearTimeout(timer),
  };
}
