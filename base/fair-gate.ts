/** Gate that bounds what is under way at once, and serves owners by the time that their work has taken. */
export interface FairGate {
  /** Does work in its owner's turn; what the work throws is passed on, and its place is free again. */
  through<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** Bounds of a {@link FairGate}. */
export interface FairGateBounds {
  /** Most work under way at once. */
  atOnce: number;
  /** Most of it that is one owner's: below `atOnce` there is room for others, however long that owner's work takes. */
  perOwner: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/**
 * Creates a gate. A free place goes to the owner whose work has taken the least time, among equals to the one waiting
 * longest; works of one owner begin in order. So an owner of small works waits for one work of each other owner, not for
 * all of them. New owners start at the current share (fair queueing by virtual time): staying away saves nothing up, and
 * nobody starves behind newcomers.
 */
export function createFairGate({ atOnce, perOwner, now = () => performance.now() }: FairGateBounds): FairGate {
  // Maps keep insertion order: an owner that was served is inserted anew, behind its equals.
  const waiting = new Map<string, (() => void)[]>();
  const underWay = new Map<string, number>();
  /** Milliseconds that owners have had; what is no more than `share` is forgotten of those who have no work here. */
  const had = new Map<string, number>();
  /** Milliseconds that each owner would have had whose work had always waited here. */
  let share = 0;
  let sharedUntil = now();
  let free = atOnce;

  function bringUpToDate(): void {
    const owners = new Set([...waiting.keys(), ...underWay.keys()]);
    const time = now();
    if (owners.size > 0) share += ((time - sharedUntil) * atOnce) / owners.size;
    sharedUntil = time;
    for (const [owner, ms] of had) if (!owners.has(owner) && (ms <= share || owners.size === 0)) had.delete(owner);
  }

  function next(): string | null {
    let best: string | null = null;
    for (const owner of waiting.keys()) {
      if ((underWay.get(owner) ?? 0) >= perOwner) continue;
      if (best === null || had.get(owner)! < had.get(best)!) best = owner;
    }
    return best;
  }

  function admit(): void {
    while (free > 0) {
      const owner = next();
      if (owner === null) return;
      const line = waiting.get(owner)!;
      const begin = line.shift()!;
      waiting.delete(owner);
      if (line.length > 0) waiting.set(owner, line);
      underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
      free -= 1;
      begin();
    }
  }

  function arrive(owner: string, begin: () => void): void {
    bringUpToDate();
    const line = waiting.get(owner);
    if (line) line.push(begin);
    else waiting.set(owner, [begin]);
    if (!had.has(owner)) had.set(owner, share);
    admit();
  }

  function leave(owner: string, ms: number): void {
    bringUpToDate();
    const others = underWay.get(owner)! - 1;
    if (others > 0) underWay.set(owner, others);
    else underWay.delete(owner);
    had.set(owner, had.get(owner)! + ms);
    free += 1;
    admit();
  }

  return {
    async through(owner, work) {
      await new Promise<void>((begin) => arrive(owner, begin));
      const began = now();
      try {
        return await work();
      } finally {
        leave(owner, now() - began);
      }
    },
  };
}
