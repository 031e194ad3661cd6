/** Loops of a process that must not stop in silence, with the time of their last completed pass. */
export interface Liveness {
  /** Declares a loop, which counts as completed now, and returns the functions by which it reports. */
  watch(loop: string, lateAfterMs: number): LoopWatch;
  /** State of each loop, for logs, health and metrics. */
  loops(): LoopState[];
}

/** Reports of one loop. */
export interface LoopWatch {
  /** Reports a pass that did its work. */
  completed(): void;
  /** Reports that the loop runs, whatever became of its work: an outage elsewhere is no reason to restart it. */
  moved(): void;
}

/** State of one loop. */
export interface LoopState {
  loop: string;
  /** Milliseconds since its last completed pass, or since it was declared. */
  idleMs: number;
  /** True if that is longer than a pass may take. */
  late: boolean;
  /** True if it did not even move for so long: only a restart helps. */
  stuck: boolean;
}

/** Creates the one place of a process where its loops report; `now` is monotonic, in milliseconds. */
export function createLiveness(now: () => number = () => performance.now()): Liveness {
  const loops = new Map<string, { completedAt: number; movedAt: number; lateAfterMs: number }>();
  return {
    watch(loop, lateAfterMs) {
      const state = { completedAt: now(), movedAt: now(), lateAfterMs };
      loops.set(loop, state);
      return {
        completed: () => void (state.completedAt = state.movedAt = now()),
        moved: () => void (state.movedAt = now()),
      };
    },
    loops: () =>
      [...loops].map(([loop, { completedAt, movedAt, lateAfterMs }]) => {
        const idleMs = Math.round(now() - completedAt);
        return { loop, idleMs, late: idleMs > lateAfterMs, stuck: now() - movedAt > lateAfterMs };
      }),
  };
}
