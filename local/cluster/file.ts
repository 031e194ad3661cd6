import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalFolder } from '../folder';

/**
 * Content of `cluster.json`: addresses, keys and process ids. Its shape is a promise (docs/interface.md, Local
 * stand-ins). A process that dies is replaced, and the file is rewritten.
 */
export interface ClusterFile {
  /** Address of the API as callers reach it, behind two proxies; https, by a certificate of `internet.authority`. */
  proxy: string;
  /** Stand-in internet of its processes: file of the authority to trust, and the environment that puts Node on it. */
  internet: { authority: string; settings: Record<string, string> };
  api: { url: string; pid: number; metrics: string }[];
  workers: { pid: number; metrics: string }[];
  /** host:port of the gRPC frontend. */
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
