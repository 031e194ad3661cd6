/**
 * `npm run openapi:lint`: lints the description by Redocly (`recommended-strict`) and Spectral (`spectral:oas`), which
 * are kept in the cache folder of the user; exits 1 where one of them finds something.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { linters } from '../clients/tools';
import { currentDescription } from './released';

async function lint(): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(PACKAGE_ROOT, 'tools/openapi/lint.mjs'), await linters()], {
    input: JSON.stringify(currentDescription()),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status === 0) process.stdout.write('Redocly and Spectral have nothing to say.\n');
  process.exitCode = status ?? 1;
}

lint().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
