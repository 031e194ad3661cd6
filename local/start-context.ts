import type { LocalFolder } from './folder';
import type { Supervised } from './process/supervise';
import type { ReadyFile } from './ready-file';
import type { Report } from './report';

/** Scripts that run as children; tests put small ones in their place. */
export interface ChildScripts {
  mail: string;
  agents: string;
  payments: string;
  api: string;
  worker: string;
}

/** What has to be done in the database and at the agent provider before the product can start. */
export interface Preparation {
  migrate: (databaseUrl: string) => Promise<{ applied: string[] }>;
  /** Makes accounts, keys and credits, or finds them again; `keepFile` remembers the keys. */
  seed(databaseUrl: string, keepFile: string): Promise<Pick<ReadyFile, 'keys' | 'account'>>;
  provisionAgents(env: NodeJS.ProcessEnv, report: Report, signal: AbortSignal): Promise<void>;
}

/** A part that can be stopped. */
export type Part = Pick<Supervised, 'stop' | 'kill'> & { name: string; pid(): number };

/** What the steps of a start share. */
export interface StartContext {
  env: NodeJS.ProcessEnv;
  folder: LocalFolder;
  report: Report;
  scripts: ChildScripts;
  preparation: Preparation;
  /** Notes a part as started: it is stopped in reverse order. */
  add: (part: Part) => void;
  /** Called when a part became ready, also after a restart: its process id has changed. */
  onReady: () => void;
}
