import { Failure } from '../../base/failures';
import { endpoint, key } from '../../http/endpoint';
import { withdrawalRequested } from '../../http/examples';
import { pageQuery, pageReply, pageSchema } from '../../http/list-page';
import { operationReply, ok } from '../../http/reply';
import { Withdrawal, WithdrawalCreate } from '../../modules/payouts/contract';
import {
  findWithdrawal,
  listWithdrawals as readWithdrawals,
  type Withdrawal as Row,
} from '../../modules/payouts/store/withdrawals';
import { withdraw } from '../../modules/payouts/use-cases/withdraw';

export function withdrawalView(withdrawal: Row): Withdrawal {
  const { id, status, amount, failureReason, requestedAt, updatedAt, paidAt } = withdrawal;
  return {
    withdrawalId: id,
    status,
    amount,
    currency: 'usd',
    payout: payoutOf(withdrawal),
    failureReason,
    requestedAt: requestedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}

// Amount and currency are either both known or both unknown.
function payoutOf({ payoutAmount: amount, payoutCurrency: currency }: Row): Withdrawal['payout'] {
  return amount === null || currency === null ? null : { amount, currency };
}

/** Requests a payout and holds the amount until the payout arrives or is returned (docs/interface/withdrawals.md). */
export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/withdrawals',
  operationId: 'createWithdrawal',
  tag: 'withdrawals',
  summary: 'Request a payout of your balance',
  description:
    'For contributors. Holds the amount on the balance, and returns it unless the withdrawal is `paid`. After a failure, repeat the request with the same Idempotency-Key and body to get the first response again.',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  limit: 'withdrawals',
  needs: 'payouts',
  idempotent: true,
  conflictsAs: 400,
  body: WithdrawalCreate,
  responseScope: 'caller_account',
  answers: ['Location'],
  responses: { 202: Withdrawal },
  example: withdrawalRequested,
  problems: ['not_a_contributor', 'insufficient_balance'],

  async handle({ deps, caller, body, claim }) {
    const { accountId, mode } = caller;
    const { amount, note = null } = body;
    const { value, replayed } = await withdraw(deps, { idempotency: claim, accountId, mode, amount, note });
    const headers = { Location: `/v1/withdrawals/${value.withdrawalId}` };
    return operationReply(202, { body: value, replayed, headers });
  },
});

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/v1/withdrawals/{id}',
  operationId: 'getWithdrawal',
  tag: 'withdrawals',
  summary: 'Get a withdrawal',
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

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/v1/withdrawals',
  operationId: 'listWithdrawals',
  tag: 'withdrawals',
  summary: 'List withdrawals, newest first',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  needs: 'payouts',
  query: pageQuery('wdr'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('WithdrawalList', Withdrawal) },

  handle: ({ deps, caller, query }) =>
    pageReply('wdr', query, { read: (page) => readWithdrawals(deps.db, caller, page), view: withdrawalView }),
});
