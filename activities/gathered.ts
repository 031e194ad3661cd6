/**
 * Writes together what arrives together: what comes while a write is under way waits for the next one, which takes all
 * of it. Resolves as the item is written.
 *
 * @throws the error of the write that took the item
 */
export function gathered<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    next ??= last.then(() => {
      const items = waiting;
      waiting = [];
      next = null;
      return write(items);
    });
    last = next.catch(() => undefined);
    return next;
  };
}
