import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { isInstalled, searchableFolder } from '../../test/support/programs';
import type { ProofPart } from './parts';

export type Result = 'passed' | 'failed' | 'missing';

/** Exit code of a script that cannot get its tools on this machine. */
const MISSING = 77;

/**
 * Plays all programs of a part, also after one that failed: each proves something else. What they wrote is kept where one
 * failed. The result is `missing` where the part needs what this machine does not have.
 */
export function playPart({ name, proves, needs = [], plays }: ProofPart, seed: number): Result {
  const lacking = needs.filter((program) => !isInstalled(program));
  console.log(`\n== ${name}: ${lacking.length > 0 ? `not played, needs ${lacking.join(', ')}` : proves}`);
  if (lacking.length > 0) return 'missing';
  // Not the folder of the checkout, in which the product may run.
  const folder = searchableFolder(join(tmpdir(), 'noi-proof-'));
  const codes = plays.map(([program, ...args]) => {
    const [command, ...options] = program.endsWith('.sh')
      ? ['bash', join(PACKAGE_ROOT, program)]
      : [process.execPath, '--enable-source-maps', built(program)];
    const filled = args.map((arg) => arg.replace('{seed}', String(seed)));
    const env = { ...process.env, LOCAL_DIR: folder };
    return spawnSync(command, [...options, ...filled], {
      cwd: PACKAGE_ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).status;
  });
  if (codes.some((code) => code !== 0 && code !== MISSING)) {
    console.log(`what it wrote: ${folder}`);
    return 'failed';
  }
  rmSync(folder, { recursive: true, force: true });
  return codes.includes(MISSING) ? 'missing' : 'passed';
}
