import { readFileSync, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';

/** The file contains customers' ideas, so other users of this machine must not read it. */
const OWNERS_ONLY = { mode: 0o600 };
const SHORTEST_WAIT_MS = 500;
/** Maximum share of time spent on saving, however large the state grows. */
const LARGEST_SHARE = 0.05;

/** State of a stand-in: named maps of JSON values. */
type Maps<W> = { [Name in keyof W]: Map<string, W[Name] extends Map<string, infer Value> ? Value : never> };

/** Persists state in a file, written soon after a change and replaced atomically. */
export class StateFile<W extends Maps<W>> {
  private timer: NodeJS.Timeout | null = null;
  private saving: Promise<void> | null = null;
  private changed = false;
  private closed = false;
  private lastSaveMs = 0;

  constructor(
    private readonly path: string | null,
    private readonly format: number,
    private readonly world: W,
  ) {}

  /** Loads the state of an earlier process; `empty` if there is none. @throws Error if the file has another format */
  static load<W extends Maps<W>>(path: string | null, format: number, empty: W): W {
    if (path === null) return empty;
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
      throw error;
    }
    const saved = JSON.parse(text) as { format: number } & Record<string, [string, never][]>;
    if (saved.format !== format) throw new Error(`${path} has format ${saved.format}; this version reads ${format}`);
    const names = Object.keys(empty);
    return Object.fromEntries(names.map((name) => [name, new Map(saved[name])])) as unknown as W;
  }

  /** Marks the state as changed, to be saved soon. */
  touch(): void {
    if (this.path === null) return;
    this.changed = true;
    if (this.timer || this.saving || this.closed) return;
    this.timer = setTimeout(() => void this.save(), Math.max(SHORTEST_WAIT_MS, this.lastSaveMs / LARGEST_SHARE));
    this.timer.unref();
  }

  /** Writes unsaved changes, for a process that is about to exit. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.saving;
    if (this.changed) await this.save();
  }

  private async save(): Promise<void> {
    this.timer = null;
    this.changed = false;
    const started = performance.now();
    this.saving = this.write(this.path!).catch((error: Error) => {
      this.changed = true;
      process.stderr.write(`Cannot save ${this.path}: ${error.message}\n`);
    });
    await this.saving;
    this.saving = null;
    this.lastSaveMs = performance.now() - started;
    if (this.changed) this.touch();
  }

  private async write(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, this.text(), OWNERS_ONLY);
    await rename(`${path}.new`, path);
  }

  private text(): string {
    const maps = Object.entries<Map<string, unknown>>(this.world);
    return JSON.stringify({ format: this.format, ...Object.fromEntries(maps.map(([name, map]) => [name, [...map]])) });
  }
}

const pathOf = (name: string) => join(PACKAGE_ROOT, 'stand-ins', name);

const known = new Map<string, unknown>();

function once<T>(name: string, make: () => T): T {
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}

/** Contents of a JSON file below `stand-ins/`, read once. */
export const readData = <T>(name: string): T => once(name, () => JSON.parse(readFileSync(pathOf(name), 'utf8')) as T);

/** All JSON files in a folder below `stand-ins/`. Empty if the folder is missing, as in an image without samples. */
export function readFolder<T>(name: string): T[] {
  const list = () => (existsSync(pathOf(name)) ? readdirSync(pathOf(name)) : []);
  return once(name, () => list().flatMap((file) => (file.endsWith('.json') ? [readData<T>(join(name, file))] : [])));
}

/** Replaces each `{name}` in a string with its value. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
}

export function withTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, change));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]));
}
