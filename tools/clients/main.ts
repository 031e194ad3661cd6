/**
 * `npm run clients`: installs our clients from the product, and generates others from its description by the generators
 * that our customers use, compiles them and has each play a whole session of the sandbox with a test key: start a run,
 * wait for it, read findings and PDF, and read a 402 and a 409 as typed problems. Exits 1 where one fails; a generator
 * whose tool chain is missing is named.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { ReadyFile } from '../../local/ready-file';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { openDatabase } from '../../prisma/client';
import { startLocalProduct } from '../../test/support/local-product';
import { createCustomer } from '../../test/support/api';
import { isInstalled } from '../../test/support/is-installed';
import { searchableFolder } from '../../test/support/searchable-folder';
import { BEHAVIOURS, type Driver } from './behaviours/behaviour';
import { play as playBehaviour, type Product } from './behaviours/play';
import type { ClientRow } from './client-row';
import { CLIENTS, MISSING } from './clients';
import { run } from './tools';

/** What each program prints, whatever its language. */
const WANTED = {
  status: 'completed',
  pdf: '%PDF',
  conflict: 'idempotency_key_reused',
  unpaid: 'entitlement_required',
};

interface Result {
  name: string;
  outcome: 'passed' | 'failed' | 'missing';
  detail: string;
}

const PROGRAMS = join(PACKAGE_ROOT, 'tools', 'clients', 'programs');

/** Test key of an account of its own: none sees what another did. */
async function withTestKey<T>(ready: ReadyFile, use: (apiKey: string) => Promise<T>): Promise<T> {
  const db = openDatabase(ready.database, 2);
  try {
    return await use((await createCustomer(db, { mode: 'test', credits: 0 })).apiKey);
  } finally {
    await db.close();
  }
}

async function play(client: ClientRow, ready: ReadyFile, description: string, root: string): Promise<Result> {
  const { name, needs, note = '' } = client;
  const lacking = needs.filter((program) => !isInstalled(program));
  if (lacking.length > 0) return { name, outcome: 'missing', detail: `needs ${lacking.join(', ')}` };
  const folder = join(root, name);
  cpSync(join(PROGRAMS, name), folder, { recursive: true });
  try {
    const [program, ...args] = await client.prepare(folder, description, ready.api);
    const output = await withTestKey(ready, (apiKey) => {
      const env = { ...process.env, NOI_API_URL: ready.api, NOI_API_KEY: apiKey };
      return run(program, args, { cwd: folder, env });
    });
    const { score, ...said } = JSON.parse(output) as Record<string, unknown>;
    const isRight = Number.isInteger(score) && Object.entries(WANTED).every(([field, value]) => said[field] === value);
    if (!isRight) throw new Error(`said ${JSON.stringify({ score, ...said })}`);
    await playAll(client.drivers?.(folder) ?? [], ready);
    return { name, outcome: 'passed', detail: note };
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string };
    return { name, outcome: 'failed', detail: `${message}\n${stderr}`.trim().slice(0, 2_000) };
  }
}

/** Plays the list that clients of ours share, by one driver after the other. */
async function playAll(drivers: readonly Driver[], ready: ReadyFile): Promise<void> {
  try {
    for (const driver of drivers) await withTestKey(ready, (apiKey) => playEach(driver, { url: ready.api, apiKey }));
  } finally {
    // One that was never asked, too: its process would keep this one.
    await Promise.all(drivers.map((driver) => driver.close()));
  }
}

async function playEach(driver: Driver, product: Product): Promise<void> {
  for (const behaviour of BEHAVIOURS) {
    await playBehaviour(behaviour, driver, product).catch((error: Error) => {
      throw new Error(`${driver.name}: ${behaviour.name}: ${error.message}`);
    });
  }
}

async function main(only: string[]): Promise<void> {
  const chosen = only.length > 0 ? CLIENTS.filter(({ name }) => only.includes(name)) : CLIENTS;
  const unknown = only.filter((name) => !CLIENTS.some((client) => client.name === name));
  if (unknown.length > 0) throw new Error(`No such client: ${unknown.join(', ')}. There are ${namesOf(CLIENTS)}.`);
  mkdirSync(join(tmpdir(), 'noi-clients'), { recursive: true, mode: 0o755 });
  const folder = searchableFolder(join(tmpdir(), 'noi-clients', 'run-'));
  const { ready, stop } = await startLocalProduct(join(folder, 'product'));
  const results: Result[] = [];
  try {
    const description = join(folder, 'v1.json');
    writeFileSync(description, await (await fetch(`${ready.api}/openapi/v1.json`)).text());
    for (const client of chosen) {
      console.log(`${client.name} ...`);
      results.push(await play(client, ready, description, folder));
    }
  } finally {
    await stop();
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
  const absent = only.length > 0 ? [] : MISSING.map(({ name, needs }) => toMissing(name, needs));
  for (const { name, outcome, detail } of [...results, ...absent]) {
    console.log(`${name.padEnd(36)} ${outcome.padEnd(8)} ${detail}`);
  }
  if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}

function toMissing(name: string, needs: readonly string[]): Result {
  return { name, outcome: 'missing', detail: `not played yet; would need ${needs.join(', ')}` };
}

const namesOf = (clients: readonly { name: string }[]) => clients.map(({ name }) => name).join(', ');

new Command('clients')
  .description(
    'Generates, compiles and plays the clients of the matrix. Tools are kept in the cache folder of the user.',
  )
  .option('--only <names>', `comma-separated, of ${namesOf(CLIENTS)}`)
  .action(({ only }: { only?: string }) => main(only?.split(',') ?? []))
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
