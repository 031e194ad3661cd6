/** Fair queue: serves owners round-robin, and the items of each owner first in, first out. */
export interface Turns<T> {
  add(owner: string, item: T): void;
  /** Removes the next item; undefined if empty. */
  take(): T | undefined;
  size(): number;
  clear(): void;
}

/** Creates an empty queue. Adding and taking are O(1). */
export function createTurns<T>(): Turns<T> {
  // Maps keep insertion order: a served owner is reinserted at the end.
  const waiting = new Map<string, { items: T[]; next: number }>();
  let size = 0;
  return {
    add(owner, item) {
      const line = waiting.get(owner);
      if (line) line.items.push(item);
      else waiting.set(owner, { items: [item], next: 0 });
      size++;
    },
    take() {
      const first = waiting.entries().next();
      if (first.done) return undefined;
      const [owner, line] = first.value;
      waiting.delete(owner);
      const item = line.items[line.next++]!;
      if (line.next < line.items.length) waiting.set(owner, line);
      size--;
      return item;
    },
    size: () => size,
    clear() {
      waiting.clear();
      size = 0;
    },
  };
}
