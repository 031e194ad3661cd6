/** Gate that bounds what is under way at once, and serves owners in turns. */
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
}

/** Creates a gate. Work of one owner begins in the order in which it came. */
export function createFairGate({ atOnce, perOwner }: FairGateBounds): FairGate {
  // Maps keep insertion order: an owner that was served is inserted anew, behind the others.
  const waiting = new Map<string, (() => void)[]>();
  const underWay = new Map<string, number>();
  let free = atOnce;

  function admit(): void {
    for (const [owner, line] of waiting) {
      if (free === 0) return;
      if ((underWay.get(owner) ?? 0) >= perOwner) continue;
      const begin = line.shift()!;
      waiting.delete(owner);
      if (line.length > 0) waiting.set(owner, line);
      underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
      free -= 1;
      begin();
    }
  }

  function leave(owner: string): void {
    const others = underWay.get(owner)! - 1;
    if (others > 0) underWay.set(owner, others);
    else underWay.delete(owner);
    free += 1;
    admit();
  }

  return {
    async through(owner, work) {
      await new Promise<void>((begin) => {
        const line = waiting.get(owner);
        if (line) line.push(begin);
        else waiting.set(owner, [begin]);
        admit();
      });
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}
