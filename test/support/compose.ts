import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../platform/package-root';

type Mapping = Record<string, unknown>;

/** Files of Compose in the order in which they are read, such as docker-compose.yml and one of deploy/. */
export type ComposeFiles = readonly string[];

/** A service after its files were merged. */
export interface MergedService {
  command?: string[];
  environment?: Record<string, string | null>;
  volumes?: string[];
}

const BASE = 'docker-compose.yml';

/** Every combination of files that a page or a file of the repository documents, the base alone first. */
export function documentedCombinations(): ComposeFiles[] {
  const folders = ['docs', 'deploy', '.'];
  const texts = folders.flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter((name) => /\.(md|ya?ml)$/.test(name))
      .map((name) => readFileSync(join(PACKAGE_ROOT, folder, name), 'utf8')),
  );
  const byOption = texts.flatMap((text) => [...text.matchAll(/docker compose((?:\s+-f\s+\S+)+)/g)]);
  const byVariable = texts.flatMap((text) => [...text.matchAll(/COMPOSE_FILE=([\w./:-]+)/g)]);
  const combinations = [
    BASE,
    ...byOption.map(([, files]) =>
      files!
        .split(/\s+-f\s+/)
        .slice(1)
        .join(':'),
    ),
    ...byVariable.map(([, files]) => files!),
  ];
  return [...new Set(combinations)].map((files) => files.split(':'));
}

/**
 * One configuration of several files, by the rules of the Compose Specification, Merge: mappings are merged, lists are
 * appended; `command`, `entrypoint` and the test of a health check are replaced whole; what is unique (a variable of the
 * environment, the target of a volume) is replaced by its key. Knows no `!reset` and no `!override`.
 */
export function mergedCompose(files: ComposeFiles): { services: Record<string, MergedService> } {
  const read = files.map((file) => parse(readFileSync(join(PACKAGE_ROOT, file), 'utf8'), { merge: true }) as Mapping);
  return read.reduce((base, added) => mergedMappings(base, added)) as { services: Record<string, MergedService> };
}

const REPLACED = new Set(['command', 'entrypoint', 'test']);

function mergedMappings(base: Mapping, added: Mapping): Mapping {
  const merged = Object.entries(added).map(([key, value]) => [
    key,
    key in base ? joined(key, base[key], value) : value,
  ]);
  return { ...base, ...Object.fromEntries(merged) };
}

function joined(key: string, base: unknown, added: unknown): unknown {
  if (REPLACED.has(key)) return added;
  if (key === 'volumes' && isTexts(base) && isTexts(added)) {
    const byTarget = [...base, ...added].map(
      (volume) => [/:(\/[^:]*)(:\w+)?$/.exec(volume)?.[1] ?? volume, volume] as const,
    );
    return [...new Map(byTarget).values()];
  }
  if (Array.isArray(base) && Array.isArray(added)) return [...new Set<unknown>([...base, ...added])];
  return isMapping(base) && isMapping(added) ? mergedMappings(base, added) : added;
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Settings that the command of a service gives PostgreSQL (`-c name=value`). */
export function serverSettings({ command = [] }: MergedService): Record<string, string> {
  const given = command.filter((_, position) => command[position - 1] === '-c');
  return Object.fromEntries(given.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
}
