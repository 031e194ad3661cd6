import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

const pathOf = (name: string) => join(PACKAGE_ROOT, 'stand-ins', name);

/** Reads a JSON file below `stand-ins/`. */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(pathOf(name), 'utf8')) as T;
}

/** Reads all JSON files of a folder below `stand-ins/`; none where it is missing, as in an image without samples. */
export function readFolder<T>(name: string): T[] {
  const files = existsSync(pathOf(name)) ? readdirSync(pathOf(name)) : [];
  return files.filter((file) => file.endsWith('.json')).map((file) => readData<T>(join(name, file)));
}

/** A text with its `{names}` replaced by values. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
}

/** A value with each text in it changed. */
export function withTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, change));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]));
}
