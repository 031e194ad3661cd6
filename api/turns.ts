/** What waits, given out owner by owner in turn: each owner's own in the order in which it came. */
export interface Turns<T> {
  add(owner: string, item: T): void;
  /** The next item, or undefined where nothing waits. */
  take(): T | undefined;
  size(): number;
  clear(): void;
}

/** An empty queue of turns. Adding and taking cost the same however much waits. */
export function createTurns<T>(): Turns<T> {
  // A Map keeps the order of insertion: who was served goes to its end.
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
