import { Failure } from '../../contracts/failures';
import { isOneOf } from '../../domain/machine';
import { WITHDRAWAL } from '../../domain/withdrawals';
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

/** Says why a withdrawal cannot be decided about, and what it waits for. @throws Failure `not_found` */
export async function refuseDecision(tx: Queryable, id: string): Promise<never> {
  const { rows } = await tx.query<Pick<Withdrawal, 'status' | 'reviewDecision'> & { suspended: boolean }>({
    text: `SELECT withdrawals.status, review_decision AS "reviewDecision", accounts.status = 'suspended' AS suspended
           FROM withdrawals JOIN accounts ON accounts.id = account_id WHERE withdrawals.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
  const { status, reviewDecision, suspended } = rows[0];
  const isDecided = reviewDecision !== null && isOneOf(WITHDRAWAL.before('processing'), status);
  if (!isDecided) throw new Failure('not_found', { detail: `Withdrawal ${id} is ${status} and waits for no review.` });
  const waits = suspended && reviewDecision === 'approve';
  const way = waits ? 'it goes on once its account is resumed with `accounts resume`' : 'it goes on by itself';
  throw new Failure('not_found', { detail: `Withdrawal ${id} was decided before (${reviewDecision}): ${way}.` });
}

const WAYS: Partial<Record<Withdrawal['status'], string>> = {
  under_review: 'decide it with `withdrawals reject`',
  paid: 'what the bank sends back ends it by itself, and with --write-off where the provider refused to take that back',
};
