/** One change of `correct_findings`. */
interface Change {
  pointer: string;
  value?: unknown;
  remove?: true;
}

/**
 * Changes that make one JSON value of another, each as deep as it can be; lists of different length change at their end, or
 * else as a whole.
 */
export function changesBetween(before: unknown, after: unknown, pointer = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) {
    return changesOfEnd(before, after, pointer) ?? [{ pointer, value: after }];
  }
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ pointer, value: after }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!(name in after) || after[name] === undefined) return name in before ? [{ pointer: inner, remove: true }] : [];
    return changesBetween(before[name], after[name], inner);
  });
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Removes the entries that a list has more, the last first, or appends those that it lacks; null if others differ. */
function changesOfEnd(before: unknown[], after: unknown[], pointer: string): Change[] | null {
  const shared = Math.min(before.length, after.length);
  if (JSON.stringify(before.slice(0, shared)) !== JSON.stringify(after.slice(0, shared))) return null;
  const removed = before.slice(shared).map((_, i): Change => ({ pointer: `${pointer}/${shared + i}`, remove: true }));
  const added = after.slice(shared).map((value): Change => ({ pointer: `${pointer}/-`, value }));
  return [...removed.reverse(), ...added];
}
