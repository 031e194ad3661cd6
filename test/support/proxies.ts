import { spawn } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/ports';
import { closedAtEnd } from './leftovers';
import { descendantsOf } from './process-tree';
import { needProgram } from './programs';
import { eventually } from './eventually';

/** Suspends a process tree like a hanging machine: nothing closes or responds. Returns the function that resumes it. */
export function freeze(pid: number): () => void {
  process.kill(pid, 'SIGSTOP');
  // Look up the children after suspending the parent, so that the parent cannot start more.
  const pids = [pid, ...descendantsOf(pid)];
  for (const one of pids) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of pids.toReversed()) process.kill(one, 'SIGCONT');
  };
}

/**
 * Starts a TCP proxy to a local port. Its connections can go silent: both ends stay open, but no data arrives.
 * Responses from the port are delayed by `answersLateMs`.
 */
export async function startStallingProxy(target: number, { answersLateMs = 0 } = {}) {
  const links = new Set<{ near: Socket; far: Socket; stalled: boolean }>();
  let connections = 0;
  let stallFurther = false;
  const server = createServer((near) => {
    connections++;
    const link = { near, far: connect(target, '127.0.0.1'), stalled: stallFurther };
    links.add(link);
    for (const [from, to, lateMs] of [
      [link.near, link.far, 0],
      [link.far, link.near, answersLateMs],
    ] as const) {
      const pass = (chunk: Buffer) => void (link.stalled || to.write(chunk));
      from.on('error', () => undefined);
      from.on('data', (chunk) => (lateMs === 0 ? pass(chunk) : void setTimeout(pass, lateMs, chunk)));
      from.on('close', () => void (link.stalled || to.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    /** Silences open connections permanently. If `further` is true, also silences new connections until `resume`. */
    stall({ further } = { further: false }) {
      stallFurther = further;
      for (const link of links) link.stalled = true;
    },
    resume: () => void (stallFurther = false),
    async close() {
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StallingProxy = Awaited<ReturnType<typeof startStallingProxy>>;

export const portOf = (url: string) => Number(new URL(url).port);

/** The connection string, changed to go through a proxy. */
export const through = (url: string, { port }: StallingProxy) =>
  Object.assign(new URL(url), { port: String(port) }).href;

/** PostgreSQL's ReadyForQuery message in state "idle": the last bytes that it sends after a transaction. */
const READY = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);

/** Starts a TCP proxy to PostgreSQL that can alter statements, or let them commit and then lose the response. */
export async function startLosingProxy(databaseUrl: string) {
  const target = Number(new URL(databaseUrl).port);
  const open = new Set<Socket>();
  let next = { text: '', times: 0 };
  let lost = 0;
  let swapped = { text: '', by: '' };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let losing = false;
    let seen = Buffer.alloc(0);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    near.on('data', (chunk) => {
      if (!losing && next.times > 0 && chunk.includes(next.text)) {
        losing = true;
        next.times--;
      }
      far.write(swapped.text ? replaced(chunk, swapped) : chunk);
    });
    far.on('data', (chunk) => {
      if (!losing) near.write(chunk);
      else seen = Buffer.concat([seen, chunk]).subarray(-READY.length);
      if (!seen.equals(READY)) return;
      lost++;
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) }).href,
    /** Loses the responses to the next `times` statements that contain `text`, for example a name. */
    lose: (text: string, times = 1) => void (next = { text, times }),
    /**
     * Replaces a string in every statement with another string of the same length. Imitates a pooler that drops a
     * connection option.
     */
    swap: (text: string, by: string) => void (swapped = { text, by }),
    lost: () => lost,
    close: closedAtEnd(async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

function replaced(chunk: Buffer, { text, by }: { text: string; by: string }): Buffer {
  return Buffer.from(chunk.toString('latin1').replaceAll(text, by), 'latin1');
}

/** PgBouncer's modes for sharing server connections. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** Starts PgBouncer on loopback, from `PGBOUNCER_PATH` or, if tests may install packages, from Debian's package. */
export async function startPooler(
  databaseUrl: string,
  mode: PoolMode,
): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const ours = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  // Add no other settings: by default, PgBouncer rejects startup parameters that it does not track.
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
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(needProgram('PGBOUNCER_PATH', 'pgbouncer'), ['-q', config], { ...account, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const close = closedAtEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually('PgBouncer listens', () => listens(ours));
  return { url: Object.assign(new URL(databaseUrl), { port: String(ours) }).href, close };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.end());
  });
}
