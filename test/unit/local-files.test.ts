import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../../local/lock';
import { freePort } from '../../local/ports';
import { canReach } from '../../local/postgres/reach';
import { StateFile } from '../../stand-ins/base/state-file';
import { identify } from '../../local/process/identity';
import { readReadyFile, writeReadyFile, type ReadyFile } from '../../local/ready-file';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'noi-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const GONE = 2 ** 22 + 1;

describe('the lock of a folder', () => {
  test('is held once, names its holder, and is free after its release', () => {
    const file = join(folder, 'lock');
    const first = takeLock(file);
    expect(first.taken).toBe(true);
    expect(takeLock(file)).toMatchObject({ taken: false, holder: { pid: process.pid } });
    if (first.taken) first.release();
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['of a process that is gone', { pid: GONE, identity: 'x' }],
    ['of a process whose id was used again', { pid: process.pid, identity: 'another process' }],
    ['that is damaged', 'not an object'],
  ])('%s is taken over', (_name, content) => {
    const file = join(folder, 'lock');
    writeFileSync(file, JSON.stringify(content));
    expect(takeLock(file).taken).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, identity: identify(process.pid) });
  });
});

describe('ready.json', () => {
  const content = (pids: Record<string, number>): ReadyFile => ({
    api: 'http://a',
    temporal: 't',
    temporalWeb: null,
    database: 'd',
    databaseOwner: 'o',
    traces: null,
    mail: null,
    agents: null,
    payments: null,
    metrics: { api: 'http://m', worker: 'http://n' },
    keys: { live: 'l', test: 't' },
    account: { id: 'i', email: 'e' },
    pids,
  });

  test('is read back while all processes live, and is for its owner only', () => {
    const path = join(folder, 'ready.json');
    writeReadyFile(path, content({ supervisor: process.pid }));
    expect(readReadyFile(path)).toEqual(content({ supervisor: process.pid }));
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('counts for nothing once a process of it is gone, or where there is none', () => {
    const path = join(folder, 'ready.json');
    expect(readReadyFile(path)).toBeNull();
    writeReadyFile(path, content({ supervisor: process.pid, api: GONE }));
    expect(readReadyFile(path)).toBeNull();
  });
});

test('a port that is taken is stepped over, and none is handed out twice', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port: taken } = holder.address() as { port: number };
  const first = await freePort(taken);
  const second = await freePort(taken);
  expect(new Set([taken, first, second]).size).toBe(3);
  // Outgoing connections of this system begin there.
  expect(await freePort()).toBeLessThan(32_768);
  await new Promise((resolve) => holder.close(resolve));
});

test('a folder below one that others cannot search is out of reach for another account', () => {
  const other = { uid: 65_534, gid: 65_534 };
  const below = join(folder, 'private', 'data');
  mkdirSync(below, { recursive: true });
  chmodSync(folder, 0o755);
  expect(canReach(below, other)).toBe(true);
  chmodSync(join(folder, 'private'), 0o700);
  expect(canReach(below, other)).toBe(false);
  expect(canReach(join(below, 'not', 'made', 'yet'), other)).toBe(false);
});

test('the state of a stand-in, which holds ideas, is readable by its owner only', async () => {
  const file = join(folder, 'agents.json');
  writeFileSync(file, '', { mode: 0o644 });
  const world = { ideas: new Map([['run_1', 'An idea']]) };
  const state = new StateFile(file, 1, world);
  state.touch();
  await state.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
