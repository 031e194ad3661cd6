import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { postgresFolder } from './postgres/start-postgres';
import { PACKAGE_ROOT } from '../platform/package-root';

/** Paths of the embedded default below LOCAL_DIR, by default `.local` in the checkout. */
export interface LocalFolder {
  root: string;
  lock: string;
  ready: string;
  /** Settings that `npm run admin` reads. */
  operator: string;
  postgres: string;
  temporal: string;
  /** State of the agent stand-in. */
  agents: string;
  /** State of the payment stand-in. */
  payments: string;
  /** Seeded API keys; the database stores only their hashes. */
  seed: string;
  /** Key that seals webhook secrets in the database. */
  webhookKey: string;
  /** Secret from which links in mails are derived. */
  tokenSecret: string;
}

/** Resolves the layout and creates the folder. */
export function localFolder(env: NodeJS.ProcessEnv): LocalFolder {
  const root = env.LOCAL_DIR ? resolve(env.LOCAL_DIR) : join(PACKAGE_ROOT, '.local');
  mkdirSync(root, { recursive: true });
  return {
    root,
    lock: join(root, 'supervisor.lock'),
    ready: join(root, 'ready.json'),
    operator: join(root, 'operator.env'),
    postgres: join(root, 'postgres'),
    temporal: join(root, 'temporal'),
    agents: join(root, 'agents.json'),
    payments: join(root, 'payments.json'),
    seed: join(root, 'seed.json'),
    webhookKey: join(root, 'webhook-key'),
    tokenSecret: join(root, 'token-secret'),
  };
}

/** Removes all data except the lock, which the caller must hold. */
export function empty(folder: LocalFolder): void {
  const moved = postgresFolder(folder.postgres);
  if (moved !== folder.postgres) rmSync(moved, { recursive: true, force: true });
  for (const name of readdirSync(folder.root)) {
    const path = join(folder.root, name);
    if (!path.startsWith(folder.lock)) rmSync(path, { recursive: true, force: true });
  }
}
