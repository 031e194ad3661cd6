import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { archiveUrl } from '../../local/temporal/download';
import { findTemporal } from '../../local/temporal/find-temporal';
import { cachedTemporal, isSufficient, parseVersion, TEMPORAL_CLI_VERSION } from '../../local/temporal/release';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'noi-find-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says it is this version of the Temporal CLI. */
function fakeCli(path: string, server: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho 'temporal version 1.8.2 (Server ${server}, UI 2.50.1)'\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the version is read from what the program prints', () => {
  expect(parseVersion('temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)')).toEqual({ cli: '1.8.2', server: '1.31.2' });
  expect(parseVersion('something else 1.8.2')).toBeNull();
});

test.each([
  ['1.30.9', false],
  ['1.31.0', true],
  ['1.31.2', true],
  ['1.32', true],
  ['2.0.0', true],
])('server %s is sufficient: %s', (server, expected) => {
  expect(isSufficient({ cli: 'x', server })).toBe(expected);
});

test('TEMPORAL_ADDRESS comes first, then TEMPORAL_CLI_PATH, PATH and the cache', async () => {
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

test('a program on PATH that is too old is passed over, and said; one that was named is refused', async () => {
  const old = fakeCli(join(folder, 'bin', 'temporal'), '1.24.0');
  const env = { XDG_CACHE_HOME: folder, PATH: `/bin:${dirname(old)}` };
  const cached = fakeCli(cachedTemporal(env), '1.31.2');
  const said: string[] = [];
  expect(await findTemporal({ env, say: (text) => said.push(text) })).toMatchObject({ path: cached });
  expect(said.join()).toContain('1.24.0');
  await expect(findTemporal({ env: { ...env, TEMPORAL_CLI_PATH: old } })).rejects.toThrow('too old');
});

test('the official archive is asked for by version and platform', () => {
  expect(archiveUrl('linux', 'x64')).toContain(`v${TEMPORAL_CLI_VERSION}?platform=linux&arch=amd64`);
  expect(archiveUrl('darwin', 'arm64')).toContain('platform=darwin&arch=arm64');
  expect(archiveUrl('aix', 'ppc64')).toBeNull();
});

test('the module that is built from source pins the same release', () => {
  const module = readFileSync(join(PACKAGE_ROOT, 'local', 'temporal-server', 'go.mod'), 'utf8');
  expect(module).toMatch(new RegExp(`github.com/temporalio/cli v${TEMPORAL_CLI_VERSION.replaceAll('.', '\\.')}`));
});
