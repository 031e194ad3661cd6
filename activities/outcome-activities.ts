import { ACTIVITY_FAILURES } from '../base/activity-failures';
import type { WorkflowOutcome } from '../base/outcomes';
import { formatMoney } from '../base/wording';
import type { RefundStatus } from '../modules/ledger/contract';
import {
  loadOrder,
  type Dispute,
  type OrderWithPayments,
  type Payment,
  type Refund,
} from '../modules/orders/store/orders';
import { MEANING } from '../modules/payouts/rules';
import { loadWithdrawal, type Withdrawal } from '../modules/payouts/store/withdrawals';
import type { ActivityDeps } from './deps';
import { finalFailure } from './failures';

/** Activities that read the results of workflows for operators. They change nothing. */
export function createOutcomeActivities({ db }: ActivityDeps) {
  return {
    describeOrder: async (orderId: string): Promise<OrderOutcome> => describeOrder(await loadOrder(db, orderId)),

    async describeWithdrawal(withdrawalId: string): Promise<WorkflowOutcome> {
      const withdrawal = await loadWithdrawal(db, withdrawalId);
      if (!withdrawal)
        throw finalFailure(ACTIVITY_FAILURES.withdrawalNotFound, `There is no withdrawal ${withdrawalId}`);
      return describeWithdrawal(withdrawal);
    },
  };
}

export interface OrderOutcome {
  conclusion: WorkflowOutcome;
  /** True if a payment must be returned and the return is not complete. */
  refundDue: boolean;
}

const RETURNS: Record<RefundStatus, (money: string, reason: string) => string> = {
  pending: (money, reason) => `refund of ${money} under way: ${reason}`,
  succeeded: (money, reason) => `refunded ${money}: ${reason}`,
  failed: (money, reason) => `refund of ${money} failed: ${reason}`,
  charged_back: (money) => `${money} taken back by a lost dispute`,
  returned_by_hand: (money, reason) => `returned ${money} outside of the provider: ${reason}`,
  waived: (money, reason) => `refund of ${money} waived by an operator: ${reason}`,
};

/** States in which a refund needs no further action. */
const RETURNED: readonly (RefundStatus | null)[] = ['succeeded', 'returned_by_hand', 'waived'];

/** Describes an order's payments, refunds and disputes. Null means that we lost the order. */
export function describeOrder(order: OrderWithPayments | null): OrderOutcome {
  if (!order) return { conclusion: { outcome: 'unknown_order', summary: 'We have no such order.' }, refundDue: false };
  const { payments, refunds, disputes } = order;
  const disputed = disputes.find(({ status }) => status === 'open');
  const dollars = payments.filter(({ currency }) => currency === 'usd');
  const returned = payments.filter(({ outcome }) => outcome === 'refund');
  const conclusion = {
    outcome: disputed ? 'disputed' : order.status,
    failureCode: disputed?.reason ?? returned[0]?.reason ?? null,
    amount: dollars.length === 0 ? null : dollars.reduce((sum, { amount }) => sum + amount, 0),
    summary:
      [...payments.map((payment) => describePayment(payment, refunds)), ...disputes.map(describeDispute)].join('; ') ||
      `Nothing was paid: ${order.status}.`,
  };
  return { conclusion, refundDue: returned.some(({ refundStatus }) => !RETURNED.includes(refundStatus)) };
}

function describePayment(payment: Payment, refunds: readonly Refund[]): string {
  const money = formatMoney(payment);
  const back = refunds.filter(({ paymentId, status }) => paymentId === payment.id && status === 'succeeded');
  const amount = back.reduce((sum, refund) => sum + refund.amount, 0);
  if (payment.outcome === 'refund') {
    const reason = payment.reason ?? 'returned';
    const part = amount > 0 ? `, but for ${formatMoney({ ...payment, amount })} that were refunded: ${reason}` : '';
    if (payment.refundStatus === 'charged_back') return `${RETURNS.charged_back(money, reason)}${part}`;
    return payment.refundStatus ? RETURNS[payment.refundStatus](money, reason) : `to be refunded ${money}: ${reason}`;
  }
  return amount === 0
    ? `granted ${money}`
    : `granted ${money}, ${formatMoney({ ...payment, amount })} of it refunded by hand`;
}

function describeDispute({ status, amount, currency, reason }: Dispute): string {
  return `${status === 'inquiry' ? status : `dispute ${status}`} over ${formatMoney({ amount, currency })}: ${reason}`;
}

/** Describes the state of a withdrawal, such as "$250.00 paid out". */
export function describeWithdrawal(withdrawal: Withdrawal): WorkflowOutcome {
  const { status, amount, currency, failureReason, payoutAmount, payoutCurrency, writtenOff } = withdrawal;
  const converted = payoutAmount !== null && payoutCurrency !== null && payoutCurrency !== currency;
  const arrived = converted ? ` as ${formatMoney({ amount: payoutAmount, currency: payoutCurrency })}` : '';
  const sentence = writtenOff ? 'written off; the provider could not reverse it' : MEANING[status].words;
  return {
    outcome: status,
    failureCode: failureReason,
    amount,
    summary: `${formatMoney({ amount, currency })} ${sentence}${arrived}${failureReason ? `: ${failureReason}` : ''}`,
  };
}
