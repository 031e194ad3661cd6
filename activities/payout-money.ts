import { log } from '@temporalio/activity';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import {
  PaymentsError,
  type ConnectedAccounts,
  type ReportedMoney,
  type Transfer,
  type WithdrawalOrder,
} from '../modules/orders/payment-provider';
import type { WithdrawalFailure, WithdrawalState } from '../modules/payouts/contract';
import {
  moveWithdrawal,
  recordArrival,
  noteRefusal,
  recordRefusal,
  recordTransfer,
  replaceTransfer,
} from '../modules/payouts/store/move';
import { loadWithdrawal, type LoadedWithdrawal } from '../modules/payouts/store/withdrawals';
import { requireCurrentAttempt } from './current-attempt';
import { requirePayments, type ActivityDeps } from './deps';
import { callPayments, refusalWords, retriedRefusal, retryableFailure } from './failures';
import { mayHoldOtherMoney } from './repair-break';

/** Final state and failure of a withdrawal whose money came back. */
type End = { to: Extract<WithdrawalState, 'failed' | 'canceled' | 'returned'>; failure: WithdrawalFailure };

/** A withdrawal's money in the contributor's account, or the final state of a withdrawal that has ended. */
type AtAccount = { ended: WithdrawalState } | { money: ReportedMoney; availableInMs: number };

/** Why the provider permanently refuses a request. */
type Refusal = 'refused' | 'account_gone';

/** Moves money between the platform's balance, the contributor's account and the bank, for the payout activities. */
export function createPayoutMoney({ db, payments }: Pick<ActivityDeps, 'db' | 'payments'>) {
  return { connected, attempt, moving, arrive, takeBack, reverseLeftovers, keepOne };

  function connected(): ConnectedAccounts {
    return requirePayments({ payments }).connected;
  }

  /** Result of a call, or why the provider permanently refuses it. The refusal is stored with the withdrawal. */
  function attempt<T>(withdrawalId: string, call: () => Promise<T>): Promise<{ done: T } | { refusal: Refusal }> {
    return callPayments(async () => {
      try {
        return { done: await call() };
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal === null) throw error;
        await noteRefusal(db, withdrawalId, refusalWords(error as PaymentsError));
        return { refusal };
      }
    });
  }

  /**
   * Moves money unless the account is suspended. If the balance is too low, records the refusal, which alerts the
   * operator, and retries until the balance covers the amount.
   *
   * @throws ApplicationFailure `account_suspended`, retried
   */
  async function moving<T>({ withdrawalId }: WithdrawalOrder, move: () => Promise<T>): Promise<T> {
    // By now, another attempt may have ended the withdrawal and returned its amount to the balance.
    await requireCurrentAttempt();
    if ((await loadWithdrawal(db, withdrawalId))!.suspended)
      throw retryableFailure(ACTIVITY_FAILURES.accountSuspended, 'The account is suspended: its money does not move');
    try {
      return await move();
    } catch (error) {
      if (lacksFunds(error)) await recordRefusal(db, withdrawalId, refusalWords(error));
      throw error;
    }
  }

  /**
   * Reads the money that arrived with the transfer. Ends the withdrawal if an operator requests it, if somebody
   * reversed the transfer by hand, or if the account is gone. A withdrawal that already has a payout does not end.
   */
  async function arrive(withdrawal: LoadedWithdrawal): Promise<AtAccount> {
    const order = orderOf(withdrawal);
    if (withdrawal.endRequested) return { ended: await endUnpaid(withdrawal, BY_OPERATOR) };
    const transfers = await transfersOf(order);
    // Protects the balance: the money counts as back only if the provider lists the transfer as reversed.
    if (transfers.length === 0)
      throw retryableFailure(ACTIVITY_FAILURES.paymentUnavailable, 'The transfer is not listed');
    const kept = keptOf(withdrawal, transfers);
    if (!kept || kept.amountReversed > 0) return { ended: await endUnpaid(withdrawal, REVERSED_BY_HAND) };
    await keepOne(withdrawal, false, transfers);
    const found = await attempt(withdrawal.id, () => connected().retrieveArrival(order, kept.id));
    if ('refusal' in found) return { ended: await takeBack(withdrawal, endOf(found.refusal, 'payout_refused')) };
    const { money, availableAt } = found.done;
    await recordArrival(db, withdrawal.id, { money, availableAt });
    return { money, availableInMs: Math.max(0, availableAt.getTime() - Date.now()) };
  }

  // An earlier attempt may have made a payout whose response we lost. That payout decides, whatever has happened since.
  async function endUnpaid(withdrawal: LoadedWithdrawal, end: End): Promise<WithdrawalState> {
    const found = await attempt(withdrawal.id, () => connected().findPayout(orderOf(withdrawal)));
    if ('refusal' in found) return takeBack(withdrawal, endOf(found.refusal, end.failure));
    if (!found.done) return takeBack(withdrawal, end);
    await keepOne(withdrawal, true);
    return moveWithdrawal(db, withdrawal.id, 'in_transit', { payoutId: found.done.id });
  }

  /**
   * Reverses the transfers of a withdrawal and then ends it. Credits the ledger only once the money is back, because
   * credited money can be withdrawn again. If the money cannot come back, only a write-off ends the withdrawal.
   */
  async function takeBack(withdrawal: LoadedWithdrawal, { to, failure }: End): Promise<WithdrawalState> {
    const order = orderOf(withdrawal);
    const left = await leftoversOf(order);
    // If the account is gone, we cannot read its payouts. The bank may already have this money, and a reversal would
    // then take other money.
    const unseen = left.length > 0 && mayBePaidOut(withdrawal) && failure === 'account_gone';
    const refused =
      unseen && (await mayHoldOtherMoney({ db, payments }, order))
        ? new Error('The account is gone and may hold money of other transfers')
        : await whyRefused(() => reverse(order, left));
    if (!refused) return moveWithdrawal(db, withdrawal.id, to, { failure });
    if (withdrawal.endRequested === 'write_off') {
      const end = to === 'returned' ? to : 'failed';
      return moveWithdrawal(db, withdrawal.id, end, { failure: 'written_off', writtenOff: true });
    }
    // A refusal is never final. The operator is alerted, and the next attempt sends a new request.
    await recordRefusal(db, withdrawal.id, refusalWords(refused));
    throw retriedRefusal(refused);
  }

  /** Returns why the provider refused the attempt, temporarily or permanently; null if the attempt succeeded. */
  function whyRefused(attempted: () => Promise<unknown>): Promise<Error | null> {
    return callPayments(async () => {
      try {
        await attempted();
        return null;
      } catch (error) {
        if (!isUnrecoverable(error)) throw error;
        return error;
      }
    });
  }

  async function reverseLeftovers(order: WithdrawalOrder): Promise<void> {
    await reverse(order, await leftoversOf(order));
  }

  async function leftoversOf(order: WithdrawalOrder): Promise<Transfer[]> {
    return (await transfersOf(order)).filter(({ reversed }) => !reversed);
  }

  async function reverse(order: WithdrawalOrder, transfers: readonly Transfer[]): Promise<void> {
    for (const { id } of transfers) await connected().reverseTransfer(order, id);
  }

  /**
   * Reverses all transfers except one, because the provider may still complete a request to which it responded with a
   * 500. Keeps the recorded transfer. If there is none, records and keeps the oldest transfer that was not reversed. If
   * the account lacks the money for a reversal, pays out nothing until the money is there. But if a payout already
   * exists, keeps tracking the payout, retries the reversal at each check, and alerts the operator.
   */
  async function keepOne(withdrawal: LoadedWithdrawal, paidOut: boolean, known?: Transfer[]): Promise<void> {
    const order = orderOf(withdrawal);
    const all = known ?? (await transfersOf(order));
    const kept = keptOf(withdrawal, all);
    const recorded = withdrawal.transferId;
    if (kept && recorded === null)
      await recordTransfer(db, withdrawal.id, { transferId: kept.id, connectedAccountId: kept.destination });
    if (kept && recorded !== null && kept.id !== recorded)
      await replaceTransfer(db, withdrawal.id, { recorded, transferId: kept.id });
    for (const { id, reversed } of all) {
      if (reversed || id === kept?.id) continue;
      log.error('a withdrawal was transferred twice; one transfer is reversed', { ...subject(order), transfer: id });
      await requireCurrentAttempt();
      const refused = await whyRefused(() => connected().reverseTransfer(order, id));
      // Records a permanent refusal only once there is a payout, because it would change the payout's idempotency key.
      if (!refused || (!paidOut && !lacksFunds(refused))) continue;
      await recordRefusal(db, order.withdrawalId, refusalWords(refused));
      if (!paidOut) throw retriedRefusal(refused);
    }
  }

  function transfersOf({ mode, withdrawalId }: WithdrawalOrder): Promise<Transfer[]> {
    return callPayments(() => connected().listTransfers(mode, withdrawalId));
  }
}

