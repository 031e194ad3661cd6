import { Failure } from '../../contracts/failures';
import { transaction, type Database } from '../../prisma/client';
import { recordAudit } from '../audit/record-audit';
import { findAccount } from './find-account';
import type { Account } from './row';

/**
 * Sets the budget of an account's runs per calendar month; null removes it. Accepted runs go on within what they
 * reserved; only new ones are refused.
 *
 * @throws Failure `not_found` for an unknown account
 */
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
