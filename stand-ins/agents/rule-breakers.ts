import type { Submission } from '../../modules/findings/contract/findings';
import { readData, withTexts } from '../base/data';

type Break = (sound: Submission) => Submission;
type Tree = Record<string, unknown>;

/** JSON merge patches (RFC 7386) by path. In a path, `*` means every entry of a list and `+` means a new entry. */
type Patches = Record<string, unknown>;

const DATA = readData<{
  /** First entries for empty lists, by list name. */
  invented: Tree;
  rules: Record<string, Patches>;
  quotation: Patches;
  /** Findings for tests of corrections: a score out of range, a dangling citation, an inverted range. */
  flawed: Patches;
}>('agents/rule-breakers.json');

/** For each rule that a submission can break, a function that breaks it. */
export const RULE_BREAKERS = Object.fromEntries(
  Object.entries(DATA.rules).map(([rule, patches]) => [rule, breakBy(patches)]),
);

/** Name of a breach that affects only corrections: a change with an invalid pointer. */
export const MISPLACED_CHANGE = 'change-in-place';

/** Errors that a fault can add: a broken rule, a false quotation, an unopened page, or a change with a bad pointer. */
export const BREACHES: Record<string, Break> = {
  ...RULE_BREAKERS,
  quotation: breakBy(DATA.quotation),
  'page-opened': (sound) => {
    const { sourceUrl, excerpt, claim } = sound.evidence[1]!;
    const count = Number(sourceUrl.split('/').at(-1));
    const other = (text: string) =>
      text.replaceAll(count.toLocaleString('en-US'), (count + 100).toLocaleString('en-US'));
    const url = sourceUrl.replace(/\d+$/u, String(count + 100));
    return breakBy({ 'evidence.1': { sourceUrl: url, excerpt: other(excerpt), claim: other(claim) } })(sound);
  },
  [MISPLACED_CHANGE]: (sound) => sound,
};

/** Makes a submission violate both the schema and the rules. */
export const flawed = breakBy(DATA.flawed);

function breakBy(patches: Patches): Break {
  return (sound) => {
    const broken = structuredClone(sound) as unknown as Tree;
    for (const [path, patch] of Object.entries(patches)) change(broken, path.split('.'), resolved(patch, broken));
    return broken as unknown as Submission;
  };
}

function change(target: Tree, [name, ...rest]: string[], patch: unknown): void {
  if (name === '*') {
    for (const key of Object.keys(target)) change(target, [key, ...rest], patch);
    return;
  }
  const key = name === '+' ? String((target as unknown as unknown[]).length) : name!;
  if (rest.length === 0) target[key] = merged(target[key], patch);
  else {
    target[key] ??= [];
    const inner = target[key] as Tree;
    if (rest[0] === '0') inner[0] ??= structuredClone(DATA.invented[key]);
    change(inner, rest, patch);
  }
  if (target[key] === null) delete target[key];
}

function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const left = Object.entries(patch as Tree).filter(([, inner]) => inner !== null);
  const kept = Object.entries((value ?? {}) as Tree).filter(([key]) => (patch as Tree)[key] !== null);
  return Object.fromEntries([...kept, ...left]);
}

/** Replaces each `= path` in a patch with the value at that path of the submission. */
const resolved = (patch: unknown, of: Tree) =>
  withTexts(patch, (text) => (text.startsWith('= ') ? at(text.slice('= '.length).split('.'), of) : text));
const at = (path: string[], of: Tree) => path.reduce<unknown>((inner, name) => (inner as Tree)[name], of);

interface Change {
  pointer: string;
  value?: unknown;
  remove?: true;
}

/** Minimal changes from `before` to `after`. If list lengths differ, changes the list's end or the whole list. */
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

/** Removes extra entries from the end, last first, or appends missing ones. Null if the shared entries differ. */
function changesOfEnd(before: unknown[], after: unknown[], pointer: string): Change[] | null {
  const shared = Math.min(before.length, after.length);
  if (JSON.stringify(before.slice(0, shared)) !== JSON.stringify(after.slice(0, shared))) return null;
  const removed = before.slice(shared).map((_, i): Change => ({ pointer: `${pointer}/${shared + i}`, remove: true }));
  const added = after.slice(shared).map((value): Change => ({ pointer: `${pointer}/-`, value }));
  return [...removed.reverse(), ...added];
}
