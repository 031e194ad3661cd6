import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { InvalidArgumentError, type Command } from 'commander';
import { Failure } from '../base/failures';
import { IDEMPOTENCY_KEY_PATTERN } from '../base/idempotency';
import { databaseUrl, readSettings } from '../base/settings';
import { eventSettings } from '../base/webhook-settings';
import { claimOfOperator, type IdempotencyClaim, type Once } from '../modules/outbox/store/claims';
import { actingAs, openDatabase, type Database } from '../prisma/client';
import { print } from './print';

type Access = 'read' | 'write';

const declared = new WeakMap<Command, Access>();

/** Declares a read-only command. PostgreSQL rejects its writes. */
export function reads(command: Command): Command {
  declared.set(command, 'read');
  return command;
}

/** Declares a command that writes. Its changes are audited with the operator's name and `--reason`. */
export function writes(command: Command): Command {
  declared.set(command, 'write');
  return command;
}

export function accessOf(command: Command): Access | null {
  return declared.get(command) ?? null;
}

function addressOfDatabase(): string {
  if (!process.env.DATABASE_URL) {
    throw new Error('Set DATABASE_URL, or start the local default with `npm start` first.');
  }
  return readSettings({ DATABASE_URL: databaseUrl() }).DATABASE_URL;
}

/** Runs `work` with the database in DATABASE_URL and the access that the command declares. Dry runs are read-only. */
export async function withDatabase<T>(
  command: Command,
  work: (db: Database) => Promise<T>,
  { readOnly = false } = {},
): Promise<T> {
  const access = accessOf(command);
  if (!access) throw new Error(`${nameOf(command)} must be declared with reads() or writes().`);
  const { actor, reason, dryRun } = command.optsWithGlobals<{ actor?: string; reason?: string; dryRun?: boolean }>();
  const db = openDatabase(addressOfDatabase(), 2, {
    readOnly: readOnly || access === 'read' || dryRun === true,
    productEvents: readSettings(eventSettings).PRODUCT_EVENTS === 'on',
  });
  try {
    const name = actor ?? process.env.ADMIN_ACTOR ?? userOfShell();
    return await work(
      actingAs(db, { kind: 'operator', name, via: nameOf(command), requestId: null, reason: reason ?? null }),
    );
  } finally {
    await db.close();
  }
}

export async function printFrom(command: Command, work: (db: Database) => Promise<object>): Promise<void> {
  print(await withDatabase(command, work), command.optsWithGlobals());
}

// A container can run under a user id that has no name.
function userOfShell(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** Full name of a command, such as `ledger credit`. */
export function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

interface UnderKey<T> {
  value: T;
  shown: { key: string; replayed: boolean };
  note?: string;
}

/** Adds `--key` to a command that is not safe to repeat without it; see {@link underKey}. */
export function takesKey(command: Command): Command {
  return command.option(
    '--key <text>',
    'idempotency key: repeat a command with its key and it runs only once; generated if absent',
    keyText,
  );
}

/** Runs `work` once per `--key`; prints a generated key if none is given. @throws Error if a key's `contents` differ */
export async function underKey<T>(
  command: Command,
  contents: object,
  work: (db: Database, claim: IdempotencyClaim) => Promise<Once<T>>,
): Promise<UnderKey<T>> {
  const given = command.opts<{ key?: string }>().key;
  const key = given ?? randomUUID();
  if (given === undefined) process.stderr.write(`If the command is interrupted, repeat it with --key ${key}\n`);
  const claim = claimOfOperator(nameOf(command), key, contents);
  const { value, replayed } = await withDatabase(command, (db) => work(db, claim)).catch((error: unknown) => {
    if (!(error instanceof Failure && error.code === 'idempotency_key_reused')) throw error;
    throw new Error(
      `Nothing was done: the key ${key} was used with different options. Pass the same options, or another --key.`,
    );
  });
  return {
    value,
    shown: { key, replayed },
    ...(replayed && { note: `Nothing was done: the key ${key} was used before. This is the earlier result.` }),
  };
}

function keyText(value: string): string {
  if (new RegExp(IDEMPOTENCY_KEY_PATTERN).test(value)) return value;
  throw new InvalidArgumentError('must be 1 to 255 printable ASCII characters');
}
