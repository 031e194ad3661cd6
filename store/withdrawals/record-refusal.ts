import { transaction, type Database } from '../../prisma/client';
import { raiseStuck } from './quiet-withdrawals';

/** Records that the provider refused to move the money, so that the next attempt is a new one; alerts the operator. */
export function recordRefusal(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({
      name: 'withdrawal-refused',
      text: 'UPDATE withdrawals SET refusals = refusals + 1 WHERE id = $1',
      values: [id],
    });
    await raiseStuck(tx, id);
  });
}
