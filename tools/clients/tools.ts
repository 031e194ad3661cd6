import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/cache-folder';

/** Runs a program; its output is part of the error where it fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const limits = { timeout: 1_200_000, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(program, args, { ...limits, ...options })).stdout;
}

/** Pinned generators; nothing of them is part of `npm install`. */
const PINNED = {
  npm: [
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.17.0',
    'typescript@5.9.3',
    'esbuild@0.25.12',
    '@types/node@20.19.43',
  ],
  linters: ['@redocly/openapi-core@2.64.0', '@stoplight/spectral-core@1.24.1', '@stoplight/spectral-rulesets@1.23.1'],
  go: {
    'oapi-codegen': 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  },
  jar: {
    address:
      'https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar',
    sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
  },
} as const;

const ROOT = join(
  cacheFolder(),
  `clients-${createHash('sha256').update(JSON.stringify(PINNED)).digest('hex').slice(0, 12)}`,
);

/** Makes a tool in a folder of the cache, once; an interrupted attempt starts again. */
async function cached(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(ROOT, name);
  const done = join(folder, '.done');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  await make(folder);
  writeFileSync(done, '');
  return folder;
}

/** Folder with the generators of npm in `node_modules`. */
export const npmTools = () => cached('npm', (folder) => install(folder, PINNED.npm));

/** Folder with the linters of descriptions in `node_modules`. */
export const linters = () => cached('linters', (folder) => install(folder, PINNED.linters));

async function install(folder: string, packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder });
}

/** Path of a generator in Go, which the Go checksum database vouches for. */
export const goTool = async (name: keyof typeof PINNED.go) =>
  join(
    await cached(name, (folder) => run('go', ['install', PINNED.go[name]], { env: { ...process.env, GOBIN: folder } })),
    name,
  );

/** Runs openapi-generator in this folder, without tests and documents, and, where parts are named, for these alone. */
export async function openapiGenerator(folder: string, args: readonly string[], parts: readonly string[] = []) {
  const properties = [...parts, 'apiTests=false', 'modelTests=false', 'apiDocs=false', 'modelDocs=false'].join(',');
  const command = ['-jar', await generatorJar(), 'generate', '--global-property', properties];
  await run('java', [...command, ...args], { cwd: folder });
}

/** Path of the jar of openapi-generator, compared with its pinned checksum. */
const generatorJar = async () =>
  join(
    await cached('jar', async (folder) => {
      const file = join(folder, 'openapi-generator.jar');
      const answer = await fetch(PINNED.jar.address);
      if (!answer.ok || !answer.body) throw new Error(`${PINNED.jar.address} answered ${answer.status}`);
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(`${file}.part`));
      const sum = createHash('sha256')
        .update(readFileSync(`${file}.part`))
        .digest('hex');
      if (sum !== PINNED.jar.sha256)
        throw new Error(`openapi-generator has checksum ${sum}, which is not the pinned one`);
      renameSync(`${file}.part`, file);
    }),
    'openapi-generator.jar',
  );
