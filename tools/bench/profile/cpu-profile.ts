/** CPU profile of one thread, as Node writes it: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds between a sample and the one before. */
  timeDeltas: number[];
}

/** Something that took time by itself, without what it called: milliseconds, and their share of the busy time. */
export interface Spent {
  name: string;
  where: string;
  ms: number;
  share: number;
}

/** Busy milliseconds of a thread, by function and by package, most first. */
export interface Busiest {
  busyMs: number;
  functions: Spent[];
  packages: Spent[];
}

/** Frames of V8 that are no work. */
const NOT_BUSY = ['(root)', '(idle)'];

/** Sums what each function and each package took by itself. */
export function busiest({ nodes, samples, timeDeltas }: CpuProfile): Busiest {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, { name: string; where: string; ms: number }>();
  const packages = new Map<string, { name: string; where: string; ms: number }>();
  let busyMs = 0;
  for (const [i, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)!;
    if (NOT_BUSY.includes(functionName)) continue;
    // A sample lasts until the next one.
    const ms = (timeDeltas[i + 1] ?? 0) / 1_000;
    const owner = packageOf(url);
    const place = url ? `${fileOf(url)}:${lineNumber + 1}` : '';
    busyMs += ms;
    add(functions, `${functionName} ${place}`, { name: functionName || '(anonymous)', where: place, ms });
    add(packages, owner || functionName, { name: owner || functionName, where: '', ms });
  }
  const sorted = (spent: typeof functions) =>
    [...spent.values()].map((each) => ({ ...each, share: each.ms / busyMs })).toSorted((a, b) => b.ms - a.ms);
  return { busyMs, functions: sorted(functions), packages: sorted(packages) };
}

function add<T extends { ms: number }>(to: Map<string, T>, key: string, part: T): void {
  const known = to.get(key);
  if (known) known.ms += part.ms;
  else to.set(key, part);
}

const INSTALLED = /^.*\/node_modules\//;

/** Package that a file belongs to, `node` for Node's own, `ours` for the product, and '' for V8's own work. */
function packageOf(url: string): string {
  if (url === '' || url.startsWith('node:')) return url && 'node';
  if (!INSTALLED.test(url)) return 'ours';
  const [scope, name] = url.replace(INSTALLED, '').split('/');
  return scope!.startsWith('@') ? `${scope}/${name}` : scope!;
}

function fileOf(url: string): string {
  return url.replace(INSTALLED, '').replace(/^.*\/dist\//, '');
}
