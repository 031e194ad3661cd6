import { execFileSync } from 'node:child_process';
import { parseSync } from '@swc/core';
import { built } from '../../local/programs';
import { readSources } from './store-source';

/** A regular expression and where it is. */
export interface SourcePattern {
  place: string;
  pattern: RegExp;
}

/** Regular expressions in the code of these rooms. */
export function patternsIn(rooms: readonly string[]): SourcePattern[] {
  return rooms.flatMap(readSources).flatMap(({ path, text }) =>
    literalsOf(parseSync(text, { syntax: 'typescript' })).map(({ pattern, flags }) => ({
      place: path,
      pattern: new RegExp(pattern, flags),
    })),
  );
}

/** Regular expressions that our code, or the compiler of our schemas, makes while `load` loads it. */
export function patternsMadeBy(load: () => void): RegExp[] {
  const made = new Map<string, RegExp>();
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given: [string | RegExp, string?]) {
      const pattern = new target(...given);
      const [, , caller = ''] = new Error().stack!.split('\n');
      if (!caller.includes('node_modules') || caller.includes('node_modules/ajv')) made.set(String(pattern), pattern);
      return pattern;
    },
  });
  try {
    load();
  } finally {
    globalThis.RegExp = original;
  }
  return [...made.values()];
}

/** The same of the API, which a process of its own loads. */
export function patternsMadeByApi(): SourcePattern[] {
  const made = execFileSync(process.execPath, [built('test/support/children/made-patterns')], { encoding: 'utf8' });
  const place = 'made while the API is loaded';
  const patterns = JSON.parse(made) as { source: string; flags: string }[];
  return patterns.map(({ source, flags }) => ({ place, pattern: new RegExp(source, flags) }));
}

interface Literal {
  pattern: string;
  flags: string;
}

function literalsOf(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(literalsOf);
  return (node as { type?: string }).type === 'RegExpLiteral' ? [node as Literal, ...inner] : inner;
}
