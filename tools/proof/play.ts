import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { cpuSecondsOfTree } from '../../test/support/cpu';
import { isInstalled } from '../../test/support/is-installed';
import { searchableFolder } from '../../test/support/searchable-folder';
import type { Play, ProofPart } from './proof-part';

/** How a part, or one seed of it, ended. */
export interface Outcome {
  part: string;
  result: 'passed' | 'failed' | 'missing';
  /** Null where it was not played, as its CPU. */
  wallMs: number | null;
  /** CPU of all processes that were waited for; null where the system does not report it. */
  cpuMs: number | null;
  seed: string;
}

/** Plays a part with each of these seeds, one after the other; one that draws nothing is played once. */
export async function playPart(part: ProofPart, seeds: readonly number[], isShort: boolean): Promise<Outcome[]> {
  const lacking = (part.needs ?? []).filter((program) => !isInstalled(program));
  if (lacking.length > 0) {
    console.log(`\n== ${part.name}: not played, needs ${lacking.join(', ')}`);
    return [{ part: part.name, result: 'missing', wallMs: null, cpuMs: null, seed: '' }];
  }
  const outcomes: Outcome[] = [];
  for (const seed of part.seed === undefined ? [''] : seeds.map(String)) {
    console.log(`\n== ${part.name}${seed && `, seed ${seed}`}: ${part.proves}`);
    const startedAt = performance.now();
    const cpuBefore = cpuSecondsOfTree(process.pid);
    const result = (await playAll((isShort && part.short?.()) || part.plays(seed))) ? 'passed' : 'failed';
    const cpu = cpuSecondsOfTree(process.pid);
    const cpuMs = cpu === null || cpuBefore === null ? null : (cpu - cpuBefore) * 1_000;
    outcomes.push({ part: part.name, result, wallMs: performance.now() - startedAt, cpuMs, seed });
  }
  return outcomes;
}

/** Plays all, also after one that failed: each says something else. What they wrote is kept where one failed. */
async function playAll(plays: readonly Play[]): Promise<boolean> {
  // Not the folder of the checkout, in which the product may run.
  const folder = searchableFolder(join(tmpdir(), 'noi-proof-'));
  let passed = true;
  for (const [module, ...args] of plays) {
    const child = spawn(process.execPath, ['--enable-source-maps', built(module), ...args], {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, LOCAL_DIR: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    passed &&= code === 0;
  }
  if (passed) rmSync(folder, { recursive: true, force: true });
  else console.log(`what it wrote: ${folder}`);
  return passed;
}
