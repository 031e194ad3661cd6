import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { archiveName, downloadTemporal } from '../../local/temporal/download';
import { cachedTemporal } from '../../local/temporal/release';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'noi-find-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('npm start uses a Temporal download only with the pinned checksum', async () => {
  const program = basename(cachedTemporal({}));
  mkdirSync(join(folder, 'packed'));
  const script = "#!/bin/sh\necho 'temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)'\n";
  writeFileSync(join(folder, 'packed', program), script, { mode: 0o755 });
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
    await expect(download({})).rejects.toThrow('has no pinned checksum');
    expect(readdirSync(folder).sort()).toEqual(['archive', 'packed']);
    await download({ [name]: createHash('sha256').update(bytes).digest('hex') });
  } finally {
    server.close();
  }
  expect(readFileSync(target, 'utf8')).toBe(script);
});
