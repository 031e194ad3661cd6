import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVICE_VERSION } from '../../contracts/versions';
import { PACKAGE_ROOT } from '../../platform/package-root';
import type { Files } from './archive';

const CLIENT = join(PACKAGE_ROOT, 'clients', 'typescript');
const MCP = join(PACKAGE_ROOT, 'clients', 'mcp');
const FORMATS = { esm: { module: 'es2022', type: 'module' }, cjs: { module: 'commonjs', type: 'commonjs' } } as const;

/** Types of the description take most of the room, so CommonJS has those of ESM. */
const SAME_TYPES = `export type * from '../esm/api-types.js' with { 'resolution-mode': 'import' };\n`;

/** Files of `noi-client`: the client as ESM and CommonJS with types. */
export function clientFiles(): Files {
  const formats = Object.entries(FORMATS).flatMap(([format, { module, type }]) => [
    [`${format}/package.json`, `${JSON.stringify({ type })}\n`] as const,
    ...Object.entries(compiled(module)).map(([file, text]) => [`${format}/${file}`, text] as const),
  ]);
  return {
    'package.json': manifest(CLIENT),
    'README.md': readFileSync(join(CLIENT, 'README.md')),
    ...Object.fromEntries(formats),
    'cjs/api-types.d.ts': SAME_TYPES,
    ...commandFiles(),
  };
}

/** Files of the command `noi-client`, on the client of the same package. */
function commandFiles(): Files {
  const files = Object.entries(built('cli')) as [string, string][];
  return Object.fromEntries(
    files.map(([path, text]) => [path, text.replaceAll('"../typescript/src/index"', '"../cjs/index.js"')]),
  );
}

/** Files of `noi-mcp`: the MCP server, with the client that it uses. */
export function mcpFiles(): Files {
  const { devDependencies, dependencies } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const versions = { ...devDependencies, ...dependencies };
  const used = ['@modelcontextprotocol/sdk', 'zod'].map((name) => [name, versions[name]!] as const);
  return {
    'package.json': manifest(MCP, { dependencies: Object.fromEntries(used) }),
    'README.md': readFileSync(join(MCP, 'README.md')),
    ...built('mcp'),
    ...built('typescript/src'),
  };
}

/** Client as the compiler makes it of its sources. */
function compiled(module: string): Files {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'package-'));
  try {
    const args = [compiler, '-p', CLIENT, '--module', module, '--outDir', folder];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Modules of a folder of `clients/` as this build has them, without the way to their sources. */
function built(folder: string): Files {
  const from = join(PACKAGE_ROOT, 'dist', 'clients', folder);
  const files = readdirSync(from).filter((file) => file.endsWith('.js'));
  return Object.fromEntries(
    files.map((file) => [
      `${folder}/${file}`,
      readFileSync(join(from, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    ]),
  );
}

/** Description of a package; its version is that of the API. */
function manifest(folder: string, more: object = {}): string {
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const { name, ...rest } = own;
  return `${JSON.stringify({ name, version: SERVICE_VERSION, ...rest, ...more }, null, 2)}\n`;
}
