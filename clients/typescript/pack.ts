import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';

const SOURCE = join(PACKAGE_ROOT, 'clients', 'typescript');
const FORMATS = { esm: { module: 'es2022', type: 'module' }, cjs: { module: 'commonjs', type: 'commonjs' } } as const;

/** Builds the package of the client into a folder, as ESM and CommonJS with types: what `npm install` would unpack. */
export function packClient(folder: string): void {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  rmSync(folder, { recursive: true, force: true });
  for (const [name, { module, type }] of Object.entries(FORMATS)) {
    const out = join(folder, name);
    const args = [compiler, '-p', SOURCE, '--module', module, '--outDir', out];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type })}\n`);
  }
  for (const file of ['package.json', 'README.md']) cpSync(join(SOURCE, file), join(folder, file));
}
