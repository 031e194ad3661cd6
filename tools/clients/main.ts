/**
 * `npm run clients`: installs our clients from the product and generates four others from its description. Each plays a
 * session of the sandbox with a test key: it starts a run, waits, reads findings and PDF, and reads a 402 and a 409 as
 * typed problems. Exits 1 where one fails; clients whose tool chain is missing are named.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReadyFile } from '../../local/ready-file';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { openDatabase } from '../../prisma/client';
import { createCustomer } from '../../test/support/api';
import { exitWith } from '../../test/support/exit-with';
import { isInstalled, searchableFolder } from '../../test/support/programs';
import { startLocalProduct } from '../../test/support/real-parts';
import { BEHAVIOURS, type Driver } from './behaviours/behaviour';
import { play } from './behaviours/play';
import { CLIENTS, type ClientRow } from './clients';
import { run } from './tools';

/** What each program prints, beside the score. */
const WANTED = {
  status: 'completed',
  pdf: '%PDF',
  conflict: 'idempotency_key_reused',
  unpaid: 'entitlement_required',
};

const PROGRAMS = join(PACKAGE_ROOT, 'tools', 'clients', 'programs');

/** Test key of a new account. */
async function newKey(ready: ReadyFile): Promise<string> {
  const db = openDatabase(ready.database, 2);
  try {
    return (await createCustomer(db, { mode: 'test', credits: 0 })).apiKey;
  } finally {
    await db.close();
  }
}

async function playClient(client: ClientRow, ready: ReadyFile, description: string, folder: string): Promise<void> {
  cpSync(join(PROGRAMS, client.name), folder, { recursive: true });
  const [program, ...args] = await client.prepare(folder, description, ready.api);
  const env = { ...process.env, NOI_API_URL: ready.api, NOI_API_KEY: await newKey(ready) };
  const { score, ...said } = JSON.parse(await run(program, args, { cwd: folder, env })) as Record<string, unknown>;
  const isRight = Object.entries(WANTED).every(([field, value]) => said[field] === value);
  if (!isRight || !Number.isInteger(score)) throw new Error(`printed ${JSON.stringify({ score, ...said })}`);
  const drivers = client.drivers?.(folder) ?? [];
  try {
    for (const driver of drivers) await playBehaviours(driver, { url: ready.api, apiKey: await newKey(ready) });
  } finally {
    await Promise.all(drivers.map((driver) => driver.close()));
  }
}

async function playBehaviours(driver: Driver, product: { url: string; apiKey: string }): Promise<void> {
  for (const behaviour of BEHAVIOURS) {
    await play(behaviour, driver, product).catch((error: Error) => {
      throw new Error(`${driver.name}: ${behaviour.name}: ${error.message}`);
    });
  }
}

async function main(): Promise<number> {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  const chosen = CLIENTS.filter(({ name }) => only?.split(',').includes(name) ?? true);
  if (chosen.length === 0) throw new Error(`Choose from ${CLIENTS.map(({ name }) => name).join(', ')}.`);
  mkdirSync(join(tmpdir(), 'noi-clients'), { recursive: true, mode: 0o755 });
  const folder = searchableFolder(join(tmpdir(), 'noi-clients', 'run-'));
  const { ready, stop } = await startLocalProduct(join(folder, 'product'));
  let failed = 0;
  try {
    const description = join(folder, 'v1.json');
    writeFileSync(description, await (await fetch(`${ready.api}/openapi/v1.json`)).text());
    for (const client of chosen) {
      const { name, needs, note = '' } = client;
      const lacking = needs.filter((program) => !isInstalled(program));
      if (lacking.length > 0) {
        console.log(`${name} missing: needs ${lacking.join(', ')}`);
        continue;
      }
      try {
        await playClient(client, ready, description, join(folder, name));
        console.log(`${name} passed ${note}`);
      } catch (error) {
        const { message, stderr = '' } = error as Error & { stderr?: string };
        console.log(`${name} failed: ${`${message}\n${stderr}`.slice(0, 2_000)}`);
        failed++;
      }
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed > 0 ? 1 : 0;
}

exitWith(main());
