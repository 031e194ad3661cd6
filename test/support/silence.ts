import { execFileSync } from 'node:child_process';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Suspends a process tree like a machine that hangs: nothing is closed or answered. Returns a function that resumes it.
 */
export function freeze(pid: number): () => void {
  process.kill(pid, 'SIGSTOP');
  // Looked up after the first is suspended, so that it starts no more.
  const pids = [pid, ...descendants(pid)];
  for (const one of pids) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of pids.toReversed()) process.kill(one, 'SIGCONT');
  };
}

function descendants(pid: number): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    processes.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/**
 * Starts a TCP proxy to a port of this machine whose connections can go silent: both ends stay open, but no data arrive.
 * What the port answers arrives `answersLateMs` later.
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
    /** Silences open connections permanently; with `further`, also new ones until `resume`. */
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

/** Port of a connection string. */
export const portOf = (url: string) => Number(new URL(url).port);

/** Connection string that goes through a proxy. */
export const through = (url: string, { port }: StallingProxy) =>
  Object.assign(new URL(url), { port: String(port) }).href;
