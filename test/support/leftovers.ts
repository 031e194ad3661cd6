/** Parts that this test file started and has not closed yet, in the order they were started. */
const open = new Set<() => Promise<void>>();

/**
 * Wraps `close` so that it acts only once. The test environment closes leftover parts at the end of the file. Most
 * files rely on that. It also closes parts that a failed setup left open.
 */
export function closedAtEnd(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  const once = () => {
    open.delete(once);
    return (closing ??= close());
  };
  open.add(once);
  return once;
}

/**
 * Closes open parts in reverse order, since later parts may use earlier ones.
 *
 * @throws AggregateError with all failures, after trying every part
 */
export async function closeLeftovers(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of [...open].reverse()) await close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'a part of this test file did not close');
}
