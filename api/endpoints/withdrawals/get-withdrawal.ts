import { Failure } from '../../../contracts/failures';
import { Withdrawal } from '../../../contracts/withdrawals';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { findWithdrawal } from '../../../store/payouts/withdrawals';
import { withdrawalView } from './withdrawal-view';

/** Withdrawal of the caller's account (docs/interface.md, Withdrawals). */
export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/v1/withdrawals/{id}',
  operationId: 'getWithdrawal',
  tag: 'withdrawals',
  summary: 'Status of one withdrawal',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  needs: 'payouts',
  id: { prefix: 'wdr', missing: 'withdrawal_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Withdrawal },

  async handle({ deps, caller, id }) {
    const withdrawal = await findWithdrawal(deps.db, caller, id);
    if (!withdrawal) throw new Failure('withdrawal_not_found');
    return ok(withdrawalView(withdrawal), { 'Cache-Control': 'private, no-cache' });
  },
});
