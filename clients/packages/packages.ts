import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { zipSync } from 'fflate';
import { PACKAGE_ROOT } from '../../base/package-root';
import { SERVICE_VERSION } from '../../base/versions';

/** Files of a package by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Fixed timestamp, so equal sources give equal bytes and checksums. */
const WRITTEN = new Date('2026-01-01T00:00:00Z');

const BLOCK = 512;
const SAFE_PATH = /^[\w.\-/@]{1,100}$/;

/** npm archive: a gzipped tar (ustar) with everything in `package/`. */
export function tarball(files: Files): Buffer {
  const parts = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [tarHeader(`package/${path}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function tarHeader(path: string, size: number): Buffer {
  if (!SAFE_PATH.test(path)) throw new Error(`${path} does not fit into a header of tar.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(WRITTEN.getTime() / 1_000, 12), 136);
  // The checksum is computed with spaces in its own field.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return header;
}

/** Wheel (PEP 427): a zip whose RECORD lists each file's digest. */
export function wheel(files: Files, info: string): Buffer {
  const record = `${info}/RECORD`;
  const lines = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`;
  });
  const all = { ...files, [record]: [...lines, `${record},,`, ''].join('\n') };
  const bytes = Object.entries(all).map(([path, content]) => [path, new Uint8Array(Buffer.from(content))] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes), { mtime: WRITTEN, level: 9 }));
}

const CLIENT = join(PACKAGE_ROOT, 'clients', 'typescript');
const MCP = join(PACKAGE_ROOT, 'clients', 'mcp');
const FORMATS = { esm: { module: 'es2022', type: 'module' }, cjs: { module: 'commonjs', type: 'commonjs' } } as const;

/** The API types make up most of the package, so the CommonJS build reuses those of the ESM build. */
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

function commandFiles(): Files {
  const files = Object.entries(built('cli')) as [string, string][];
  return Object.fromEntries(
    files.map(([path, text]) => [path, text.replaceAll('"../typescript/src/index"', '"../cjs/index.js"')]),
  );
}

/** Files of `noi-mcp`: the MCP server in one file, so npx installs nothing else. */
export function mcpFiles(): Files {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [join(PACKAGE_ROOT, 'dist', 'clients', 'mcp', 'main.js')],
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  return {
    'package.json': manifest(MCP),
    'README.md': readFileSync(join(MCP, 'README.md')),
    'noi-mcp.js': Buffer.from(outputFiles[0]!.contents),
    'THIRD-PARTY.txt': licensesOf(Object.keys(metafile.inputs)),
  };
}

/** Licenses of the bundled packages. @throws Error if a package has no license */
function licensesOf(paths: readonly string[]): string {
  const folders = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const licenses = [...folders].sort().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (!file) throw new Error(`${folder} has no license to ship.`);
    return `${folder.replace(/^.*node_modules\//, '')}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return licenses.join(`\n${'-'.repeat(72)}\n\n`);
}

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

/** Built modules in a folder of `clients/`, without source maps. */
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

/** package.json of a client package, with the version of the API. */
function manifest(folder: string, more: object = {}): string {
  const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const { name, ...rest } = own;
  return `${JSON.stringify({ name, version: SERVICE_VERSION, ...rest, ...more }, null, 2)}\n`;
}

const SOURCE = join(PACKAGE_ROOT, 'clients', 'python');

/** Wheel of `noi` for Python 3.10 and later. Building it does not require Python. */
export function pythonWheel(): Buffer {
  const info = `noi-${SERVICE_VERSION}.dist-info`;
  const sources = readdirSync(join(SOURCE, 'noi'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(py|typed)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const files = {
    ...Object.fromEntries(sources.map((file) => [relative(SOURCE, file), readFileSync(file)])),
    [`${info}/METADATA`]: metadata(),
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: noi\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  return wheel(files, info);
}

function metadata(): string {
  const fields = [
    'Metadata-Version: 2.1',
    'Name: noi',
    `Version: ${SERVICE_VERSION}`,
    'Summary: Client for Newsletter Opportunity Intelligence: start research, wait for it, read findings and dossiers.',
    'Requires-Python: >=3.10',
    'Requires-Dist: httpx >=0.27,<1',
    'Requires-Dist: typing_extensions >=4.6',
    'Classifier: Typing :: Typed',
    'Description-Content-Type: text/markdown',
  ];
  return `${fields.join('\n')}\n\n${readFileSync(join(SOURCE, 'README.md'), 'utf8')}`;
}
