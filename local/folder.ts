import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { postgresFolder } from './postgres/start-postgres';
import { PACKAGE_ROOT } from '../contracts/package-root';

/** Where the embedded default keeps everything: LOCAL_DIR, else `.local` in the checkout. */
export interface LocalFolder {
  root: string;
  lock: string;
  ready: string;
  postgres: string;
  temporal: string;
  /** State of the agent stand-in. */
  agents: string;
  /** State of the payment stand-in. */
  payments: string;
  /** What the seed keeps: the keys, which the database knows only as hashes. */
  seed: string;
  /** Seals webhook secrets, of which the database knows only the sealed form. */
  webhookKey: string;
  /** What links in mails are made with. */
  tokenSecret: string;
}

/** The folder's layout; creates the folder. */
export function localFolder(env: NodeJS.ProcessEnv): LocalFolder {
  const root = env.LOCAL_DIR ? resolve(env.LOCAL_DIR) : join(PACKAGE_ROOT, '.local');
  mkdirSync(root, { recursive: true });
  return {
    root,
    lock: join(root, 'supervisor.lock'),
    ready: join(root, 'ready.json'),
    postgres: join(root, 'postgres'),
    temporal: join(root, 'temporal'),
    agents: join(root, 'agents.json'),
    payments: join(root, 'payments.json'),
    seed: join(root, 'seed.json'),
    webhookKey: join(root, 'webhook-key'),
    tokenSecret: join(root, 'token-secret'),
  };
}

/** Removes all data but the lock, which the caller must hold. */
export function empty(folder: LocalFolder): void {
  const moved = postgresFolder(folder.postgres);
  if (moved !== folder.postgres) rmSync(moved, { recursive: true, force: true });
  for (const name of readdirSync(folder.root)) {
    const path = join(folder.root, name);
    if (!path.startsWith(folder.lock)) rmSync(path, { recursive: true, force: true });
  }
}
