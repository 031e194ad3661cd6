import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../local/programs';
import type { ReadyFile } from '../../local/ready-file';
import { eventually } from './eventually';
import { searchableFolder } from './searchable-folder';

/** Starts the local default, with these settings, in this folder and waits until it is ready. */
export async function startLocalProduct(
  folder: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ ready: ReadyFile; stop(): Promise<void> }> {
  const env = { ...process.env, LOCAL_DIR: folder, LIMITS_SCALE: '100000', ...settings };
  const child = spawn(process.execPath, [built('local/main')], { env, stdio: 'ignore' });
  const file = join(folder, 'ready.json');
  await eventually('the product is ready', () => existsSync(file) || child.exitCode !== null, 600_000);
  if (child.exitCode !== null) throw new Error('The product did not start.');
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { ready: JSON.parse(readFileSync(file, 'utf8')) as ReadyFile, stop };
}

/** Starts the local default for `play`, which is given a temporary folder beside it; both are gone afterwards. */
export async function withLocalProduct(
  name: string,
  settings: NodeJS.ProcessEnv,
  play: (ready: ReadyFile, folder: string) => Promise<void>,
): Promise<void> {
  const folder = searchableFolder(join(tmpdir(), `noi-${name}-`));
  const { ready, stop } = await startLocalProduct(join(folder, 'product'), settings);
  try {
    await play(ready, folder);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
