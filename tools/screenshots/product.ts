import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from '../../local/process/deadline';
import { built } from '../../local/programs';
import { readReadyFile, type ReadyFile } from '../../local/ready-file';
import { PACKAGE_ROOT } from '../../platform/package-root';

const START_WITHIN_MS = 600_000;

/** Starts a product with empty data and stand-ins in a folder of its own; `stop` ends it and removes the folder. */
export async function startProduct(): Promise<{ ready: ReadyFile; stop(): Promise<void> }> {
  const root = resolve(process.env.LOCAL_DIR ?? join(PACKAGE_ROOT, '.local'));
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, 'screenshots-'));
  // The account under which PostgreSQL runs must be able to search it.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [built('local/main')], {
    env: { ...withoutParts(process.env), LOCAL_DIR: folder, LIMITS_SCALE: '100' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ready = await until('the product', START_WITHIN_MS, () => {
      if (child.exitCode !== null) throw new Error('The product did not start: run "npm start" to see why');
      return readReadyFile(join(folder, 'ready.json'));
    });
    return { ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Keeps real providers, of whoever runs this, out of it. */
function withoutParts(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const parts = /^(TEST_)?(DATABASE_URL|TEMPORAL_ADDRESS|TEMPORAL_PROFILE)$|^(ANTHROPIC|RESEND|STRIPE)_/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !parts.test(name)));
}
