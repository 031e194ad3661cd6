import type { LocalFolder } from './folder';
import type { Supervised } from './process/supervise';
import type { ReadyFile } from './ready-file';
import type { Report } from './report';

/** Scripts of the child processes; tests substitute small ones. */
export interface ChildScripts {
  mail: string;
  agents: string;
  payments: string;
  /** Collector of traces, for `--observe`. */
  collector: string;
  api: string;
  worker: string;
}

/** Preparation of the database and the agent provider before the product starts. */
export interface Preparation {
  /** Migrates as the owner; grants the application's privileges to `appRole` if that is another role. */
  migrate: (databaseUrl: string, appRole: string | null) => Promise<{ applied: string[] }>;
  /** Ensures account, keys and credits; `keepFile` stores the keys. */
  seed(databaseUrl: string, keepFile: string): Promise<Pick<ReadyFile, 'keys' | 'account'>>;
  provisionAgents(env: NodeJS.ProcessEnv, report: Report, signal: AbortSignal): Promise<void>;
}

/** Started part that can be stopped. */
export type Part = Pick<Supervised, 'stop' | 'kill'> &
  Partial<Pick<Supervised, 'restart'>> & { name: string; pid(): number };

/** Context that the steps of a start share. */
export interface StartContext {
  env: NodeJS.ProcessEnv;
  folder: LocalFolder;
  report: Report;
  scripts: ChildScripts;
  preparation: Preparation;
  /** Start the collector, unless the environment names one. */
  observe: boolean;
  /** Registers a started part; parts are stopped in reverse order. */
  add: (part: Part) => void;
  /** Called when a part is ready, including after a restart, which changes its process id. */
  onReady: () => void;
}
