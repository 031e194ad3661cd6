import { Withdrawal } from '../../../contracts/withdrawals';
import { endpoint, key } from '../../../http/endpoint';
import { pageQuery, pageReply, pageSchema } from '../../../http/list-page';
import { listWithdrawals as readWithdrawals } from '../../../store/payouts/withdrawals';
import { withdrawalView } from './withdrawal-view';

/** Withdrawals of the account, newest first (docs/interface.md, Withdrawals). */
export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/v1/withdrawals',
  operationId: 'listWithdrawals',
  tag: 'withdrawals',
  summary: 'Withdrawals of the account, newest first',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  needs: 'payouts',
  query: pageQuery('wdr'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('WithdrawalList', Withdrawal) },

  handle: ({ deps, caller, query }) =>
    pageReply('wdr', query, { read: (page) => readWithdrawals(deps.db, caller, page), view: withdrawalView }),
});
