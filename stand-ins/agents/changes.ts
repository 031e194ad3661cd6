/** One change of `correct_findings`. */
interface Change {
  pointer: string;
  value?: unknown;
  remove?: true;
}

/** Changes that make one JSON value of another, each as deep as it can be; lists of different length change as a whole. */
export function changesBetween(before: unknown, after: unknown, pointer = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isContainer(before) || !isContainer(after) || isOtherList(before, after)) return [{ pointer, value: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!(name in after) || after[name] === undefined) return name in before ? [{ pointer: inner, remove: true }] : [];
    return changesBetween(before[name], after[name], inner);
  });
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function isOtherList(before: Container, after: Container): boolean {
  return Array.isArray(before) !== Array.isArray(after) || (Array.isArray(after) && after.length !== before.length);
}
