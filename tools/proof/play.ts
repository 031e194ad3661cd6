import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { isInstalled, searchableFolder } from '../../test/support/programs';
import type { Play, ProofPart } from './parts';

/** How a part, or one seed of it, ended. */
export interface Outcome {
  part: string;
  result: 'passed' | 'failed' | 'missing';
  /** Null where it was not played. */
  wallMs: number | null;
  seed: string;
}

/** Plays a part with each of these seeds, one after the other; one that draws nothing is played once. */
export async function playPart(part: ProofPart, seeds: readonly number[]): Promise<Outcome[]> {
  const lacking = (part.needs ?? []).filter((program) => !isInstalled(program));
  if (lacking.length > 0) {
    console.log(`\n== ${part.name}: not played, needs ${lacking.join(', ')}`);
    return [{ part: part.name, result: 'missing', wallMs: null, seed: '' }];
  }
  const outcomes: Outcome[] = [];
  for (const seed of part.seed === undefined ? [''] : seeds.map(String)) {
    console.log(`\n== ${part.name}${seed && `, seed ${seed}`}: ${part.proves}`);
    const startedAt = performance.now();
    const result = await playAll(part.plays, seed);
    outcomes.push({ part: part.name, result, wallMs: performance.now() - startedAt, seed });
  }
  return outcomes;
}

/** Exit code of a script that cannot get its tools on this machine. */
const MISSING = 77;

/** Plays all, also after one that failed: each proves something else. What they wrote is kept where one failed. */
async function playAll(plays: readonly Play[], seed: string): Promise<Outcome['result']> {
  // Not the folder of the checkout, in which the product may run.
  const folder = searchableFolder(join(tmpdir(), 'noi-proof-'));
  const codes: (number | null)[] = [];
  for (const [program, ...args] of plays) {
    const [command, ...options] = program.endsWith('.sh')
      ? ['bash', join(PACKAGE_ROOT, program)]
      : [process.execPath, '--enable-source-maps', built(program)];
    const child = spawn(command, [...options, ...args.map((arg) => arg.replace('{seed}', seed))], {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, LOCAL_DIR: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    codes.push(code);
  }
  const failed = codes.some((code) => code !== 0 && code !== MISSING);
  if (failed) console.log(`what it wrote: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return failed ? 'failed' : codes.includes(MISSING) ? 'missing' : 'passed';
}
