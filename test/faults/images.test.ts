import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { freePort } from '../../local/ports';
import { administer, within } from '../support/database';
import { eventually } from '../support/eventually';
import { useDatabase } from '../support/use';

/** The command of a target of the Dockerfile, as the image runs it. */
function commandOf(target: string): string[] {
  const dockerfile = readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8');
  const stage = dockerfile.split(/^(?=FROM )/m).find((text) => text.startsWith(`FROM runtime AS ${target}\n`))!;
  return JSON.parse(/^CMD (.+)$/m.exec(stage)![1]!) as string[];
}

let environment: NodeJS.ProcessEnv;
const running: ChildProcess[] = [];
const db = useDatabase();
beforeAll(async () => {
  environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: db.url,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE: 'images',
    ANTHROPIC_API_KEY: 'not-asked-for-anything',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  };
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
});

function run(target: string, env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const [program, ...args] = commandOf(target);
  const child = spawn(program!, args, { cwd: PACKAGE_ROOT, env: { ...environment, ...env } });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return { child, output: () => text };
}

test('the migrate image brings an empty database to the schema', async () => {
  const server = process.env.TEST_DATABASE_URL!;
  await administer(server, 'CREATE DATABASE t_image');
  try {
    const [program, ...args] = commandOf('migrate');
    const { status, stdout } = spawnSync(program!, args, {
      cwd: PACKAGE_ROOT,
      env: { ...environment, DATABASE_URL: within(server, 't_image') },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('applied')]);
  } finally {
    await administer(server, 'DROP DATABASE t_image WITH (FORCE)');
  }
});

test('the API image answers its health check, and stops cleanly when asked to', async () => {
  const port = await freePort();
  const { child } = run('api', { PORT: String(port) });
  await eventually('it is ready', async () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  child.kill('SIGTERM');
  expect((await once(child, 'exit')) as [number | null]).toEqual([0, null]);
});

test('the worker image polls, and stops cleanly when asked to', async () => {
  const { child, output } = run('worker', {});
  await eventually('it is ready', () => output().includes('"ready":true'), 30_000);
  child.kill('SIGTERM');
  expect((await once(child, 'exit')) as [number | null]).toEqual([0, null]);
});

test('settings that are missing are named in one message, and nothing is started', () => {
  for (const target of ['api', 'worker']) {
    const [program, ...args] = commandOf(target);
    const { status, stderr } = spawnSync(program!, args, {
      cwd: PACKAGE_ROOT,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('DATABASE_URL: missing');
  }
});
