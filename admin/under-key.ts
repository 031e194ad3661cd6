import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { Failure } from '../contracts/failures';
import { IDEMPOTENCY_KEY_PATTERN } from '../contracts/idempotency';
import type { Database } from '../prisma/client';
import type { IdempotencyClaim } from '../store/idempotency/claim-key';
import { claimOfOperator } from '../store/idempotency/claim-of-operator';
import type { Once } from '../store/idempotency/once';
import { nameOf, withDatabase } from './context';

/** Result of a command that acts once for its key. */
interface UnderKey<T> {
  value: T;
  /** What every such command prints: its key, and whether an earlier command under it did the work. */
  shown: { key: string; replayed: boolean };
  /** Says that nothing was done, if so. */
  note?: string;
}

/** Offers `--key` to a command that would otherwise do its work again where it is repeated; see {@link underKey}. */
export function takesKey(command: Command): Command {
  return command.option('--key <text>', 'does the work once, however often it is given; made up where absent', keyText);
}

/**
 * Does the work of a command once for its `--key`. A key that is made up is printed before anything is written, so that
 * the command can be repeated where its answer is lost.
 *
 * @throws Error in words for a key that was used with other `contents`
 */
export async function underKey<T>(
  command: Command,
  contents: object,
  work: (db: Database, claim: IdempotencyClaim) => Promise<Once<T>>,
): Promise<UnderKey<T>> {
  const given = command.opts<{ key?: string }>().key;
  const key = given ?? randomUUID();
  if (given === undefined) process.stderr.write(`If the answer is lost, repeat the command with --key ${key}\n`);
  const claim = claimOfOperator(nameOf(command), key, contents);
  const { value, replayed } = await withDatabase(command, (db) => work(db, claim)).catch((error: unknown) => {
    if (!(error instanceof Failure && error.code === 'idempotency_key_reused')) throw error;
    throw new Error(`Nothing was done: the key ${key} was used with other options. Give those, or another --key.`);
  });
  return {
    value,
    shown: { key, replayed },
    ...(replayed && { note: `Nothing was done: the key ${key} was used before. This is what was done then.` }),
  };
}

function keyText(value: string): string {
  if (new RegExp(IDEMPOTENCY_KEY_PATTERN).test(value)) return value;
  throw new InvalidArgumentError('must be 1 to 255 printable ASCII characters');
}
