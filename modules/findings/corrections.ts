import { Type } from '@sinclair/typebox';
import { closed } from '../../base/schema';
import type { SubmittedInput } from './contract/agents';
import type { Flaw } from './rules/rule';

const MOST_CHANGES = 200;
const LONGEST_POINTER = 300;
/** Maximum number of refused changes to report at once, because each costs the agent tokens. */
const MOST_REFUSED = 20;

export const Corrections = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          pointer: Type.String({ maxLength: LONGEST_POINTER }),
          value: Type.Optional(Type.Unknown()),
          remove: Type.Optional(Type.Literal(true)),
        },
        closed,
      ),
      { minItems: 1, maxItems: MOST_CHANGES },
    ),
  },
  closed,
);

/** A corrected document, with the changes in the last correction that could not be applied. */
export interface Corrected {
  document: unknown;
  refused: Flaw[];
}

/**
 * Combines the parts of a submission: the last complete document and all later corrections. Calls `clean` after each
 * step, so that a correction applies to the document that was checked. Pure.
 */
export function assembled(
  { payload, corrections = [] }: SubmittedInput,
  clean: (value: unknown) => unknown,
): Corrected {
  let current: Corrected = { document: clean(payload), refused: [] };
  for (const correction of corrections) {
    const { document, refused } = corrected(current.document, correction);
    current = { document: clean(document), refused };
  }
  return current;
}

/**
 * Applies a correction to a copy of a document. Skips the changes that cannot be applied and reports them in `refused`.
 */
export function corrected(document: unknown, correction: unknown): Corrected {
  const changes = changesIn(correction);
  if (!changes) {
    const detail = 'must be changes: a list of {pointer, value} or {pointer, remove: true}';
    return { document, refused: [{ pointer: '/changes', detail }] };
  }
  // Wraps the document, so that a change can replace the whole document like any part of it.
  const holder = { document: structuredClone(document) };
  const refused: Flaw[] = [];
  for (const change of changes) {
    const pointer = pointerIn(change);
    const problem = pointer === null ? 'has no pointer such as /evidence/0/claim' : apply(holder, pointer, change);
    if (problem !== null) refused.push({ pointer: pointer ?? '/changes', detail: `was not changed: it ${problem}` });
  }
  return { document: holder.document, refused: refused.slice(0, MOST_REFUSED) };
}

type Change = Record<string, unknown>;

function changesIn(correction: unknown): unknown[] | null {
  const { changes: given } = (correction ?? {}) as { changes?: unknown };
  const changes = typeof given === 'string' ? listIn(given) : given;
  return Array.isArray(changes) && changes.length > 0 && changes.length <= MOST_CHANGES ? changes : null;
}

/** Parses a list that a model wrote as a string. Returns null for any other string. */
function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pointerIn(change: unknown): string | null {
  const { pointer } = (change ?? {}) as { pointer?: unknown };
  if (typeof pointer !== 'string' || pointer.length > LONGEST_POINTER) return null;
  return pointer === '' || pointer.startsWith('/') ? pointer : null;
}

/** Applies one change. Returns the reason if it cannot be applied, otherwise null. */
function apply(holder: { document: unknown }, pointer: string, change: unknown): string | null {
  const { value, remove } = change as Change;
  if (remove !== true && value === undefined) return 'names neither a value nor remove: true';
  // RFC 6901
  const path = pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [, ...tokens] = path;
  const last = tokens.pop();
  let parent: unknown = holder;
  for (const name of last === undefined ? [] : ['document', ...tokens]) {
    if (!has(parent, name)) return `is not in the document: there is no "${name}"`;
    parent = (parent as Change)[name];
  }
  const name = last ?? 'document';
  return remove === true ? removed(parent, name) : placed(parent, name, value);
}

function removed(parent: unknown, name: string): string | null {
  if (!has(parent, name)) return 'is not in the document';
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete (parent as Change)[name];
  return null;
}

function placed(parent: unknown, name: string, value: unknown): string | null {
  if (Array.isArray(parent)) {
    const place = name === '-' ? parent.length : Number(name);
    if (!/^(?:-|0|[1-9]\d{0,5})$/u.test(name) || place > parent.length)
      return 'is neither an entry of the list nor the next one';
    parent[place] = value;
    return null;
  }
  if (typeof parent !== 'object' || parent === null) return 'is inside a value that has no members';
  // Defines the member, as JSON.parse does. Assigning to a member named `__proto__` would replace the prototype.
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
  return null;
}

function has(parent: unknown, name: string): boolean {
  if (Array.isArray(parent)) return /^(?:0|[1-9]\d{0,5})$/u.test(name) && Number(name) < parent.length;
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name);
}
