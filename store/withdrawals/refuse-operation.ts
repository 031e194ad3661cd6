import { Failure } from '../../contracts/failures';
import type { Queryable } from '../../prisma/client';
import type { Withdrawal } from './row';

/** Says why an operator cannot end or retry a withdrawal, and what to do. @throws Failure `not_found` */
export async function refuseOperation(tx: Queryable, id: string): Promise<never> {
  const { rows } = await tx.query<Pick<Withdrawal, 'status'>>({
    text: 'SELECT status FROM withdrawals WHERE id = $1',
    values: [id],
  });
  const status = rows[0]?.status;
  if (!status) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
  const way = WAYS[status] ?? 'the contributor can ask again';
  throw new Failure('not_found', { detail: `Withdrawal ${id} is ${status}: ${way}.` });
}

const WAYS: Partial<Record<Withdrawal['status'], string>> = {
  under_review: 'decide it with `withdrawals reject`',
  paid: 'what the bank sends back ends it by itself, and with --write-off where the provider refused to take that back',
};
