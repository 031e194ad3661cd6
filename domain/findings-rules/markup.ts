import { stands } from '../evidence-counts';
import { leakIn, withoutLeaks } from '../model-output';
import type { Flaw, Reviewed, Rule } from './rule';

/** Members that the service writes, and words of pages. */
const NOT_OF_AGENT: ReadonlySet<string> = new Set(['verification', 'computed', 'sensitivity', 'searchLog']);

/** Longest stretch of markup that a flaw shows. */
const SHOWN = 60;

/** Nothing but words reaches a reader. */
export const noMarkup: Rule = {
  id: 'no-markup',
  since: 2,
  demand:
    'No text holds citation tags, markup of a tool call, HTML tags and entities or written escapes whose meaning is not certain; what is certain was cleaned before. A quotation that was found may have what its page has.',
  flaws: (findings) => leaksIn(findings),
  atLast: {
    mend: (findings) => withoutMarkup(findings) as Reviewed,
    said: 'markup that had leaked into texts was removed',
  },
};

/** A flaw for each text of a document in which something is left that only its author can clean. */
export function leaksIn(value: unknown, pointer = ''): Flaw[] {
  if (typeof value === 'string') {
    const leak = leakIn(value);
    const detail = leak && `holds ${leak.name} (${leak.what.slice(0, SHOWN)}): hand in the words alone`;
    return detail === null ? [] : [{ pointer, detail }];
  }
  return membersOf(value).flatMap(([name, inner]) => leaksIn(inner, `${pointer}/${name}`));
}

/** A document without what is left of leaks; what is clean stays as it is. */
export function withoutMarkup(value: unknown): unknown {
  if (typeof value === 'string') return leakIn(value) ? withoutLeaks(value) : value;
  if (Array.isArray(value)) return value.map(withoutMarkup);
  const clean = membersOf(value).map(([name, inner]) => [name, withoutMarkup(inner)] as const);
  return clean.length === 0 ? value : { ...(value as object), ...Object.fromEntries(clean) };
}

/** Members of a value that its author wrote. */
function membersOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const isFound = stands(value);
  return Object.entries(value).filter(([name]) => !NOT_OF_AGENT.has(name) && !(isFound && name === 'excerpt'));
}
