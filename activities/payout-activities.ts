import { ApplicationFailure } from '@temporalio/activity';
import type { Mode } from '../contracts/access';
import type { WithdrawalState } from '../contracts/withdrawals';
import { PaymentsError, type ConnectedAccounts, type WithdrawalOrder } from '../providers/payments/payments';
import { moveWithdrawal, recordTransfer } from '../store/withdrawals/move-withdrawal';
import { loadWithdrawal } from '../store/withdrawals/read-withdrawals';
import { recordRefusal } from '../store/withdrawals/tell-payout';
import type { ActivityDeps } from './deps';
import { callingPayments } from './failures';

/** A withdrawal as its activities work on it. */
type Loaded = NonNullable<Awaited<ReturnType<typeof loadWithdrawal>>>;

/**
 * Activities that move a withdrawal, each by one step from the state in the database to the next; they say in which state it is then. Each
 * may run twice: the provider is asked for what an earlier try did, and the books are entered once.
 */
export function createPayoutActivities({ db, payments }: ActivityDeps) {
  return {
    /** Takes a withdrawal up: a large one waits for a review. */
    async openWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      const { status, review } = await theWithdrawal(withdrawalId);
      if (status !== 'requested') return status as WithdrawalState;
      return moveWithdrawal(db, withdrawalId, review ? 'under_review' : 'processing');
    },

    /** Does what the reviewer decided; nothing while that is open. */
    async settleReview(withdrawalId: string): Promise<WithdrawalState> {
      const { reviewDecision, status } = await theWithdrawal(withdrawalId);
      if (reviewDecision === 'approve') return moveWithdrawal(db, withdrawalId, 'processing');
      if (reviewDecision !== 'reject') return status as WithdrawalState;
      return moveWithdrawal(db, withdrawalId, 'rejected', { failureReason: 'review_rejected' });
    },

    /** Moves the money to the contributor's account at the provider, where that can be paid out. */
    async transferWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      const withdrawal = await theWithdrawal(withdrawalId);
      const { connectedAccountId } = withdrawal.contributor;
      const order = orderOf(withdrawal);
      // Of an earlier try: then the money is there, whatever became of the account.
      const made = await callingPayments(() => connected().findTransfer(order.mode, withdrawalId));
      if (!made && !(await canBePaidOut(order.mode, connectedAccountId))) {
        return moveWithdrawal(db, withdrawalId, 'failed', { failureReason: 'payouts_not_enabled' });
      }
      const transfer = made ?? (await orRefused(() => unlessShort(order, () => connected().transfer(order))));
      if (!transfer) return moveWithdrawal(db, withdrawalId, 'failed', { failureReason: 'transfer_refused' });
      await recordTransfer(db, withdrawalId, transfer.id);
      return 'processing';
    },

    /** Sends the money from the contributor's account to its bank. */
    async payOutWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      const withdrawal = await theWithdrawal(withdrawalId);
      const order = orderOf(withdrawal);
      const payout = await orRefused(() => unlessShort(order, () => connected().payOut(order)));
      if (payout) return moveWithdrawal(db, withdrawalId, 'in_transit', { payoutId: payout.id });
      await takeBack(withdrawal);
      return moveWithdrawal(db, withdrawalId, 'failed', { failureReason: 'payout_refused' });
    },

    /** Retrieves the payout and moves the withdrawal after it; also for how long it has been paid. */
    async followWithdrawal(withdrawalId: string): Promise<{ status: WithdrawalState; paidForMs: number }> {
      const withdrawal = await theWithdrawal(withdrawalId);
      const status = await follow(withdrawal);
      return { status, paidForMs: Date.now() - (withdrawal.paidAt?.getTime() ?? Date.now()) };
    },
  };

  async function follow(withdrawal: Loaded): Promise<WithdrawalState> {
    const { id, status, payoutId } = withdrawal;
    const { mode, connectedAccountId } = orderOf(withdrawal);
    const payout = await callingPayments(() => connected().retrievePayout(mode, connectedAccountId, payoutId!));
    if (payout.status === 'paid') return moveWithdrawal(db, id, 'paid');
    if (payout.status !== 'failed' && payout.status !== 'canceled') return status as WithdrawalState;
    await takeBack(withdrawal);
    const to = status === 'paid' ? 'returned' : payout.status;
    return moveWithdrawal(db, id, to, { failureReason: payout.failureCode ?? `payout_${payout.status}` });
  }

  // Before anything is given back in our books: what is given back can be withdrawn again.
  async function takeBack(withdrawal: Loaded): Promise<void> {
    const order = orderOf(withdrawal);
    await callingPayments(async () => {
      const transfer = await connected().findTransfer(order.mode, order.withdrawalId);
      if (!transfer || transfer.reversed) return;
      try {
        await unlessShort(order, () => connected().reverseTransfer(order, transfer.id));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // Never final: nothing is given back until the money is here.
        await recordRefusal(db, order.withdrawalId);
        throw new PaymentsError('unavailable', error.message, null);
      }
    });
  }

  /** Moves money; what a balance does not cover is tried until it does, and a person is told to see to that. */
  async function unlessShort<T>({ withdrawalId }: WithdrawalOrder, move: () => Promise<T>): Promise<T> {
    try {
      return await move();
    } catch (error) {
      if (error instanceof PaymentsError && error.kind === 'insufficient_funds') await recordRefusal(db, withdrawalId);
      throw error;
    }
  }

  async function canBePaidOut(mode: Mode, connectedAccountId: string | null): Promise<boolean> {
    if (connectedAccountId === null) return false;
    const account = await orRefused(() => connected().retrieve(mode, connectedAccountId));
    return account?.payoutsEnabled ?? false;
  }

  /** What a call gives; null where the provider refuses it for good. */
  function orRefused<T>(call: () => Promise<T>): Promise<T | null> {
    return callingPayments(async () => {
      try {
        return await call();
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    });
  }

  async function theWithdrawal(id: string): Promise<Loaded> {
    const withdrawal = await loadWithdrawal(db, id);
    if (!withdrawal) throw ApplicationFailure.nonRetryable(`There is no withdrawal ${id}`, 'withdrawal_not_found');
    return withdrawal;
  }

  function connected(): ConnectedAccounts {
    if (!payments) throw new Error('Payments are not configured for this worker');
    return payments.connected;
  }
}

function isRefusal(error: unknown): error is PaymentsError {
  return error instanceof PaymentsError && (error.kind === 'rejected' || error.kind === 'not_found');
}

function orderOf({ id, mode, amount, refusals, contributor }: Loaded): WithdrawalOrder {
  return {
    withdrawalId: id,
    mode: mode as Mode,
    connectedAccountId: contributor.connectedAccountId!,
    amount: { amount, currency: 'usd' },
    refusals,
  };
}
