import { readFile } from 'node:fs/promises';
import { MODES, SCOPES, type Mode } from '../contracts/access';
import { hashApiKey } from '../contracts/api-key';
import { RUN_KIND_NAMES } from '../contracts/runs';
import { countPages } from '../documents/count-pages';
import { openDatabase, type Database } from '../prisma/client';
import { ensureAccount } from '../store/accounts/ensure-account';
import { importOpportunities } from '../store/opportunities/import-opportunities';
import { sampleOpportunities, verifySamples } from './catalogue';
import { writePrivateJson } from './ready-file';
import { createKey } from '../store/keys/create-key';
import { findCaller } from '../store/keys/find-caller';
import { countEntitlements } from '../store/entitlements/count-entitlements';
import { grantEntitlements } from '../store/entitlements/grant-entitlements';

/** Initial local account and its keys: one per mode, with all scopes. */
export interface Seeded {
  account: { id: string; email: string };
  keys: Record<Mode, string>;
}

const EMAIL = 'demo@noi.example';
const CREDITS = 100;

/**
 * Ensures that the local account exists with a live and a test key and credits of both kinds, and the sample catalogue.
 * The database stores keys only as hashes, so this machine's keys are kept in `keepFile`, readable by its owner only;
 * keys that no longer work are replaced.
 */
export async function seed(databaseUrl: string, keepFile: string): Promise<Seeded> {
  const db = openDatabase(databaseUrl, 2);
  try {
    const account = await ensureAccount(db, EMAIL, 'pro');
    const kept = await readKept(keepFile);
    const keys = {} as Seeded['keys'];
    for (const mode of MODES) {
      keys[mode] = (await stillValid(db, kept?.keys?.[mode], account.id)) ?? (await newKey(db, account.id, mode));
    }
    await topUp(db, account.id);
    await importOpportunities(db, sampleOpportunities(), verifySamples, countPages);
    const seeded = { account: { id: account.id, email: account.email }, keys };
    writePrivateJson(keepFile, seeded);
    return seeded;
  } finally {
    await db.close();
  }
}

async function readKept(keepFile: string): Promise<Partial<Seeded> | null> {
  try {
    return JSON.parse(await readFile(keepFile, 'utf8')) as Partial<Seeded>;
  } catch {
    return null;
  }
}

async function stillValid(db: Database, secret: string | undefined, accountId: string): Promise<string | null> {
  if (!secret) return null;
  const caller = await findCaller(db, hashApiKey(secret));
  return caller?.accountId === accountId ? secret : null;
}

async function newKey(db: Database, accountId: string, mode: Mode): Promise<string> {
  const { secret } = await createKey(db, { accountId, name: `local ${mode}`, mode, scopes: SCOPES });
  return secret;
}

async function topUp(db: Database, accountId: string): Promise<void> {
  const counts = await countEntitlements(db, accountId, 'live');
  for (const kind of RUN_KIND_NAMES) {
    const unused = counts.find((count) => count.kind === kind)?.unused ?? 0;
    if (unused < CREDITS / 10) await grantEntitlements(db, accountId, kind, CREDITS - unused);
  }
}
