import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemAccount } from '../process/launch';
import type { PostgresBinaries } from './binaries';

/** Options of {@link prepareCluster}. */
export interface ClusterPlan {
  dataDir: string;
  account: SystemAccount | null;
  binaries: PostgresBinaries;
  durable: boolean;
}

/**
 * Creates the cluster if there is none, under a temporary name first: an interrupted attempt is never mistaken for a
 * cluster.
 *
 * @returns the cluster's folder and the superuser's random password: other users of the machine reach the port, and a
 * superuser can run programs
 * @throws Error if initdb fails, with its output
 */
export function prepareCluster(plan: ClusterPlan): { cluster: string; password: string } {
  const { dataDir } = plan;
  const cluster = join(dataDir, 'cluster');
  const passwordFile = join(dataDir, 'password');
  mkdirSync(dataDir, { recursive: true });
  if (plan.account) chownSync(dataDir, plan.account.uid, plan.account.gid);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (plan.account) chownSync(passwordFile, plan.account.uid, plan.account.gid);
    create(plan, cluster, passwordFile);
  }
  return { cluster, password: readFileSync(passwordFile, 'utf8').trim() };
}

function create(plan: ClusterPlan, cluster: string, passwordFile: string): void {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const args = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // Sorts strings equally on every machine, independent of the locales of the operating system.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--lc-messages=C',
    ...(plan.durable ? [] : ['--no-sync']),
  ];
  try {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    execFileSync(plan.binaries.initdb, args, { stdio: 'pipe', cwd: plan.dataDir, env, ...plan.account });
  } catch (cause) {
    throw new Error(`initdb failed: ${String((cause as { stderr?: Buffer }).stderr ?? cause).trim()}`, { cause });
  }
  renameSync(draft, cluster);
}
