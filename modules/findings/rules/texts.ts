import type { Reviewed } from './rule';

/** Fields that state nothing about the idea: ids, URLs and dates. */
export const NO_STATEMENT: ReadonlySet<string> = new Set([
  'evidenceId',
  'evidenceIds',
  'sourceUrl',
  'url',
  'retrievedAt',
  'publishedAt',
  'lastIssue',
]);

const NO_PROSE: ReadonlySet<string> = new Set([
  ...NO_STATEMENT,
  'verification',
  'computed',
  'sensitivity',
  'searchLog',
  'changes',
  'checkedAt',
  'domain',
  'period',
]);

/** A string in a document, with its RFC 6901 pointer. */
export interface Text {
  pointer: string;
  text: string;
}

/** All prose in findings, in document order. Member names must not contain `/` or `~`, which the schema guarantees. */
export function textsOf(value: unknown, pointer = ''): Text[] {
  if (typeof value === 'string') return [{ pointer, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    NO_PROSE.has(key) ? [] : textsOf(inner, `${pointer}/${key}`),
  );
}

export function withTexts(findings: Reviewed, change: (text: string) => string): Reviewed {
  return changed(findings, change) as Reviewed;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => changed(inner, change));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    NO_PROSE.has(key) ? inner : changed(inner, change),
  ]);
  return Object.fromEntries(entries);
}

/** Words of a string, in lower case and without punctuation. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
