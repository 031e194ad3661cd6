/** Parts that this test file started and has not closed yet. */
const open = new Set<() => Promise<void>>();

/**
 * Returns `close` as one that acts once. What a test file has not closed is closed at its end (test/support/environment),
 * because a set-up that failed half-way leaves parts that its tear-down never learned of, and they would go on into the
 * next file.
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

/** Closes what is still open. */
export async function closeLeftovers(): Promise<void> {
  await Promise.allSettled([...open].map((close) => close()));
}
