/**
 * `node dist/tools/images/ship TARGET`, a step of the Dockerfile: copies the files that an image needs from a built
 * checkout into a new folder. Leaves out developers' programs and package files that are never loaded.
 */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { PACKAGE_ROOT } from '../../base/package-root';
import { exitWith } from '../../test/support/exit-with';

/** Files, other than programs, that processes read. */
export const READ: readonly string[] = [
  'package.json',
  // These files are served as a release feed and shown on pages.
  'CHANGELOG.md',
  'web/developers/samples',
  // Styles, scripts, fonts and pictures of pages and documents.
  'web/assets',
  'modules/dossiers/assets',
  // Migrations, and the schema that the engine compares with them.
  'prisma/migrations',
  'prisma/schema.prisma',
];

/** Folders of `dist` that no image needs. */
const NOT_SHIPPED = ['local', 'stand-ins', 'test', 'tools'];

/** Modules loaded by computed names, which a trace cannot find: native parts and a script. */
function loadedByName(): string[] {
  const bridge = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as string]!;
  return [
    `@temporalio/core-bridge/releases/${bridge}-unknown-linux-gnu/index.node`,
    '@prisma/schema-engine-wasm/schema_engine_bg.wasm',
    'pdfjs-dist/legacy/build/pdf.worker.mjs',
  ].map((path) => `node_modules/${path}`);
}

/** Files that a trace includes unnecessarily: other platforms, build-time compilers, developer docs. */
const UNUSED =
  /^node_modules\/(?:@temporalio\/core-bridge\/releases|@swc\/core[^/]*|typescript)\/|\.(?:map|d\.[cm]?ts)$/;

/** Replaces pdfjs's 32 MB canvas package. We only extract text, but pdfjs reads these names when it loads. */
const CANVAS = 'module.exports = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };\n';

/** Far below 1,024, the limit on open files in some containers. */
const OPEN_FILES = 256;

const ADMIN = '#!/bin/sh\nexec node --enable-source-maps /app/dist/admin/main.js "$@"\n';

/** License texts for `/licences.txt`, and package metadata. */
const SHOWN = /^(licen[cs]e|copying|notice)\b|^package\.json$/i;

/** Files and folders of an image. @throws Error if a shipped program imports one that is not shipped */
async function shippedPaths(root = PACKAGE_ROOT): Promise<string[]> {
  const dist = readdirSync(join(root, 'dist')).filter(
    (name) => !/^\.|\.config\./.test(name) && !NOT_SHIPPED.includes(name),
  );
  const own = dist.map((name) => `dist/${name}`);
  const programs = own.flatMap((path) => programsIn(root, path));
  const ignore = (path: string) => UNUSED.test(path);
  const { fileList } = await nodeFileTrace(programs, { base: root, ignore, fileIOConcurrency: OPEN_FILES });
  const traced = [...fileList].filter((path) => path.startsWith('node_modules/') || path.startsWith('dist/'));
  const strays = traced.filter((path) => NOT_SHIPPED.some((name) => path.startsWith(`dist/${name}/`)));
  if (strays.length > 0) throw new Error(`A shipped program imports ${strays.join(', ')}, which images do not have`);
  const loaded = traced.filter((path) => path.startsWith('node_modules/'));
  return [...READ, ...own, ...loaded, ...loadedByName(), ...shownOf(root, loaded)];
}

function programsIn(root: string, path: string): string[] {
  if (path.endsWith('.js')) return [join(root, path)];
  if (path.includes('.')) return [];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(root, path, name));
}

function shownOf(root: string, files: readonly string[]): string[] {
  const packages = new Set(files.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)![0]));
  return [...packages].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => SHOWN.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

/** Copies {@link shippedPaths} to `target`, which must not exist. */
export async function ship(target: string, root = PACKAGE_ROOT): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} already exists`);
  for (const path of new Set(await shippedPaths(root))) {
    const [from, to] = [join(root, path), join(target, path)];
    await mkdir(dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, dereference: true });
  }
  const canvas = join(target, 'node_modules', '@napi-rs', 'canvas');
  await mkdir(canvas, { recursive: true });
  await writeFile(join(canvas, 'index.js'), CANVAS);
  await mkdir(join(target, 'bin'));
  await writeFile(join(target, 'bin', 'admin'), ADMIN, { mode: 0o755 });
}

if (require.main === module) exitWith(ship(process.argv[2]!).then(() => 0));
