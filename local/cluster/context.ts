import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { forThisMachine } from '../../stand-ins/base/http';
import type { Internet } from '../../stand-ins/internet/internet';
import type { LocalFolder } from '../folder';
import type { Part, StartContext } from '../parts';
import { LOOPBACK } from '../ports';
import type { ComposeValues } from './compose';

export type ClusterOptions = Pick<StartContext, 'env' | 'folder' | 'report' | 'preparation' | 'scripts'> & {
  signal: AbortSignal;
};

export interface ClusterContext extends ClusterOptions {
  data: string;
  values: ComposeValues;
  internet: Internet;
  add: (part: Part) => void;
  onReady: () => void;
}

/** Part of a cluster that can be stopped and started again. */
export interface HoldablePart extends Part {
  /** Stops the part until `resume`. Resolves when no process is left. Does nothing if already stopped. */
  hold(): Promise<void>;
  /** Starts the part again, unless it is running. Resolves when it is ready. @throws Error if it does not start */
  resume(): Promise<void>;
}

/** Starts a part by calling `begin`. `resume` calls it again. */
export async function holdable(begin: () => Promise<Part>): Promise<HoldablePart> {
  let current = await begin();
  let held = false;
  return {
    name: current.name,
    pid: () => current.pid(),
    kill: () => current.kill(),
    stop: () => current.stop(),
    async hold() {
      held = true;
      await current.stop();
    },
    async resume() {
      if (!held) return;
      current = await begin();
      held = false;
    },
  };
}

/** Operations on the parts of a cluster, named like the `docker compose` commands for services. */
export const CONTROLS = ['stop', 'start', 'restart'] as const;
export type Control = (typeof CONTROLS)[number];

const isHoldable = (part: Part): part is HoldablePart => 'hold' in part;

/**
 * Serves `npm run cluster -- stop|start|restart`, one request at a time. Answers 204, 404 for an unknown part, or 500
 * with the error message if a part does not start.
 */
export async function startControl(parts: readonly Part[]) {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer(
    forThisMachine((request, response) => {
      const order = last.then(() => obey(parts, request.method === 'POST' ? request.url! : ''));
      last = order.catch(() => undefined);
      order.then(
        (status) => response.writeHead(status).end(),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    }),
  );
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function obey(parts: readonly Part[], path: string): Promise<number> {
  const [, control, name] = path.split('/');
  const chosen = parts.filter(isHoldable).filter((part) => part.name === name || part.name.startsWith(`${name}-`));
  if (chosen.length === 0 || !CONTROLS.includes(control as Control)) return 404;
  if (control === 'stop') await Promise.all(chosen.map((part) => part.hold()));
  if (control === 'start') await Promise.all(chosen.map((part) => part.resume()));
  if (control === 'restart') for (const part of chosen) await part.hold().then(() => part.resume());
  return 204;
}

/** Content of `cluster.json`. Its shape is a public contract (stand-ins/README.md). */
export interface ClusterFile {
  /** Public HTTPS URL of the API, through the proxy. Its certificate is issued by `internet.authority`. */
  proxy: string;
  /** Stand-in internet: certificate file of its authority, and the environment that makes Node use this internet. */
  internet: { authority: string; settings: Record<string, string> };
  api: { url: string; pid: number; metrics: string }[];
  workers: { pid: number; metrics: string }[];
  temporal: string;
  /** Connection string of the application's role. */
  database: string;
  /** Connection string of the role that owns the tables and runs migrations. */
  databaseOwner: string;
  agents: string;
  payments: string;
  mail: string;
  account: { id: string; email: string };
  keys: { live: string; test: string };
  /** URL that `npm run cluster -- stop`, `start` and `restart` call. */
  control: string;
  /** Process ids of every part by name, including the supervisor. */
  pids: Record<string, number>;
}

export const clusterFileOf = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster.json');

/** Path of the settings for an additional worker: `node --env-file=… dist/worker/main.js`. */
export const workerSettingsFile = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster', 'worker.env');

/** Path of the settings for connecting to PostgreSQL as superuser, for a shell: `set -a; . FILE; set +a`. */
export const superuserFile = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster', 'superuser.env');

/** Content of cluster.json; null if it is missing or invalid. */
export function readClusterFile(path: string): ClusterFile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterFile;
  } catch {
    return null;
  }
}
