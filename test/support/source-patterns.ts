import { execFileSync } from 'node:child_process';
import { parseSync } from '@swc/core';
import fc from 'fast-check';
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

/** A text that a pattern nearly matches: its `pump` repeated until the text has the wished length. */
export interface NearMatch {
  prefix: string;
  pump: string;
  suffix: string;
}

/** Text of a near match with this many characters, more or less. */
export function textOf({ prefix, pump, suffix }: NearMatch, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}

/** One of each kind of character that a pattern could distinguish. */
const CHARACTERS = [...' \t\naZ0_-.,"\'<>/\\=:;()[]{}&#|*@+?!%–é\u0301中'];

/** Ends of samples are cut off at most so many times. */
const CUTS = 8;

/**
 * Texts that begin as the pattern wants, go on with something that one of its parts could take for ever, and end as none
 * of them wants. Of characters that all its parts treat alike one is taken.
 */
export function nearMatches(pattern: RegExp): NearMatch[] {
  const characters = distinguished(pattern);
  const ends = ['\u0000', ...characters.map((one) => `${one}a${one}b`)];
  const found = new Map<string, NearMatch>();
  for (const sample of samplesOf(pattern)) {
    for (let cut = 0; cut <= Math.min(sample.length, CUTS); cut++) {
      const [prefix, rest] = [sample.slice(0, cut), sample.slice(cut)];
      for (const pump of [...characters, rest.slice(0, 1), rest.slice(0, 2), rest.slice(0, 3), prefix]) {
        if (pump === '') continue;
        for (const suffix of [...ends, `${rest}\u0000`]) {
          found.set([prefix, pump, suffix].join('\u0001'), { prefix, pump, suffix });
        }
      }
    }
  }
  return [...found.values()];
}

function samplesOf({ source, flags }: RegExp): string[] {
  const fragments = [source.replace(/\\.|[^\p{L}\p{N} =:"]/gu, '')];
  try {
    const generated = fc.stringMatching(new RegExp(source, flags.replaceAll(/[gimy]/g, '')));
    return ['', ...fc.sample(generated, { numRuns: 4, seed: 1 }).map((sample) => sample.slice(0, 40)), ...fragments];
  } catch {
    // It generates for no pattern that looks around or asks for a property of Unicode.
    return ['', ...fragments];
  }
}

const ATOMS = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\.|[^\\]/gu;

/** One character for each set of parts of the pattern that take it. */
function distinguished({ source, flags }: RegExp): string[] {
  const atoms = [...new Set(source.match(ATOMS) ?? [])].flatMap((atom) => {
    try {
      return [new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, ''))];
    } catch {
      return [];
    }
  });
  // Words are taken from the samples.
  const literals = source.match(/[^\\()[\]{}|*+?^$\w]/gu) ?? [];
  const kinds = new Map<string, string>();
  for (const character of [...CHARACTERS, ...literals]) {
    const kind = atoms.map((atom) => Number(atom.test(character))).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}
