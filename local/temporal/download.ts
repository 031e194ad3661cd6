import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ARCHIVE_CHECKSUMS, verifyChecksum } from './checksums';
import { TEMPORAL_CLI_VERSION, versionOf } from './release';

const ANSWER_WITHIN_MS = 5_000;
const TRANSFER_WITHIN_MS = 10 * 60_000;

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Release to which the pinned checksums belong. */
const RELEASE_URL = `https://github.com/temporalio/cli/releases/download/v${TEMPORAL_CLI_VERSION}`;

/** Origin and checksums of archives; tests substitute their own. */
export interface ArchiveSource {
  releaseUrl: string;
  checksums: Readonly<Record<string, string>>;
}

const OFFICIAL: ArchiveSource = { releaseUrl: RELEASE_URL, checksums: ARCHIVE_CHECKSUMS };

/** Name of the official archive for this machine; null if there is none. */
export function archiveName(platform = process.platform, architecture = process.arch): string | null {
  const [os, arch] = [PLATFORMS[platform], ARCHITECTURES[architecture]];
  return os && arch ? `temporal_cli_${TEMPORAL_CLI_VERSION}_${os}_${arch}.tar.gz` : null;
}

/**
 * Downloads the official release to `target`: verified by checksum, unpacked and tried next to it, then renamed, so
 * `target` is complete or absent. Gives up after five seconds without a response, which keeps starts without internet
 * fast.
 *
 * @throws Error if there is no archive for this platform, no response, a wrong checksum, or the program does not run
 */
export async function downloadTemporal(
  target: string,
  signal?: AbortSignal,
  source: ArchiveSource = OFFICIAL,
): Promise<void> {
  const name = archiveName();
  if (!name) throw new Error(`no official build for ${process.platform} ${process.arch}`);
  const draft = await mkdtemp(join(dirname(target), '.download-'));
  try {
    const archive = join(draft, 'archive.tar.gz');
    await fetchTo(`${source.releaseUrl}/${name}`, archive, signal);
    await verifyChecksum(archive, name, source.checksums);
    await promisify(execFile)('tar', ['-xzf', archive, '-C', draft, basename(target)]);
    const { cli } = await versionOf(join(draft, basename(target)));
    if (cli !== TEMPORAL_CLI_VERSION) throw new Error(`the download is version ${cli}, not ${TEMPORAL_CLI_VERSION}`);
    await rename(join(draft, basename(target)), target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fetchTo(url: string, file: string, signal?: AbortSignal): Promise<void> {
  const silence = new AbortController();
  const clock = setTimeout(() => silence.abort(new Error('no answer within 5 s')), ANSWER_WITHIN_MS);
  const limits = [silence.signal, AbortSignal.timeout(TRANSFER_WITHIN_MS), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, { signal: AbortSignal.any(limits) });
    clearTimeout(clock);
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  } catch (cause) {
    const reason = (cause as Error & { cause?: Error }).cause?.message ?? (cause as Error).message;
    throw new Error(`${new URL(url).host}: ${reason}`, { cause });
  } finally {
    clearTimeout(clock);
  }
}
