import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';

/**
 * Refuses to offer anything for a contributor who is erased: the share of its sale would be nobody's. Holds off an
 * erasure until the transaction ends, which then sees the offer.
 *
 * @throws Failure `invalid_request`
 */
export async function refuseErased(tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ erased: boolean }>({
    text: `SELECT status = 'erased' AS erased FROM accounts WHERE id = $1 FOR SHARE`,
    values: [accountId],
  });
  if (rows[0]?.erased) throw new Failure('invalid_request', { detail: `Its contributor ${accountId} is erased.` });
}
