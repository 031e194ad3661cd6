import { mkdirSync, readdirSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../base/package-root';
import { generateSealingKey } from '../base/secrets';
import { newToken } from '../base/tokens';
import { postgresFolder } from './postgres/start-postgres';

/** Paths in LOCAL_DIR (default: `.local` in the checkout), where local instances keep their data. */
export interface LocalFolder {
  root: string;
  lock: string;
  ready: string;
  operator: string;
  postgres: string;
  temporal: string;
  agents: string;
  payments: string;
  /** Seeded API keys; the database stores only their hashes. */
  seed: string;
  webhookKey: string;
  tokenSecret: string;
}

/** Resolves the paths and creates the root folder. */
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

/** Removes everything except the lock, which the caller must hold. */
export function empty(folder: LocalFolder): void {
  const moved = postgresFolder(folder.postgres);
  if (moved !== folder.postgres) rmSync(moved, { recursive: true, force: true });
  for (const name of readdirSync(folder.root)) {
    const path = join(folder.root, name);
    if (!path.startsWith(folder.lock)) rmSync(path, { recursive: true, force: true });
  }
}

/** Cache of downloads and builds, shared by all checkouts of this user. Honors XDG_CACHE_HOME. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'newsletter-opportunity-intelligence');
}

/** Secrets that must survive a restart, because they decrypt and verify stored data. */
export interface KeptSecrets {
  /** Key that encrypts webhook secrets in the database. */
  webhookKey: string;
  /** Secret that signs links in mail. */
  tokenSecret: string;
}

/** Secrets of a local folder. Generated once, and stored in files that only their owner can read. */
export function keptSecrets(folder: Pick<LocalFolder, keyof KeptSecrets>): KeptSecrets {
  return {
    webhookKey: kept(folder.webhookKey, generateSealingKey),
    tokenSecret: kept(folder.tokenSecret, newToken),
  };
}

function kept(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const secret = make();
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}
