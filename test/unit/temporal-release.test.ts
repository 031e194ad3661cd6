import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { archiveName, downloadTemporal } from '../../local/temporal/download';
import { cachedTemporal } from '../../local/temporal/release';

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
