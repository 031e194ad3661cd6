import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ARCHIVE_CHECKSUMS } from '../../local/temporal/checksums';
import { archiveName, downloadTemporal } from '../../local/temporal/download';
import { findTemporal } from '../../local/temporal/find-temporal';
import { cachedTemporal } from '../../local/temporal/release';
import { PACKAGE_ROOT } from '../../platform/package-root';

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

test('looks in TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, PATH and the cache', async () => {
  const named = fakeCli(join(folder, 'named', 'cli'), '1.31.2');
  const onPath = fakeCli(join(folder, 'bin', 'temporal'), '1.31.2');
  const cache = { XDG_CACHE_HOME: join(folder, 'cache') };
  const cached = fakeCli(cachedTemporal(cache), '1.31.2');
  const PATH = `/bin:${dirname(onPath)}`;
  const second = { ...cache, PATH, TEMPORAL_CLI_PATH: named };
  const address = { TEMPORAL_ADDRESS: 'host:7233' };
  expect(await findTemporal({ env: { ...second, ...address } })).toEqual({ kind: 'server', address: 'host:7233' });
  expect(await findTemporal({ env: second })).toEqual({ kind: 'program', path: named, source: 'setting' });
  expect(await findTemporal({ env: { ...cache, PATH } })).toEqual({ kind: 'program', path: onPath, source: 'PATH' });
  expect(await findTemporal({ env: { ...cache, PATH: '/bin' } })).toMatchObject({ path: cached, source: 'cache' });
});

test('skips an old program on PATH and refuses a named one', async () => {
  const old = fakeCli(join(folder, 'bin', 'temporal'), '1.24.0');
  const env = { XDG_CACHE_HOME: folder, PATH: `/bin:${dirname(old)}` };
  const cached = fakeCli(cachedTemporal(env), '1.31.2');
  expect(await findTemporal({ env })).toMatchObject({ path: cached });
  await expect(findTemporal({ env: { ...env, TEMPORAL_CLI_PATH: old } })).rejects.toThrow('too old');
});

test('uses a download with the pinned checksum and leaves nothing of another', async () => {
  const program = basename(cachedTemporal({}));
  fakeCli(join(folder, 'packed', program), '1.31.2');
  execFileSync('tar', ['-czf', join(folder, 'archive'), '-C', join(folder, 'packed'), program]);
  const bytes = readFileSync(join(folder, 'archive'));
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const releaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = join(folder, program);
  const download = (checksums: Record<string, string>) =>
    downloadTemporal(target, undefined, { releaseUrl, checksums });
  const name = archiveName()!;
  try {
    await expect(download({ [name]: 'a'.repeat(64) })).rejects.toThrow(`not the released ${'a'.repeat(64)}`);
    await expect(download({})).rejects.toThrow('no checksum is pinned');
    expect(readdirSync(folder).sort()).toEqual(['archive', 'packed']);
    await download({ [name]: createHash('sha256').update(bytes).digest('hex') });
  } finally {
    server.close();
  }
  expect(readFileSync(target, 'utf8')).toContain('1.8.2');
});

test('pins a checksum for every platform', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    for (const cpu of ['x64', 'arm64'] as const) {
      expect(ARCHIVE_CHECKSUMS[archiveName(platform, cpu)!]).toMatch(/^[0-9a-f]{64}$/);
    }
  }
});

// Go builds nothing that lacks one, which nobody sees who has the program in the cache.
test('the module that is built from source has a checksum of every module', () => {
  const read = (name: string) => readFileSync(join(PACKAGE_ROOT, 'local', 'temporal-server', name), 'utf8');
  const [required = '', replaced = ''] = read('go.mod').split(/^replace /m);
  const sums = read('go.sum');
  const modules = [...required.matchAll(/^(?:require |\t)(\S+) (v\S+)/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  );
  expect(modules.length).toBeGreaterThan(100);
  const missing = modules.filter((module) => !sums.includes(`${module} h1:`));
  expect(missing.filter((module) => !replaced.includes(`${module.split(' ')[0]} => `))).toEqual([]);
});
