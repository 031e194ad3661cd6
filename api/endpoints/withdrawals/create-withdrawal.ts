import { Withdrawal, WithdrawalCreate } from '../../../contracts/withdrawals';
import { endpoint, key } from '../../../http/endpoint';
import { withdrawalRequested } from '../../../http/examples';
import { operationReply } from '../../../http/reply';
import { requestWithdrawal } from '../../../store/payouts/request';

/**
 * Requests a payout to a contributor and holds the amount until it arrives or is returned (docs/interface.md,
 * Withdrawals).
 */
export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/withdrawals',
  operationId: 'createWithdrawal',
  tag: 'withdrawals',
  summary: 'Request a payout of your balance',
  description:
    'For contributors. Holds the amount on the balance and returns it unless the withdrawal is `paid`. Repeat a request after a failure with the same Idempotency-Key and body: it returns the first response again.',
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
    const { value, replayed, pending } = await requestWithdrawal(deps.db, {
      idempotency: claim,
      accountId,
      mode,
      amount: body.amount,
      note: body.note ?? null,
      review: { dayAbove: deps.settings.payoutReviewThreshold, monthAbove: deps.settings.payoutReviewMonthly },
    });
    if (pending) deps.deliver(pending);
    const headers = { Location: `/v1/withdrawals/${value.withdrawalId}` };
    // Answers that were kept before payouts had a currency of their own lack it.
    return operationReply(202, { body: { ...value, payout: value.payout ?? null }, replayed, headers });
  },
});
