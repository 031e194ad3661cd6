import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { startStack, type Stack } from '../support/stack';

const run = promisify(execFile);
const COMPILER = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
// Inside the checkout, so that the packages that the page has its reader install are found.
mkdirSync(join(PACKAGE_ROOT, 'dist'), { recursive: true });
const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'quick-start-'));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the typed quick start of /developers compiles against the description that is served, and runs', async () => {
  const generator = run(process.execPath, ['generate.mjs'], { cwd: join(PACKAGE_ROOT, 'test', 'openapi-client') });
  generator.child.stdin!.end(await (await fetch(`${stack.api.url}/openapi/v1.json`)).text());
  writeFileSync(join(folder, 'noi.ts'), (await generator).stdout);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const shown = readFileSync(join(PACKAGE_ROOT, 'api', 'pages', 'developers', 'samples', 'quick-start.ts'), 'utf8');
  writeFileSync(join(folder, 'quick-start.ts'), shown);

  const compilerOptions = { strict: true, module: 'preserve', target: 'es2022', types: ['node'], skipLibCheck: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(process.execPath, [COMPILER, '-p', folder]);
  const { stdout } = await run(process.execPath, ['quick-start.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NOI_URL: stack.api.url, NOI_API_KEY: stack.customer.apiKey },
  });

  expect(stdout).toMatch(/^(pursue|refine|avoid) \d+\n$/);
});
