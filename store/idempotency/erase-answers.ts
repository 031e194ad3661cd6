import type { Queryable } from '../../prisma/client';

/** Deletes the recorded answers of an account. */
export async function eraseAnswers(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({ text: 'DELETE FROM idempotency_records WHERE account_id = $1', values: [accountId] });
}
