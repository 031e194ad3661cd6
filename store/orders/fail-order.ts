import { transaction, type Database } from '../../prisma/client';
import { release } from '../opportunities/release-hold';
import { moveOrder } from './move-order';

/** Ends an order whose session could not be created, and releases its hold. */
export async function failOrder(db: Database, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await moveOrder(tx, orderId, 'failed', {}, { from: 'creating' });
    if (order) await release(tx, order);
  });
}
