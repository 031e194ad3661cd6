import { Failure } from '../contracts/failures';
import type { Account, Database } from '../prisma/client';

/** SQL: what the runs of account $1 in mode $2 that ended this month (UTC) have cost, in millionths of a US dollar. */
export const SPENT_MICROS = `(
  SELECT COALESCE(sum(cost_micros), 0) FROM runs
  WHERE account_id = $1 AND mode = $2 AND cost_micros IS NOT NULL
    AND completed_at >= date_trunc('month', now(), 'UTC'))`;

/** SQL: whether account $1 has a monthly budget and has spent it in mode $2. Without a budget nothing is summed. */
export const BUDGET_SPENT = `EXISTS (
  SELECT 1 FROM accounts
  WHERE id = $1 AND monthly_budget_cents IS NOT NULL AND monthly_budget_cents * 10000::bigint <= ${SPENT_MICROS})`;

/**
 * Sets what the runs of an account may cost in a calendar month; null takes the limit away. Runs that were accepted go on:
 * it is new ones that are refused.
 *
 * @throws Failure `not_found` for an unknown account
 */
export async function setBudget(db: Database, accountId: string, cents: number | null): Promise<Account> {
  const [account] = await db.prisma.account.updateManyAndReturn({
    where: { id: accountId },
    data: { monthlyBudgetCents: cents },
  });
  if (!account) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  return account;
}
