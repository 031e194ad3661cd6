import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { PACKAGE_ROOT } from '../../base/package-root';
import { built } from '../../local/process/launch';

/** A source file: its path from the project's root, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Every file that may write to the database: the modules' store files. */
export function storeFiles(): SourceFile[] {
  return readSources('modules').filter(({ path }) => path.split('/')[2] === 'store');
}

/** Every shipped file outside the stores. */
export function productFiles(): SourceFile[] {
  const rooms = ['activities', 'admin', 'api', 'http', 'local', 'modules', 'server', 'vendors', 'web', 'worker'];
  return rooms.flatMap(readSources).filter(({ path }) => !/^modules\/[^/]+\/store\//.test(path));
}

/** Every file that workflows load: workflow code and its imports, except type imports. */
export function sandboxFiles(): SourceFile[] {
  const found = new Map(readSources('workflows').map((file) => [file.path, file]));
  for (const { path, text } of found.values()) {
    for (const [, specifier] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)';/gm)) {
      const imported = `${join(dirname(path), specifier!)}.ts`;
      if (!found.has(imported)) found.set(imported, sourceOf(imported));
    }
  }
  return [...found.values()];
}

function sourceOf(path: string): SourceFile {
  return { path, text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') };
}

/** Every TypeScript file below a folder, sorted by path. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => sourceOf(relative(PACKAGE_ROOT, path)));
}

/** Each string and template in a file that may contain SQL, without comments. */
export function statementsOf({ text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, template, single, double]) => template ?? single ?? double ?? '',
  );
}

export interface SourcePattern {
  place: string;
  pattern: RegExp;
}

/** Regular expressions in the code of these folders. */
export function patternsIn(rooms: readonly string[]): SourcePattern[] {
  return rooms.flatMap(readSources).flatMap(({ path, text }) =>
    literalsOf(parseSync(text, { syntax: 'typescript' })).map(({ pattern, flags }) => ({
      place: path,
      pattern: new RegExp(pattern, flags),
    })),
  );
}

/** Regular expressions created by our code or our schema compiler while `load` runs. */
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

/** Regular expressions created while the API loads. Loads the API in a separate process. */
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
