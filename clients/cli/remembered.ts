/** Ids that were seen, the last `limit` of them: whoever listens for months forgets what no page shows any more. */
export interface Remembered {
  has(id: string): boolean;
  /** Adds ids, in the order in which they came to be. */
  add(ids: readonly string[]): void;
}

/** Creates a memory of at most `limit` ids, in which one that was added again counts as new. */
export function remember(limit: number): Remembered {
  const kept = new Set<string>();
  return {
    has: (id) => kept.has(id),
    add(ids) {
      for (const id of ids) {
        kept.delete(id);
        kept.add(id);
      }
      for (const id of kept) {
        if (kept.size <= limit) return;
        kept.delete(id);
      }
    },
  };
}
