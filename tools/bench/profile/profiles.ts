import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { built } from '../../../local/programs';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import { busiest, type Busiest, type CpuProfile, type Spent } from './cpu-profile';

const TOP = 10;
/** Threads below this share of all busy time are left out: they wait. */
const LEAST_SHARE = 0.01;

let folder: string | null = null;

/** Profiles every process that is started from now on, until {@link reportProfiles}. */
export function startProfiling(bench: string): void {
  folder = join(PACKAGE_ROOT, '.local', 'profiles', `${new Date().toISOString().replaceAll(':', '-')}-${bench}`);
  mkdirSync(folder, { recursive: true });
}

/** Options of Node for a measured program: none, or those that write a profile of each of its threads as it ends. */
export function profilingOptions(program: string): string[] {
  if (!folder) return [];
  const name = program.replace(/\.js$/, '').replaceAll('/', '-');
  return ['--cpu-prof', `--cpu-prof-dir=${join(folder, name)}`, '--require', built('tools/bench/profile/end-in-order')];
}

/** Prints the path of each profile with its busiest functions. */
export function reportProfiles(): void {
  const from = folder!;
  folder = null;
  const threads = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => {
      const path = join(from, name);
      return { path, ...busiest(JSON.parse(readFileSync(path, 'utf8')) as CpuProfile) };
    });
  const allMs = threads.reduce((sum, { busyMs }) => sum + busyMs, 0);
  const busy = threads.filter(({ busyMs }) => busyMs >= LEAST_SHARE * allMs);
  for (const { path, ...thread } of busy.toSorted((a, b) => b.busyMs - a.busyMs)) {
    const name = relative(from, path).replace(/\.cpuprofile$/, '');
    console.log(`\n${summaryOf(name, thread)}\nprofile: ${path}`);
  }
}

/** Busy time of a thread, its packages and its functions, as lines of text. */
export function summaryOf(name: string, { busyMs, functions, packages }: Busiest): string {
  const ofPackages = packages.slice(0, TOP).map((spent) => `${spent.name} ${percent(spent)}`);
  return [
    `${name}: busy for ${(busyMs / 1_000).toFixed(2)} s`,
    `by package: ${ofPackages.join(', ')}`,
    ...functions
      .slice(0, TOP)
      .map((spent) =>
        `${spent.ms.toFixed(0).padStart(8)} ms ${percent(spent).padStart(6)}  ${spent.name}  ${spent.where}`.trimEnd(),
      ),
  ].join('\n');
}

function percent({ share }: Spent): string {
  return `${(100 * share).toFixed(1)}%`;
}
