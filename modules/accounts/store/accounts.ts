import type { Plan } from '../../../base/access';
import { normalEmail } from '../../../base/email-address';
import { Failure } from '../../../base/failures';
import { newId } from '../../../base/ids';
import { transaction, type Account as AccountRow, type Queryable, type Database } from '../../../prisma/client';
import type { Narrowed } from '../../../prisma/sql';
import { recordAudit } from '../../outbox/store/audit';
import type { AccountState } from '../contract';
import { PENDING_DAYS, type USABLE_ACCOUNT } from '../rules';

/** An account without its password hash, which only the password check reads. */
export type Account = Narrowed<AccountRow, { plan: Plan; status: AccountState }>;

export const toAccount = <Row extends AccountRow>(row: Row) => row as Omit<Row, keyof Account> & Account;

export interface InsertedAccount {
  id: string;
  status: AccountState;
  created: boolean;
}

/** Creates and locks the account for an email address, ignoring case. If the account already exists, only locks it. */
export async function insertAccount(
  tx: Queryable,
  account: { email: string; plan: Plan; status: (typeof USABLE_ACCOUNT)[number] },
): Promise<InsertedAccount> {
  const id = newId('acc');
  const { rows } = await tx.query<{ id: string; status: AccountState }>({
    name: 'account-insert',
    text: `INSERT INTO accounts (id, email, plan, status) VALUES ($1, $2, $3, $4)
           ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id, status`,
    values: [id, normalEmail(account.email), account.plan, account.status],
  });
  return { ...rows[0]!, created: rows[0]!.id === id };
}

/**
 * Returns the account for an email address, ignoring case. A missing account is created as `active`, since an operator
 * vouches for the address. An existing account keeps its plan, but becomes active if it was pending.
 */
export async function ensureAccount(db: Database, email: string, plan: Plan): Promise<Account> {
  const id = await transaction(db, async (tx) => {
    const account = await insertAccount(tx, { email, plan, status: 'active' });
    const after = { status: 'active' };
    if (account.created) {
      await recordAudit(tx, { action: 'account.created', accountId: account.id, after: { plan, ...after } });
    } else if (account.status === 'pending') {
      await tx.query({
        text: 'UPDATE accounts SET status = $2 WHERE id = $1 AND status = ANY($3)',
        values: [account.id, after.status, [account.status]],
      });
      const before = { status: account.status };
      await recordAudit(tx, { action: 'account.activated', accountId: account.id, before, after });
    }
    return account.id;
  });
  return (await findAccount(db, id))!;
}

export async function findAccount(db: Database, accountId: string): Promise<Account | null> {
  const account = await db.prisma.account.findUnique({ where: { id: accountId }, omit: { passwordHash: true } });
  return account && toAccount(account);
}

/** Finds an account by id or email address; null if there is none. For operators. */
export async function lookUpAccount(db: Database, idOrEmail: string): Promise<Account | null> {
  const where = idOrEmail.includes('@') ? { email: normalEmail(idOrEmail) } : { id: idOrEmail };
  const account = await db.prisma.account.findFirst({ where, omit: { passwordHash: true } });
  return account && toAccount(account);
}

/** Lists accounts, newest first, optionally filtered by part of the email address. For operators. */
export async function listAccounts(
  db: Database,
  { limit, email }: { limit: number; email?: string | undefined },
): Promise<Account[]> {
  const accounts = await db.prisma.account.findMany({
    where: email ? { email: { contains: normalEmail(email) } } : {},
    omit: { passwordHash: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return accounts.map(toAccount);
}

/** Locks an account and returns its state. @throws Failure `not_found` */
export async function lockAccount(tx: Queryable, accountId: string): Promise<AccountState> {
  const { rows } = await tx.query<{ status: AccountState }>({
    text: 'SELECT status FROM accounts WHERE id = $1 FOR UPDATE',
    values: [accountId],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return rows[0].status;
}

/**
 * Refuses new work for a suspended account, in the transaction that would start the work. API keys are cached for a
 * few seconds, so this checks the database again. Takes the same row lock as a foreign key does, so this transaction
 * and a suspension wait for each other.
 * @throws Failure `account_suspended`
 */
export async function refuseSuspended(tx: Queryable, accountId: string): Promise<void> {
  // We compare in code, because SQL would evaluate the condition before waiting for the lock.
  const { rows } = await tx.query<{ status: AccountState }>({
    name: 'account-suspended',
    text: 'SELECT status FROM accounts WHERE id = $1 FOR KEY SHARE',
    values: [accountId],
  });
  if (rows[0]?.status === 'suspended') throw new Failure('account_suspended');
}

/** Email address of an account: a placeholder if the account was erased, null if it is unknown. */
export async function readAddress(db: Database, accountId: string): Promise<string | null> {
  // A prepared statement, because every purchase runs it.
  const { rows } = await db.pool.query<{ email: string }>({
    name: 'account-address',
    text: 'SELECT email FROM accounts WHERE id = $1',
    values: [accountId],
  });
  return rows[0]?.email ?? null;
}

/** Sets the monthly budget; null removes it. Runs already accepted continue. @throws Failure `not_found` */
export async function setBudget(db: Database, accountId: string, cents: number | null): Promise<Account> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<{ before: number | null }>({
      text: `UPDATE accounts SET monthly_budget_cents = $2 FROM (
               SELECT id, monthly_budget_cents AS before FROM accounts WHERE id = $1 FOR NO KEY UPDATE) AS old
             WHERE accounts.id = old.id RETURNING old.before`,
      values: [accountId, cents],
    });
    if (!rows[0]) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    await recordAudit(tx, {
      action: 'account.budget_set',
      accountId,
      before: { monthlyBudgetCents: rows[0].before },
      after: { monthlyBudgetCents: cents },
    });
  });
  return (await findAccount(db, accountId))!;
}

// SQL condition for old pending accounts that bought nothing and were given nothing by an operator.
const UNUSED = `status = 'pending' AND created_at < now() - $1 * interval '1 day'
  AND NOT EXISTS (SELECT FROM account_links
                  WHERE account_id = accounts.id AND requested_at > now() - $1 * interval '1 day')
  AND NOT EXISTS (SELECT FROM entitlements WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM api_keys WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM orders WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT FROM contributors WHERE account_id = accounts.id)`;

/**
 * Deletes up to `limit` accounts that nobody signed in to within {@link PENDING_DAYS} of their last link; returns how
 * many. Their links remain until they expire, but no longer refer to an account.
 */
export async function purgePendingAccounts(db: Database, limit: number): Promise<number> {
  // Deletes by ctid, because a link issued in the meantime creates a new row version, which must not be deleted.
  const { rowCount } = await db.pool.query({
    text: `DELETE FROM accounts
           WHERE ctid = ANY(ARRAY(SELECT ctid FROM accounts WHERE ${UNUSED} LIMIT $2)) AND ${UNUSED}`,
    values: [PENDING_DAYS, limit],
  });
  return rowCount ?? 0;
}
