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

/** Options of a cluster. */
export type ClusterOptions = Pick<StartContext, 'env' | 'folder' | 'report' | 'preparation' | 'scripts'> & {
  signal: AbortSignal;
};

/** Context that the steps of a start share. */
export interface ClusterContext extends ClusterOptions {
  data: string;
  values: ComposeValues;
  internet: Internet;
  add: (part: Part) => void;
  onReady: () => void;
}

/** Part of a cluster that can be stopped for a while. */
export interface HoldablePart extends Part {
  /** Stops it, so that nothing takes its place; resolves when no process is left. Nothing where it is stopped. */
  hold(): Promise<void>;
  /** Starts it again and resolves when it can be used. Nothing where it was not stopped. @throws Error if it does not start */
  resume(): Promise<void>;
}

/** Starts a part by `begin`, which `resume` calls again. */
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

/** What an operator does to parts of a cluster, as `docker compose` does it to services. */
export const CONTROLS = ['stop', 'start', 'restart'] as const;
export type Control = (typeof CONTROLS)[number];

const isHoldable = (part: Part): part is HoldablePart => 'hold' in part;

/**
 * Lets `npm run cluster -- stop|start|restart` reach the parts. One order is carried out after the other; its answer says
 * what it did: 204, 404 for a part that there is none of, 500 with the message of one that did not start.
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

/** Content of `cluster.json`; its shape is a promise (docs/interface/stand-ins.md). */
export interface ClusterFile {
  /** Address of the API as callers reach it, behind the proxy; https, by a certificate of `internet.authority`. */
  proxy: string;
  /** Stand-in internet of its processes: file of the authority to trust, and the environment that puts Node on it. */
  internet: { authority: string; settings: Record<string, string> };
  api: { url: string; pid: number; metrics: string }[];
  workers: { pid: number; metrics: string }[];
  temporal: string;
  /** Connection string of the application's role. */
  database: string;
  /** Connection string of the role that owns the tables and migrates. */
  databaseOwner: string;
  agents: string;
  payments: string;
  mail: string;
  account: { id: string; email: string };
  keys: { live: string; test: string };
  /** Address of `npm run cluster -- stop`, `start` and `restart`. */
  control: string;
  /** Process ids of every part by name, including the supervisor. */
  pids: Record<string, number>;
}

/** Path of cluster.json in a local folder. */
export const clusterFileOf = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster.json');

/** Path of the settings of a further worker: `node --env-file=… dist/worker/main.js`. */
export const workerSettingsFile = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster', 'worker.env');

/** Path of what reaches PostgreSQL as its superuser, for a shell: `set -a; . FILE; set +a`. */
export const superuserFile = (folder: Pick<LocalFolder, 'root'>) => join(folder.root, 'cluster', 'superuser.env');

/** Reads the file; null if it is missing. */
export function readClusterFile(path: string): ClusterFile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterFile;
  } catch {
    return null;
  }
}
