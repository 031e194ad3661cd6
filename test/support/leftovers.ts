/** Parts that this test file started and has not closed yet, in the order of their start. */
const open = new Set<() => Promise<void>>();

/**
 * Returns `close` as one that acts once. What a test file has not closed is closed at its end (test/support/environment):
 * most leave it to that, and a set-up that failed half-way leaves parts that no tear-down of its file learned of.
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
 * Closes what is still open, the last first, since it may use what was there before.
 *
 * @throws AggregateError of what could not be closed, after everything was tried
 */
export async function closeLeftovers(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of [...open].reverse()) await close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'a part of this test file did not close');
}
