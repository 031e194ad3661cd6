import { Failure } from '../../../contracts/failures';
import { Withdrawal, type WithdrawalState } from '../../../contracts/withdrawals';
import { findWithdrawal } from '../../../store/withdrawals/read-withdrawals';
import { canSell } from '../../checkout';
import { endpoint, key } from '../../endpoint';
import { ok } from '../../reply';

/** One withdrawal of the caller's account (spec row 26). */
export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/v1/withdrawals/{id}',
  operationId: 'getWithdrawal',
  summary: 'Status of one withdrawal',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  needs: canSell,
  id: { prefix: 'wdr', missing: 'withdrawal_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Withdrawal },

  async handle({ deps, caller, id }) {
    const withdrawal = await findWithdrawal(deps.db, caller, id);
    if (!withdrawal) throw new Failure('withdrawal_not_found');
    const body: Withdrawal = {
      withdrawalId: withdrawal.id,
      status: withdrawal.status as WithdrawalState,
      amount: withdrawal.amount,
      currency: 'usd',
      failureReason: withdrawal.failureReason,
      requestedAt: withdrawal.requestedAt.toISOString(),
      updatedAt: withdrawal.updatedAt.toISOString(),
      paidAt: withdrawal.paidAt?.toISOString() ?? null,
    };
    return ok(body, { 'Cache-Control': 'private, no-cache' });
  },
});
