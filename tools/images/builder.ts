import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../local/cache-folder';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { findProgram, installDebian } from '../../test/support/debian';
import { findBase } from './base';
import { withBuildSecrets } from './build-secrets';

/** Our images, which are the targets of the Dockerfile. */
export const IMAGES = ['migrate', 'worker', 'api'] as const;
export type Image = (typeof IMAGES)[number];

/** How an image starts, by its configuration. */
export interface ImageConfig {
  command: string[];
  env: Record<string, string>;
  user: string;
  folder: string;
}

/** How a program runs inside an image. */
interface InsideOptions {
  /** In place of the image's user. */
  user?: string;
  /** Folder of this machine that it sees, read-only, as {@link MOUNT}. */
  mount?: string;
}

/** Where a program inside an image sees a folder of this machine. */
export const MOUNT = '/mnt';

/** What builds images on this machine, and runs a program in one. */
export interface Builder {
  /** What it is, and on which base it builds, for people. */
  what: string;
  build(image: Image): void;
  configOf(image: Image): ImageConfig;
  /**
   * Command line of a program inside an image, on the network of this machine, as a container of docker-compose.yml has it:
   * read-only but for /tmp, without capabilities or new privileges. `names` of its environment are passed on.
   */
  inside(
    image: Image,
    command: readonly string[],
    names: readonly string[],
    options?: InsideOptions,
  ): [command: string, ...args: string[]];
  close(): void;
}

const tagOf = (image: Image) => `newsletter-opportunity-intelligence-${image}:${process.env.BUILD_ID || 'trial'}`;

/** Docker where its daemon answers, else buildah, which needs root and is installed where it is missing (Debian). */
export function findBuilder(say: (text: string) => void): Builder {
  return dockerAnswers() ? docker() : buildah(say);
}

function dockerAnswers(): boolean {
  try {
    execFileSync('docker', ['version', '--format', '{{.Server.Version}}'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const passed = (names: readonly string[]) => names.flatMap((name) => ['--env', name]);

function docker(): Builder {
  return {
    what: 'Docker, on the base that the Dockerfile names',
    build: (image) =>
      withBuildSecrets((secrets) => {
        const args = ['build', ...secrets, '--target', image, '--tag', tagOf(image), PACKAGE_ROOT];
        execFileSync('docker', args, { stdio: 'inherit' });
      }),
    configOf: (image) => {
      const text = execFileSync('docker', ['image', 'inspect', '--format', '{{json .Config}}', tagOf(image)]);
      return toConfig(JSON.parse(text.toString()) as OciConfig);
    },
    inside: (image, command, names, { user, mount } = {}) => {
      const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
      const run = [
        'run',
        '--rm',
        '--init',
        '--network',
        'host',
        ...hardened,
        ...passed(names),
        ...(user ? ['--user', user] : []),
        ...(mount ? ['--volume', `${mount}:${MOUNT}:ro`] : []),
      ];
      return ['docker', ...run, tagOf(image), ...command];
    },
    close: () => undefined,
  };
}

/** Configuration of an image as OCI has it. */
interface OciConfig {
  Cmd: string[];
  Env: string[];
  User: string;
  WorkingDir: string;
}

function toConfig({ Cmd, Env, User, WorkingDir }: OciConfig): ImageConfig {
  const env = Object.fromEntries(
    Env.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return { command: Cmd, env, user: User, folder: WorkingDir };
}

/**
 * Enters the file system of an image ($1) as a container would, with a folder ($2, may be empty) mounted; the rest is the
 * program with its arguments.
 */
const ENTER = `set -eu
root=$1
folder=$2
shift 2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
[ -z "$folder" ] || mount --bind -o ro "$folder" "$root${MOUNT}"
mount -o remount,ro,bind "$root"
exec chroot "$root" "$@"`;

function buildah(say: (text: string) => void): Builder {
  if (!findProgram('buildah')) installDebian('buildah');
  const store = join(cacheFolder(), 'images');
  mkdirSync(store, { recursive: true });
  const run = (args: readonly string[], stdio: 'inherit' | 'pipe' = 'pipe') =>
    String(
      execFileSync(
        'buildah',
        ['--root', store, '--runroot', join(store, 'run'), '--storage-driver', 'overlay', ...args],
        {
          stdio: ['ignore', stdio, 'inherit'],
          maxBuffer: 1 << 26,
        },
      ) ?? '',
    ).trim();
  const base = findBase(run, join(cacheFolder(), 'images-base'), say);
  const mounted = new Map<Image, { container: string; root: string; config: ImageConfig }>();
  const open = (image: Image) => {
    let found = mounted.get(image);
    if (found) return found;
    const container = run(['from', '--pull-never', tagOf(image)]);
    const { OCIv1 } = JSON.parse(run(['inspect', '--type', 'image', tagOf(image)])) as {
      OCIv1: { config: OciConfig };
    };
    found = { container, root: run(['mount', container]), config: toConfig(OCIv1.config) };
    mounted.set(image, found);
    return found;
  };
  return {
    what: `buildah, on ${base.what}`,
    build: (image) =>
      withBuildSecrets((secrets) => {
        const from = base.tag ? ['--from', base.tag] : [];
        const layers = ['--layers', '--isolation', 'chroot', '--network', 'host'];
        run(
          ['build', ...layers, ...from, ...secrets, '--target', image, '--tag', tagOf(image), PACKAGE_ROOT],
          'inherit',
        );
      }),
    configOf: (image) => open(image).config,
    inside: (image, command, _names, { user, mount = '' } = {}) => {
      const { root, config } = open(image);
      const account = user ?? config.user;
      const bare = ['--clear-groups', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
      const as = ['setpriv', `--reuid=${account}`, `--regid=${account}`, ...bare, 'env', `--chdir=${config.folder}`];
      return ['unshare', '--mount', 'sh', '-c', ENTER, 'enter', root, mount, ...as, ...command];
    },
    close: () => {
      for (const { container } of mounted.values()) run(['rm', container]);
    },
  };
}
