import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { findProgram, installDebian } from '../../test/support/debian';

/** Base of a build: `tag` in place of that of the Dockerfile; null for that itself. */
export interface Base {
  what: string;
  tag: string | null;
}

/** Runs buildah, and returns what it prints. */
type Buildah = (args: readonly string[]) => string;

/** As the accounts of Node's own image are. */
const ACCOUNT = ['/etc/passwd', 'node:x:1000:1000::/home/node:/bin/bash'] as const;
const GROUP = ['/etc/group', 'node:x:1000:'] as const;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** What Debian's own small image leaves out. */
const LEFT_OUT = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
];

/**
 * The base that the Dockerfile names by its digest, where its registry is reached; else one of the same Debian and the
 * same Node, made of Debian's and npm's packages in `cache`: for trying a build, not for a release.
 */
export function findBase(buildah: Buildah, cache: string, say: (text: string) => void): Base {
  const [, name = '', version = '', release = ''] =
    /^FROM (node:([\d.]+)-(\w+)-slim@sha256:[0-9a-f]{64}) AS base$/m.exec(
      readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8'),
    ) ?? [];
  if (!name) throw new Error('The Dockerfile does not begin with a base of Node and Debian by its digest');
  try {
    buildah(['pull', name]);
    return { what: 'the base that the Dockerfile names', tag: null };
  } catch {
    say(`No registry has ${name} for this machine: the base is made of packages, for trying only.`);
  }
  const tag = `localhost/base-of-packages:${version}-${release}`;
  const what = `a base of Debian's and npm's packages (Node ${version}, ${release})`;
  // Another of the same content would have another id, and no step after it would be known.
  if (buildah(['images', '--quiet', '--filter', `reference=${tag}`]) !== '') return { what, tag };
  const archive = join(cache, `${version}-${release}.tar`);
  if (!existsSync(archive)) makeArchive(archive, version, release);
  const container = buildah(['from', 'scratch']);
  buildah(['add', container, archive, '/']);
  buildah(['config', '--env', `PATH=${PATH}`, container]);
  buildah(['commit', '--rm', container, tag]);
  return { what, tag };
}

function makeArchive(archive: string, version: string, release: string): void {
  if (!findProgram('debootstrap')) installDebian('debootstrap');
  const work = mkdtempSync(join(tmpdir(), 'noi-base-'));
  const root = join(work, 'root');
  try {
    execFileSync('debootstrap', ['--variant=minbase', release, root, 'http://deb.debian.org/debian'], {
      stdio: 'pipe',
    });
    for (const path of LEFT_OUT) rmSync(join(root, path), { recursive: true, force: true });
    for (const [file, line] of [ACCOUNT, GROUP]) appendFileSync(join(root, file), `${line}\n`);
    addNode(root, work, version);
    mkdirSync(join(archive, '..'), { recursive: true });
    const device = ['--exclude=./dev/*', '--exclude=./proc/*'];
    execFileSync('tar', ['--create', `--file=${archive}.new`, `--directory=${root}`, ...device, '.']);
    renameSync(`${archive}.new`, archive);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Node and npm, where Node's own image has them. */
function addNode(root: string, work: string, version: string): void {
  const arch = process.arch;
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: work, encoding: 'utf8' }).trim().split('\n').at(-1)!;
  const packed = npm('pack', '--silent', `node-linux-${arch}@${version}`);
  const local = join(root, 'usr', 'local');
  execFileSync('tar', [
    '--extract',
    `--file=${join(work, packed)}`,
    `--directory=${local}`,
    '--strip-components=1',
    'package/bin/node',
  ]);
  npm('install', '--silent', '--global', '--prefix', local, `npm@${npm('--version')}`);
}
