/** `node dist/tools/proof/with-product SCRIPT [OPTION...]`: runs a script from this folder against a new product. */
import { spawnSync } from 'node:child_process';
import { PACKAGE_ROOT } from '../../base/package-root';
import { exitWith } from '../../test/support/exit-with';
import { withLocalProduct } from '../../test/support/real-parts';

async function main(script: readonly string[]): Promise<number> {
  let code = 1;
  await withLocalProduct('proof', { PRODUCT_EVENTS: 'on' }, async ({ api, keys, databaseOwner, temporal }) => {
    const env = {
      NOI_API_URL: api,
      NOI_API_KEY: keys.live,
      NOI_TEST_KEY: keys.test,
      NOI_DATABASE_URL: databaseOwner,
      NOI_TEMPORAL: temporal,
    };
    const options = { cwd: PACKAGE_ROOT, env: { ...process.env, ...env }, stdio: 'inherit' } as const;
    code = spawnSync('bash', script, options).status ?? 1;
  });
  return code;
}

exitWith(main(process.argv.slice(2)));
