import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports';
import { findProgram, installDebian } from './debian';
import { eventually } from './eventually';
import { closedAtEnd } from './leftovers';

/** Modes in which PgBouncer hands on connections to PostgreSQL. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** PgBouncer on loopback; `PGBOUNCER_PATH` names one, and on Debian it is installed if the tests have the permission. */
export async function startPooler(
  databaseUrl: string,
  mode: PoolMode,
): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const ours = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  // Whatever PgBouncer does not need to know of a client's start is left at its default, which refuses it.
  writeFileSync(
    config,
    [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ours}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 20',
    ].join('\n'),
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(programPath(), ['-q', config], { ...account, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const close = closedAtEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually('PgBouncer listens', () => listens(ours));
  return { url: Object.assign(new URL(databaseUrl), { port: String(ours) }).href, close };
}

function programPath(): string {
  const known = process.env.PGBOUNCER_PATH ?? findProgram('pgbouncer');
  if (known) return known;
  const way = 'Install PgBouncer, or name one in PGBOUNCER_PATH.';
  try {
    installDebian('pgbouncer');
  } catch (cause) {
    throw new Error(`No PgBouncer was found and none could be installed. ${way}`, { cause });
  }
  const path = findProgram('pgbouncer');
  if (!path) throw new Error(`No PgBouncer was found. ${way}`);
  return path;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });
}
