import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** A source file: path from the project's root, and text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Every file of `store/`, in the order of their paths. */
export function storeFiles(): SourceFile[] {
  return readSources('store');
}

/** Every shipped file outside the store. */
export function productFiles(): SourceFile[] {
  return [
    'activities',
    'admin',
    'api',
    'commands',
    'documents',
    'domain',
    'http',
    'local',
    'providers',
    'server',
    'web',
    'worker',
  ].flatMap(readSources);
}

/** Every file that can be part of a workflow: its own code, and what it may import. */
export function sandboxFiles(): SourceFile[] {
  return ['workflows', 'domain', 'contracts'].flatMap(readSources);
}

/** Every TypeScript file below a folder, in the order of their paths. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(PACKAGE_ROOT, path), text: readFileSync(path, 'utf8') }));
}

/** Text of each string and template of a file, which may hold a statement; without comments. */
export function statementsOf({ text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, template, single, double]) => template ?? single ?? double ?? '',
  );
}
