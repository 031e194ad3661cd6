import type { Plan } from '../../contracts/access';
import type { AccountState } from '../../contracts/account';
import type { Account as AccountRow } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

/** A row of `accounts` without its password hash, which stays where passwords are checked. */
export type Account = Narrowed<AccountRow, { plan: Plan; status: AccountState }>;

/** Narrows a row and its included relations; constraints of the database guarantee the types. */
export const toAccount = <Row extends AccountRow>(row: Row) => row as Omit<Row, keyof Account> & Account;
