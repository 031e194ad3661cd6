/** Limits concurrent work. The next slot goes to the owner whose work has taken the least time so far. */
export interface FairGate {
  /** Runs work when its owner's turn comes, and frees the slot afterwards. Rethrows its errors. */
  through<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface FairGateBounds {
  atOnce: number;
  /** Maximum concurrent work of one owner. If it is below `atOnce`, one slow owner cannot block the others. */
  perOwner: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Creates a gate. In a tie, the owner that has waited longest goes first. Each owner's work starts in order. An owner
 * with short work therefore waits for at most one item of each other owner. New owners start at the current share (fair
 * queueing by virtual time), so idle owners gain no advantage and newcomers cannot starve others.
 */
export function createFairGate({ atOnce, perOwner, now = () => performance.now() }: FairGateBounds): FairGate {
  // Maps keep insertion order. After its turn, an owner is inserted again, behind owners that have used the same time.
  const waiting = new Map<string, (() => void)[]>();
  const underWay = new Map<string, number>();
  /** Milliseconds used per owner. Owners without work are forgotten once they are at or below `share`. */
  const had = new Map<string, number>();
  /** Virtual time: the milliseconds that an owner would have used if it had always had work waiting at this gate. */
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
