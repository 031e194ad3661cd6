import type { Queryable } from '../../prisma/client';

/** Blanks the notes on the withdrawals of an account; the withdrawals stay. */
export async function eraseNotes(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'UPDATE withdrawals SET note = NULL, review_reason = NULL, end_reason = NULL WHERE account_id = $1',
    values: [accountId],
  });
}