const BY_OPERATOR: End = { to: 'failed', failure: 'ended_by_operator' };
const REVERSED_BY_HAND: End = { to: 'failed', failure: 'transfer_reversed' };

/** The transfer that pays a withdrawal: the recorded one unless it was reversed, otherwise the oldest that was not. */
function keptOf({ transferId }: LoadedWithdrawal, transfers: readonly Transfer[]): Transfer | undefined {
  const left = transfers.filter(({ reversed }) => !reversed);
  return left.find(({ id }) => id === transferId) ?? left[0];
}

/** True once a payout may have been requested. */
function mayBePaidOut({ status, availableAt }: LoadedWithdrawal): boolean {
  return status === 'in_transit' || (availableAt !== null && availableAt.getTime() <= Date.now());
}

/** Final state for a withdrawal that the provider refuses. */
export function endOf(refusal: Refusal, failure: WithdrawalFailure): End {
  return { to: 'failed', failure: refusal === 'account_gone' ? refusal : failure };
}

export function orderOf(withdrawal: LoadedWithdrawal): WithdrawalOrder {
  const { id, mode, amount, refusals, connectedAccountId, contributor } = withdrawal;
  return {
    withdrawalId: id,
    mode,
    // The account that received the money, even if the contributor has a different one now.
    connectedAccountId: connectedAccountId ?? contributor.connectedAccountId!,
    amount: { amount, currency: 'usd' },
    refusals,
  };
}

function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof PaymentsError)) return null;
  if (error.kind === 'account_gone') return 'account_gone';
  return error.kind === 'rejected' || error.kind === 'not_found' ? 'refused' : null;
}

function isUnrecoverable(error: unknown): error is PaymentsError {
  return refusalIn(error) !== null || lacksFunds(error);
}

function lacksFunds(error: unknown): error is PaymentsError {
  return error instanceof PaymentsError && error.kind === 'insufficient_funds';
}

const subject = ({ withdrawalId, mode }: WithdrawalOrder) => ({ withdrawalId, mode });
