import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FILES, readPackage } from '../../platform/client-packages';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { startPythonDriver } from './behaviours/python-driver';
import { typescriptDriver } from './behaviours/typescript-driver';
import type { ClientRow } from './client-row';
import { java, kotlin } from './jvm-clients';
import { goTool, npmTools, openapiGenerator, pythonTools, run, WITHOUT_WEBHOOKS } from './tools';

const QUICK_START = join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.py');

/** Path of the description for generators that read nothing newer. */
const OPENAPI_30 = '/openapi/3.0/v1.json';

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: 'preserve',
    target: 'es2022',
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['flow.ts'],
};

/** Client of ours for TypeScript, installed by npm from the product. */
const noiClient: ClientRow = {
  name: 'noi-client',
  needs: ['npm'],
  async prepare(folder, _description, api) {
    const modules = join(await npmTools(), 'node_modules');
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const address = `${api}/developers/clients/${PACKAGE_FILES.npm}`;
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', address], { cwd: folder });
    symlinkSync(join(modules, '@types'), join(folder, 'node_modules', '@types'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await run(join(modules, '.bin', 'tsc'), ['-p', folder, '--noEmit', 'false']);
    return [process.execPath, 'flow.js'];
  },
  drivers: () => [typescriptDriver],
};

/** Client of ours for Python, installed by pip from the product, its types checked as a program of a customer uses them. */
const noiPython: ClientRow = {
  name: 'noi',
  needs: ['python3'],
  async prepare(folder, _description, api) {
    const python = join(folder, 'environment', 'bin', 'python');
    await run('python3', ['-m', 'venv', join(folder, 'environment')]);
    const address = `${api}/developers/clients/${PACKAGE_FILES.python}`;
    const checked = `${address}#sha256=${readPackage('python').sha256}`;
    await run(python, ['-m', 'pip', 'install', '--quiet', checked, 'mypy==2.4.1', 'httpx==0.28.1']);
    await run(python, ['-m', 'mypy', '--strict', '-p', 'noi']);
    await run(python, ['-m', 'mypy', '--strict', 'flow.py', QUICK_START], { cwd: folder });
    return [python, 'flow.py'];
  },
  drivers: (folder) =>
    (['sync', 'async'] as const).map((mode) =>
      startPythonDriver(join(folder, 'environment', 'bin', 'python'), mode, { installed: true }),
    ),
};

/** Client in TypeScript: generated, checked by the compiler, bundled. */
function typescript(
  name: string,
  generate: (bin: (tool: string) => string, folder: string, description: string) => Promise<unknown>,
  { needs = [], note }: { needs?: readonly string[]; note?: string } = {},
): ClientRow {
  return {
    name,
    needs: ['npm', ...needs],
    ...(note && { note }),
    async prepare(folder, description) {
      const modules = join(await npmTools(), 'node_modules');
      const bin = (tool: string) => join(modules, '.bin', tool);
      symlinkSync(modules, join(folder, 'node_modules'));
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      await generate(bin, folder, description);
      await run(bin('tsc'), ['-p', folder]);
      const bundle = ['--bundle', '--platform=node', '--format=esm', '--outfile=flow.mjs', '--log-level=error'];
      await run(bin('esbuild'), ['flow.ts', ...bundle], { cwd: folder });
      return [process.execPath, 'flow.mjs'];
    },
  };
}

/** Every client of the matrix. */
export const CLIENTS: readonly ClientRow[] = [
  noiClient,
  noiPython,
  typescript('openapi-typescript', (bin, folder, description) =>
    run(bin('openapi-typescript'), [description, '-o', join(folder, 'generated', 'noi.ts')]),
  ),
  typescript(
    'hey-api',
    (bin, folder, description) => {
      const plugins = ['@hey-api/client-fetch', { name: '@hey-api/sdk', validator: { response: 'zod' } }, 'zod'];
      const config = { input: description, output: 'generated', plugins };
      writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
      return run(bin('openapi-ts'), ['-f', 'openapi-ts.config.mjs'], { cwd: folder });
    },
    {
      note: 'with zod for what is answered: for what is sent it does not find the headers; without its transformers, which give up',
    },
  ),
  typescript(
    'orval',
    (bin, folder, description) => {
      const output = {
        target: 'generated/noi.ts',
        client: 'fetch',
        override: { mutator: { path: 'request.ts', name: 'request' } },
      };
      const config = `module.exports = ${JSON.stringify({ noi: { input: description, output } })};`;
      writeFileSync(join(folder, 'orval.config.cjs'), config);
      return run(bin('orval'), ['--config', 'orval.config.cjs'], { cwd: folder });
    },
    { note: 'with a request function of ours: its own reads a PDF as JSON' },
  ),
  typescript(
    'kubb',
    (bin, folder, description) =>
      run(bin('kubb'), ['generate', '--config', 'kubb.config.mjs'], {
        cwd: folder,
        env: { ...process.env, NOI_DESCRIPTION: description },
      }),
    {
      note: 'with zod, and a request function of ours: its own hands a refusal to zod, which says nothing of the code',
    },
  ),
  typescript(
    'openapi-generator-typescript-fetch',
    (_bin, folder, description) =>
      openapiGenerator(folder, ['-i', description, '-g', 'typescript-fetch', '-o', 'generated'], WITHOUT_WEBHOOKS),
    { needs: ['java'], note: 'with `--global-property apis,models,supportingFiles`: else its webhooks do not compile' },
  ),
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    async prepare(folder, description) {
      const bin = join(await pythonTools(), 'bin');
      // Its layout of the package puts the modules next to our program.
      await run(join(bin, 'openapi-python-client'), ['generate', '--path', description, '--output-path', 'generated'], {
        cwd: folder,
      });
      cpSync(join(folder, 'generated'), folder, { recursive: true });
      return [join(bin, 'python'), 'flow.py'];
    },
  },
  {
    name: 'openapi-generator-python',
    needs: ['java', 'python3'],
    note: 'with `--global-property apis,models,supportingFiles`: else it writes webhooks as Python that does not parse',
    async prepare(folder, description) {
      // It gives types to parameters of paths, and forgets those of webhooks (`webhook_id: ,`), as of 7.25.0.
      const args = ['-i', description, '-g', 'python', '--package-name', 'noi', '-o', 'generated'];
      await openapiGenerator(folder, args, WITHOUT_WEBHOOKS);
      const environment = join(folder, 'environment');
      await run('python3', ['-m', 'venv', environment]);
      const requirements = join(folder, 'generated', 'requirements.txt');
      await run(join(environment, 'bin', 'pip'), ['install', '--quiet', '-r', requirements]);
      copyFileSync(join(folder, 'flow.py'), join(folder, 'generated', 'flow.py'));
      return [join(environment, 'bin', 'python'), join('generated', 'flow.py')];
    },
  },
  java(
    'native',
    // It calls `toUrlQueryString` of a `Map`, which has none, as of 7.25.0.
    ['--schema-mappings', 'MetadataFilter=noi.MetadataFilter'],
    'with a class of ours for `MetadataFilter`; its PDF by its HTTP client: it reads every success as JSON',
  ),
  java('okhttp-gson'),
  kotlin,
  {
    name: 'oapi-codegen',
    needs: ['go'],
    note: 'with `skip-prune`: else types of webhooks are missing',
    async prepare(folder, description) {
      mkdirSync(join(folder, 'noi'));
      await run(await goTool('oapi-codegen'), ['-config', 'config.yaml', description], { cwd: folder });
      await run('go', ['build', '-o', 'flow', '.'], { cwd: folder });
      return [join(folder, 'flow')];
    },
  },
  {
    name: 'ogen',
    needs: ['go'],
    note: 'of the description in OpenAPI 3.0, without `GET /v1/events`: `ignore_not_implemented: ["all"]`',
    async prepare(folder, _description, api) {
      const args = ['--config', 'ogen.yml', '--target', 'noi', '--package', 'noi', `${api}${OPENAPI_30}`];
      await run(await goTool('ogen'), args, { cwd: folder });
      await run('go', ['build', '-o', 'flow', '.'], { cwd: folder });
      return [join(folder, 'flow')];
    },
  },
  {
    name: 'openapi-generator-go',
    needs: ['java', 'go'],
    note: 'its PDF by the answer of HTTP that it returns beside the text',
    async prepare(folder, description) {
      const args = ['-i', description, '-g', 'go', '--package-name', 'noi', '-o', 'noi'];
      await openapiGenerator(folder, [...args, '--additional-properties', 'withGoMod=false'], WITHOUT_WEBHOOKS);
      await run('go', ['build', '-o', 'flow', '.'], { cwd: folder });
      return [join(folder, 'flow')];
    },
  },
  {
    name: 'openapi-generator-rust',
    needs: ['java', 'cargo'],
    note: 'of the description in OpenAPI 3.0: it makes one struct of `anyOf`; its PDF by its HTTP client',
    async prepare(folder, _description, api) {
      // The version is of Cargo.lock, which is not to change with the product's.
      const names = ['--package-name', 'noi', '--additional-properties', 'packageVersion=1.0.0'];
      await openapiGenerator(
        folder,
        ['-i', `${api}${OPENAPI_30}`, '-g', 'rust', '-o', 'generated', ...names],
        WITHOUT_WEBHOOKS,
      );
      await run('cargo', ['build', '--quiet', '--locked'], { cwd: folder });
      return [join(folder, 'target', 'debug', 'flow')];
    },
  },
];

/** Generators that the matrix does not play yet, and what their programs would need. */
export const MISSING = [{ name: 'openapi-generator-csharp', needs: ['dotnet'] }] as const;
