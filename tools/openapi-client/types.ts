/**
 * A step of `npm run openapi:types`: writes the types of the TypeScript client. With `--check` it exits 1 where the
 * committed ones are not those of the description.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describeOpenApi } from '../../api/description/openapi';
import { allEndpoints } from '../../api/endpoints/table';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { typesGenerator } from '../clients/tools';
import { exitWith } from '../../test/support/exit-with';

const FILE = join(PACKAGE_ROOT, 'clients', 'typescript', 'src', 'api-types.ts');
const GENERATE = join(PACKAGE_ROOT, 'tools', 'openapi-client', 'generate.mjs');

async function currentTypes(): Promise<string> {
  const publicUrl = 'http://127.0.0.1:8080';
  const types = execFileSync(process.execPath, [GENERATE, await typesGenerator()], {
    input: JSON.stringify(describeOpenApi(allEndpoints(publicUrl), publicUrl)),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return format(types, { ...(await resolveConfig(FILE)), filepath: FILE });
}

async function main(): Promise<number> {
  const types = await currentTypes();
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, types);
    return 0;
  }
  if (readFileSync(FILE, 'utf8') === types) return 0;
  process.stderr.write(`${FILE} is not of this description: run "npm run openapi:types" and commit the result.\n`);
  return 1;
}

exitWith(main());
