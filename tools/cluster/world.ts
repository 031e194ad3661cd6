import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, type Database } from '../../prisma/client';
import { readClusterFile, type ClusterFile } from '../../local/cluster/file';
import { built } from '../../local/programs';
import { trust } from '../../stand-ins/internet/trust';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { createCustomer, type Customer } from '../../test/support/api';
import { createContributor, openConnectedAccount } from '../../test/support/contributors';
import type { OwnProcess } from '../../test/support/own-process';
import type { Postbox } from '../../test/support/postbox';
import type { Books } from '../../test/support/promises';
import { controlProvider } from '../../test/support/shop';
import type { Tally } from './tally';

/** How much is asked of a cluster in a drill. */
export interface DrillSizes {
  evaluations: number;
  searches: number;
  purchases: number;
  withdrawals: number;
}

/** A running cluster, the people who use it, and what they see. */
export interface World extends Books {
  /** cluster.json as it is now. */
  cluster: () => ClusterFile;
  /** The API as callers reach it. */
  api: { url: string };
  customers: Customer[];
  contributors: Customer[];
  tally: Tally;
  /** Folder of cluster.json. */
  folder: string;
  /** Processes besides the cluster's own, which it does not replace. */
  ownProcesses: OwnProcess[];
  /** Runs an operator's command; resolves with its output, rejects if it fails. */
  admin: (...args: string[]) => Promise<string>;
  close: () => Promise<void>;
}

const CUSTOMERS = 10;
const CONTRIBUTORS = 5;
const FIRST_BALANCE = 100_000;

/** Connects to the cluster that `path` describes, and opens accounts with credits and balances. */
export async function createWorld(path: string, postbox: Postbox, sizes: DrillSizes, tally: Tally): Promise<World> {
  const cluster = () => {
    const file = readClusterFile(path);
    if (!file) throw new Error(`${path} is missing: no cluster runs there`);
    return file;
  };
  const { proxy, internet, database, payments, agents } = cluster();
  trust(readFileSync(internet.authority, 'utf8'));
  const db = openDatabase(database, 10);
  const provider = controlProvider(payments);
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const customers = await times(CUSTOMERS, () => createBuyer(db, sizes));
  const contributors = await times(CONTRIBUTORS, async () =>
    createContributor(db, { balance: FIRST_BALANCE, connectedAccountId: await openConnectedAccount(provider) }),
  );
  const folder = dirname(path);
  const ownProcesses: OwnProcess[] = [];
  return {
    folder,
    ownProcesses,
    admin: (...args) => admin({ LOCAL_DIR: folder, ...internet.settings }, args),
    cluster,
    api: { url: proxy },
    db,
    provider,
    agents: { url: agents },
    postbox,
    customers,
    contributors,
    tally,
    close: async () => {
      await Promise.all(ownProcesses.map((each) => each.stop()));
      await db.close();
    },
  };
}

async function admin(settings: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [built('admin/main'), ...args], { env });
  return stdout;
}

async function createBuyer(db: Database, { evaluations, searches }: DrillSizes): Promise<Customer> {
  const customer = await createCustomer(db, { credits: Math.ceil(evaluations / CUSTOMERS) });
  const credits = Math.ceil(searches / CUSTOMERS);
  if (credits > 0) await grantEntitlements(db, customer.accountId, 'custom_search', credits);
  return customer;
}
