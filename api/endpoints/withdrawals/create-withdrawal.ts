import { Withdrawal, WithdrawalCreate } from '../../../contracts/withdrawals';
import { fingerprint } from '../../../store/idempotency';
import { requestWithdrawal } from '../../../store/withdrawals/request-withdrawal';
import { canSell } from '../../checkout';
import { endpoint, key } from '../../endpoint';
import { NO_STORE } from '../../reply';

/** Takes a contributor's request to be paid out (spec row 25): the amount is held until it has arrived or is given back. */
export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/withdrawals',
  operationId: 'createWithdrawal',
  summary: 'Request a payout of your balance',
  description:
    'For contributors. Holds the amount on the balance; it is given back on every end but `paid`. Repeat a request after a failure with the same Idempotency-Key and body: it gets the first answer again.',
  audience: 'contributor',
  auth: key('withdrawals:write'),
  limit: 'withdrawals',
  needs: canSell,
  idempotent: true,
  conflictsAs: 400,
  body: WithdrawalCreate,
  responseScope: 'caller_account',
  responses: { 202: Withdrawal },
  problems: ['not_a_contributor', 'insufficient_balance'],

  async handle({ deps, caller, body, idempotencyKey }) {
    const { accountId, mode } = caller;
    const { value, replayed, pending } = await requestWithdrawal(deps.db, {
      idempotency: {
        accountId,
        operation: `POST /v1/withdrawals (${mode})`,
        key: idempotencyKey,
        fingerprint: fingerprint(body),
      },
      accountId,
      mode,
      amount: body.amount,
      note: body.note ?? null,
      review: body.amount > deps.settings.payoutReviewThreshold,
    });
    if (pending) deps.deliver(pending);
    return {
      status: 202,
      body: value,
      headers: {
        ...NO_STORE,
        Location: `/v1/withdrawals/${value.withdrawalId}`,
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      },
    };
  },
});
