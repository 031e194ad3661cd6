import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODES, SCOPES, type Mode } from '../base/access';
import { PACKAGE_ROOT } from '../base/package-root';
import { hashApiKey } from '../modules/accounts/contract';
import { ensureAccount } from '../modules/accounts/store/accounts';
import { findCaller } from '../modules/accounts/store/callers';
import { createKey } from '../modules/accounts/store/keys';
import { countPages } from '../modules/dossiers/dossier-renderer';
import { countEntitlements } from '../modules/entitlements/store/credits';
import { grantEntitlements } from '../modules/entitlements/store/grant';
import type { Verification } from '../modules/findings/contract/findings-parts';
import { createPageSearch } from '../modules/findings/text/quotation';
import type { OpportunityImport } from '../modules/opportunities/contract';
import { importOpportunities, type Verify } from '../modules/opportunities/store/import';
import { RUN_KIND_NAMES } from '../modules/run-kinds/contract';
import { openDatabase, type Database } from '../prisma/client';
import { sampleHtml, findPage } from '../stand-ins/web/pages';
import { writePrivateJson } from './files';

/** The local account and its keys: one per mode, with all scopes. */
export interface Seeded {
  account: { id: string; email: string };
  keys: Record<Mode, string>;
}

const EMAIL = 'demo@noi.example';
const CREDITS = 100;

/** Ensures that the local account has keys and credits. Imports the sample catalog. Stores the keys in `keepFile`. */
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

const SAMPLES = join(PACKAGE_ROOT, 'prisma', 'catalog');

/** Loads the sample catalog. Checks its quotations against the sample web pages. */
export function sampleOpportunities(): unknown[] {
  return readdirSync(SAMPLES).map((file) => {
    const opportunity = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as OpportunityImport;
    const { findings } = opportunity;
    const evidence = findings.evidence.map((each) => ({
      ...each,
      verification: verificationOf(each.sourceUrl, each.excerpt, findings.generatedAt),
    }));
    return { ...opportunity, findings: { ...findings, evidence } };
  });
}

const verifySamples: Verify = (evidence) =>
  Promise.resolve(
    new Map(
      evidence.flatMap(({ evidenceId, verification }) => (verification ? [[evidenceId, verification] as const] : [])),
    ),
  );

function verificationOf(sourceUrl: string, excerpt: string, checkedAt: string): Verification {
  const page = findPage(sourceUrl);
  if (!page) return { status: 'unreachable', checkedAt, contentSha256: null };
  const contentSha256 = createHash('sha256').update(sampleHtml(page)).digest('hex');
  const passage = createPageSearch([page.title, ...page.text].join('\n\n'))(excerpt);
  return {
    status: passage ? 'verified' : 'not_found',
    checkedAt,
    contentSha256,
    ...(passage && { context: passage.context }),
    pageTitle: page.title,
    ...(page.publishedAt && { pageDate: page.publishedAt }),
  };
}
