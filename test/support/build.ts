import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { built } from '../../local/programs';

/**
 * Compiles the checkout to dist/, because child processes run built files. Incremental, so it takes about half a
 * second. Type errors do not stop it (`npm run check` finds them); a missing result does.
 */
export function buildPrograms(): void {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', PACKAGE_ROOT], { encoding: 'utf8' });
  if (!existsSync(built('local/process/guard'))) throw new Error(`The build failed:\n${stdout}`);
  execFileSync(process.execPath, [built('worker/bundle')], { stdio: 'inherit' });
}
