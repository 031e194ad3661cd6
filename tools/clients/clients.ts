import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PACKAGE_FILES, readPackage } from '../../platform/client-packages';
import { PACKAGE_ROOT } from '../../platform/package-root';
import type { Driver } from './behaviours/behaviour';
import { startPythonDriver } from './behaviours/python-driver';
import { typescriptDriver } from './behaviours/typescript-driver';
import { goTool, npmTools, openapiGenerator, run } from './tools';

export interface ClientRow {
  name: string;
  /** Programs that must be on PATH. */
  needs: readonly string[];
  /**
   * Generates or installs the client, and compiles our program, in the program's folder. Returns the command that runs
   * it there. `description` is a file, `api` the product's address.
   */
  prepare(folder: string, description: string, api: string): Promise<[program: string, ...args: string[]]>;
  /** Drivers for clients/behaviours.json, once prepared. */
  drivers?(folder: string): Driver[];
  /** What users of this generator should know. */
  note?: string;
}

const QUICK_START = join(PACKAGE_ROOT, 'web', 'developers', 'samples', 'quick-start.py');
const COMPILER = {
  strict: true,
  module: 'preserve',
  target: 'es2022',
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
};

function writeTsconfig(folder: string): void {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['flow.ts'] }));
}

async function virtualEnvironment(folder: string): Promise<string> {
  const environment = join(folder, 'environment');
  await run('python3', ['-m', 'venv', environment]);
  return join(environment, 'bin', 'python');
}

/** Our client for TypeScript, installed from the product by npm. */
const noiClient: ClientRow = {
  name: 'noi-client',
  needs: ['npm'],
  async prepare(folder, _description, api) {
    const modules = join(await npmTools(), 'node_modules');
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const address = `${api}/developers/clients/${PACKAGE_FILES.npm}`;
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', address], { cwd: folder });
    symlinkSync(join(modules, '@types'), join(folder, 'node_modules', '@types'));
    writeTsconfig(folder);
    await run(join(modules, '.bin', 'tsc'), ['-p', folder, '--noEmit', 'false']);
    return [process.execPath, 'flow.js'];
  },
  drivers: () => [typescriptDriver],
};

/** Our client for Python, installed from the product by pip; mypy checks it and the programs that use it. */
const noiPython: ClientRow = {
  name: 'noi',
  needs: ['python3'],
  async prepare(folder, _description, api) {
    const python = await virtualEnvironment(folder);
    const address = `${api}/developers/clients/${PACKAGE_FILES.python}#sha256=${readPackage('python').sha256}`;
    await run(python, ['-m', 'pip', 'install', '--quiet', address, 'mypy==2.4.1', 'httpx==0.28.1']);
    await run(python, ['-m', 'mypy', '--strict', '-p', 'noi']);
    await run(python, ['-m', 'mypy', '--strict', 'flow.py', QUICK_START], { cwd: folder });
    return [python, 'flow.py'];
  },
  drivers: (folder) =>
    (['sync', 'async'] as const).map((mode) =>
      startPythonDriver(join(folder, 'environment', 'bin', 'python'), mode, { installed: true }),
    ),
};

const openapiTypescript: ClientRow = {
  name: 'openapi-typescript',
  needs: ['npm'],
  async prepare(folder, description) {
    const modules = join(await npmTools(), 'node_modules');
    const bin = (tool: string) => join(modules, '.bin', tool);
    symlinkSync(modules, join(folder, 'node_modules'));
    writeTsconfig(folder);
    await run(bin('openapi-typescript'), [description, '-o', join(folder, 'generated', 'noi.ts')]);
    await run(bin('tsc'), ['-p', folder]);
    const bundle = ['--bundle', '--platform=node', '--format=esm', '--outfile=flow.mjs', '--log-level=error'];
    await run(bin('esbuild'), ['flow.ts', ...bundle], { cwd: folder });
    return [process.execPath, 'flow.mjs'];
  },
};

const openapiGeneratorPython: ClientRow = {
  name: 'openapi-generator-python',
  needs: ['java', 'python3'],
  note: 'with `--global-property apis,models,supportingFiles`: otherwise webhooks become Python that does not parse',
  async prepare(folder, description) {
    const args = ['-i', description, '-g', 'python', '--package-name', 'noi', '-o', 'generated'];
    await openapiGenerator(folder, args, ['apis', 'models', 'supportingFiles']);
    const python = await virtualEnvironment(folder);
    const requirements = join(folder, 'generated', 'requirements.txt');
    await run(python, ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
    copyFileSync(join(folder, 'flow.py'), join(folder, 'generated', 'flow.py'));
    return [python, join('generated', 'flow.py')];
  },
};

const openapiGeneratorJava: ClientRow = {
  name: 'openapi-generator-java-native',
  needs: ['java', 'javac', 'mvn'],
  note: 'with our own class `MetadataFilter`; the PDF by its HTTP client, since it reads every success as JSON',
  async prepare(folder, description) {
    // As of 7.25.0 the generated code calls `toUrlQueryString` of a `Map`, which does not exist.
    const mapping = ['--schema-mappings', 'MetadataFilter=noi.MetadataFilter'];
    const names = ['--api-package', 'noi.api', '--model-package', 'noi.model', '--invoker-package', 'noi'];
    const args = ['-i', description, '-g', 'java', '--library', 'native', '-o', 'generated', ...names, ...mapping];
    await openapiGenerator(folder, args);
    const file = join(folder, 'class-path');
    const pom = join(folder, 'generated', 'pom.xml');
    await run('mvn', ['-q', '-B', '-f', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${file}`]);
    const classPath = readFileSync(file, 'utf8').trim();
    const own = readdirSync(folder).filter((name) => name.endsWith('.java'));
    const sources = ['-sourcepath', join('generated', 'src', 'main', 'java'), ...own];
    await run('javac', ['-nowarn', '-d', 'classes', '-cp', classPath, ...sources], { cwd: folder });
    return ['java', '-cp', `classes${delimiter}${classPath}`, 'Flow'];
  },
};

const oapiCodegen: ClientRow = {
  name: 'oapi-codegen',
  needs: ['go'],
  note: 'with `skip-prune`: otherwise types of webhooks are missing',
  async prepare(folder, description) {
    mkdirSync(join(folder, 'noi'));
    await run(await goTool('oapi-codegen'), ['-config', 'config.yaml', description], { cwd: folder });
    await run('go', ['build', '-o', 'flow', '.'], { cwd: folder });
    return [join(folder, 'flow')];
  },
};

/** Our two clients, and the generators that most customers use. */
export const CLIENTS: readonly ClientRow[] = [
  noiClient,
  noiPython,
  openapiTypescript,
  openapiGeneratorPython,
  openapiGeneratorJava,
  oapiCodegen,
];
