import { PERSONAL_DATA } from '../../domain/stored-data/personal-data';
import type { Finder } from '../../domain/stored-data/stored-table';
import { listOf } from '../../prisma/sql';

/** SQL condition for the rows of account `$1` in a table of `PERSONAL_DATA`, while the account has its address. */
export function rowsOfAccount(table: string): string {
  return found(table, ({ address }) => `${address} = (SELECT email FROM accounts WHERE id = $1)`);
}

/** The same for an account whose erasure has begun: its address, and only rows from before the erasure. */
export function rowsOfErased(table: string): string {
  return found(table, beforeErasure);
}

/** Those rows of an account whose erasure has begun that can be erased: without what is still worked on. */
export function erasableRows(table: string): string {
  return found(table, beforeErasure, true);
}

type ByAddress = Extract<Finder, { address: string }>;

// Younger rows belong to the address's next account.
function beforeErasure({ address, since }: ByAddress): string {
  const own = `${address} = (SELECT email FROM erasures WHERE account_id = $1)`;
  return since ? `(${own} AND ${since} <= (SELECT requested_at FROM erasures WHERE account_id = $1))` : own;
}

function found(table: string, byAddress: (finder: ByAddress) => string, ended = false): string {
  const { rows, ended: states } = PERSONAL_DATA[table]!;
  const ways = rows.map((finder) => {
    if ('account' in finder) return `${finder.account} = $1`;
    if ('address' in finder) return byAddress(finder);
    return `${finder.by} IN (SELECT id FROM ${finder.part} WHERE ${found(finder.part, byAddress, ended)})`;
  });
  return `(${ways.join(' OR ')})${ended && states ? ` AND status IN (${listOf(states)})` : ''}`;
}
