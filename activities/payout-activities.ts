import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { isOneOf } from '../base/machine';
import type { WithdrawalFailure, WithdrawalState } from '../modules/payouts/contract';
import { BEFORE_PAYOUT, ENDED_UNPAID } from '../modules/payouts/rules';
import { moveWithdrawal, readShortfall, recordArrival, recordTransfer } from '../modules/payouts/store/move';
import { loadWithdrawal, type LoadedWithdrawal } from '../modules/payouts/store/withdrawals';
import type { ActivityDeps } from './deps';
import { callPayments, finalFailure } from './failures';
import { createPayoutMoney, endOf, orderOf } from './payout-money';
import { restoreLostTransfers } from './repair-break';

/** Pause between two checks of a suspended account's withdrawal, whose money stays in the connected account. */
const HELD_FOR_MS = 3_600_000;

/**
 * Activities that advance a withdrawal by one step from its state in the database, and return its new state. Each is
 * idempotent: it looks up the result of an earlier attempt at the provider, and posts ledger entries once.
 */
export function createPayoutActivities(deps: Pick<ActivityDeps, 'db' | 'payments'>) {
  const { db, payments } = deps;
  const { connected, attempt, moving, arrive, takeBack, reverseLeftovers, keepOne } = createPayoutMoney({
    db,
    payments,
  });

  return {
    /**
     * Opens a withdrawal. The withdrawal needs a review if it is large, its account is suspended, or a share that funds
     * it was revoked.
     */
    async openWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      return open(await requireWithdrawal(withdrawalId));
    },

    /**
     * Applies the reviewer's decision. If the withdrawal was held only because its account was suspended, releases it
     * once the account is resumed. Moves nothing while the account is suspended. Reopens a withdrawal if a restore set
     * it back to before its review.
     */
    async settleReview(withdrawalId: string): Promise<WithdrawalState> {
      const withdrawal = await requireWithdrawal(withdrawalId);
      const { review, reviewDecision, status, suspended } = withdrawal;
      if (status === 'requested') return open(withdrawal);
      const approved = reviewDecision === 'approve' || (!review && reviewDecision === null);
      if (approved && !suspended) return moveWithdrawal(db, withdrawalId, 'processing');
      if (reviewDecision !== 'reject') return status;
      return moveWithdrawal(db, withdrawalId, 'rejected', { failure: 'review_rejected' });
    },

    /**
     * Transfers the money to the contributor's account at the provider, if payouts are enabled there. Returns
     * `under_review` instead if the account is suspended, or if a share that funds the withdrawal was revoked without
     * approval.
     */
    async transferWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      const withdrawal = await requireWithdrawal(withdrawalId);
      if (hasEnded(withdrawal)) return withdrawal.status;
      const order = orderOf(withdrawal);
      // If an earlier attempt made the transfer, the money has moved, even if the account has changed since then.
      const earlier = await callPayments(() => connected().findTransfer(order.mode, withdrawalId));
      if (!earlier) {
        const failure = withdrawal.endRequested ? 'ended_by_operator' : await obstacle(withdrawal);
        if (failure === 'suspended' || failure === 'shares')
          return moveWithdrawal(db, withdrawalId, 'under_review', { held: failure === 'suspended' });
        if (failure) return moveWithdrawal(db, withdrawalId, 'failed', { failure });
      }
      const made = earlier
        ? { done: earlier }
        : await attempt(withdrawalId, () => moving(order, () => connected().transfer(order)));
      if ('refusal' in made) {
        const { to, failure } = endOf(made.refusal, 'transfer_refused');
        return moveWithdrawal(db, withdrawalId, to, { failure });
      }
      const { id: transferId, destination: connectedAccountId } = made.done;
      return recordTransfer(db, withdrawalId, { transferId, connectedAccountId });
    },

    /** Checks whether the money has arrived in the contributor's account, and how long until it can be paid out. */
    async awaitArrival(withdrawalId: string): Promise<{ status: WithdrawalState; availableInMs: number }> {
      const withdrawal = await requireWithdrawal(withdrawalId);
      if (withdrawal.status !== 'processing') return { status: withdrawal.status, availableInMs: 0 };
      const found = await arrive(withdrawal);
      if ('ended' in found) return { status: found.ended, availableInMs: 0 };
      // When the account is resumed, the workflow gets a notification and checks again.
      const heldForMs = withdrawal.suspended ? HELD_FOR_MS : 0;
      return { status: 'processing', availableInMs: Math.max(heldForMs, found.availableInMs) };
    },

    /** Pays out the amount that arrived, in the same currency, from the contributor's account to the bank. */
    async payOutWithdrawal(withdrawalId: string): Promise<WithdrawalState> {
      const withdrawal = await requireWithdrawal(withdrawalId);
      if (hasEnded(withdrawal)) return withdrawal.status;
      const order = orderOf(withdrawal);
      const found = await arrive(withdrawal);
      if ('ended' in found) return found.ended;
      const payout = await attempt(withdrawalId, async () => {
        // A suspended account gets no new payout. But an earlier attempt may have made one whose response was lost.
        const earlier = withdrawal.suspended ? await connected().findPayout(order) : null;
        return earlier ?? moving(order, () => connected().payOut(order, found.money));
      });
      if ('refusal' in payout) return takeBack(withdrawal, endOf(payout.refusal, 'payout_refused'));
      return moveWithdrawal(db, withdrawalId, 'in_transit', { payoutId: payout.done.id });
    },

    /** Retrieves the payout and updates the withdrawal to match. Also returns how long ago the withdrawal was paid. */
    async followWithdrawal(withdrawalId: string): Promise<{ status: WithdrawalState; paidForMs: number }> {
      const withdrawal = await requireWithdrawal(withdrawalId);
      const { status } = withdrawal;
      // A restored database can be behind the workflow. The workflow then continues from the database's state.
      if (isOneOf(BEFORE_PAYOUT, status) || hasEnded(withdrawal)) return { status, paidForMs: 0 };
      await keepOne(withdrawal, true);
      return follow(withdrawal);
    },
  };

  async function follow(withdrawal: LoadedWithdrawal): Promise<{ status: WithdrawalState; paidForMs: number }> {
    const { id, status, payoutId, endRequested, paidAt } = withdrawal;
    const { mode, connectedAccountId } = orderOf(withdrawal);
    const paidForMs = Date.now() - (paidAt?.getTime() ?? Date.now());
    const now = async (state: Promise<WithdrawalState>) => ({ status: await state, paidForMs });
    // The provider rejects the cancellation once the bank has started. In that case, the payout's outcome decides.
    if (endRequested && status === 'in_transit') {
      await attempt(id, () => connected().cancelPayout(mode, connectedAccountId, payoutId!));
    }
    const found = await attempt(id, () => connected().retrievePayout(mode, connectedAccountId, payoutId!));
    if ('refusal' in found) {
      if (found.refusal === 'refused') throw finalFailure(ACTIVITY_FAILURES.paymentRefused, `No payout ${payoutId}`);
      // The account may be reconnected, so we keep tracking a payout that was paid. Money still in transit is reversed.
      if (status === 'paid') return { status, paidForMs };
      return now(takeBack(withdrawal, endOf(found.refusal, 'payout_refused')));
    }
    const payout = found.done;
    // Records the arrival before the payout, because a promoted standby may have recorded only the payout.
    if (withdrawal.payoutAmount === null) await recordArrival(db, id, { money: payout.total, availableAt: new Date() });
    if (payout.status === 'paid') return now(moveWithdrawal(db, id, 'paid'));
    if (payout.status !== 'failed' && payout.status !== 'canceled') return { status, paidForMs };
    const to = status === 'paid' ? 'returned' : payout.status;
    const { failureCode: bank } = payout;
    return now(takeBack(withdrawal, { to, failure: bank === null ? `payout_${payout.status}` : { bank } }));
  }

  /**
   * Reason why a withdrawal cannot be paid; null if it can. `suspended` and `shares` require a review. Any other reason
   * ends the withdrawal.
   */
  async function obstacle(withdrawal: LoadedWithdrawal): Promise<WithdrawalFailure | 'suspended' | 'shares' | null> {
    const { mode, contributor, suspended } = withdrawal;
    if (suspended) return 'suspended';
    const { connectedAccountId } = contributor;
    if (connectedAccountId === null) return 'payouts_not_enabled';
    // A restored database can lack withdrawals whose money was already sent. Restores them before sending more money.
    await restoreLostTransfers(deps, mode, connectedAccountId);
    const shortfall = await readShortfall(db.pool, withdrawal);
    if (shortfall) return shortfall === 'shares' ? shortfall : 'insufficient_balance';
    const found = await attempt(withdrawal.id, () => connected().retrieve(mode, connectedAccountId));
    if ('refusal' in found) return endOf(found.refusal, 'payouts_not_enabled').failure;
    return found.done.payoutsEnabled ? null : 'payouts_not_enabled';
  }

  async function open(withdrawal: LoadedWithdrawal): Promise<WithdrawalState> {
    const { id, status, review, suspended, endRequested, writtenOff } = withdrawal;
    // The provider may complete a transfer after the withdrawal ended and its amount was returned to the balance.
    if (isOneOf(ENDED_UNPAID, status) && !writtenOff) await callPayments(() => reverseLeftovers(orderOf(withdrawal)));
    if (status !== 'requested') return status;
    if (endRequested) return moveWithdrawal(db, id, 'processing');
    const asks = review || (await readShortfall(db.pool, withdrawal)) === 'shares';
    return moveWithdrawal(db, id, asks || suspended ? 'under_review' : 'processing', { held: !asks });
  }

  async function requireWithdrawal(id: string): Promise<LoadedWithdrawal> {
    const withdrawal = await loadWithdrawal(db, id);
    if (!withdrawal) throw finalFailure(ACTIVITY_FAILURES.withdrawalNotFound, `There is no withdrawal ${id}`);
    return withdrawal;
  }
}

/** True if an earlier attempt, whose response was lost, ended the withdrawal and returned or wrote off its amount. */
function hasEnded({ status }: LoadedWithdrawal): boolean {
  return isOneOf(ENDED_UNPAID, status);
}
