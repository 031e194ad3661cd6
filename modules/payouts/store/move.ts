import { formatMoney } from '../../../base/wording';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { raiseAlert } from '../../alerts/store/alerts';
import { contributorBalance } from '../../ledger/store/balances';
import { post, reverse } from '../../ledger/store/post';
import { requestMail } from '../../mail/store/mails';
import { recordEvent } from '../../webhooks/store/events';
import type { WithdrawalFailure, WithdrawalState } from '../contract';
import { ENDED_UNPAID, MEANING, WITHDRAWAL } from '../rules';
import { raiseStuck } from './recover';
import { postingOf, stateOf, type Withdrawal } from './withdrawals';

/** Columns that a move sets. Omitted columns stay unchanged. */
interface Learned {
  failure?: WithdrawalFailure;
  payoutId?: string;
  /** Keeps a withdrawal `under_review` until its account is resumed, without adding a review that was not needed. */
  held?: boolean;
  /**
   * True if the money of a failed or returned withdrawal stays where it was sent, so that nothing returns to the
   * balance.
   */
  writtenOff?: boolean;
}

/** SQL: true if the move requires a reviewer's decision. */
const ASKS = '($7 AND (review OR NOT $9))';

/** Moves a withdrawal, posts to the ledger and notifies. A repeated move only returns the withdrawal's state. */
export function moveWithdrawal(
  db: Database,
  id: string,
  to: Exclude<WithdrawalState, 'requested'>,
  { failure, payoutId, held = false, writtenOff = false }: Learned = {},
): Promise<WithdrawalState> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Moved & { review: boolean; reviews: number }>({
      name: 'withdrawal-move',
      // A second review needs its own decision. There is no second review once a transfer has been made.
      text: `UPDATE withdrawals SET status = $2, updated_at = now(), review = review OR ($7 AND NOT $9),
                    reviews = reviews + CASE WHEN ${ASKS} THEN 1 ELSE 0 END,
                    review_decision = CASE WHEN ${ASKS} AND reviews > 0 THEN NULL ELSE review_decision END,
                    approved_available = CASE WHEN ${ASKS} AND reviews > 0 THEN NULL ELSE approved_available END,
                    paid_at = CASE WHEN $6 THEN now() ELSE paid_at END,
                    failure_reason = COALESCE($4, failure_reason),
                    payout_id = COALESCE($5, payout_id), written_off = $8
             WHERE id = $1 AND status = ANY($3) AND NOT ($7 AND transfer_id IS NOT NULL)
             RETURNING id, account_id AS "accountId", mode, amount, currency, written_off AS "writtenOff", review, reviews`,
      values: [
        ...[id, to, WITHDRAWAL.before(to), typeof failure === 'object' ? failure.bank : failure, payoutId],
        ...[to === 'paid', to === 'under_review', writtenOff, held],
      ],
    });
    if (!rows[0]) return (await stateOf(tx, id))!;
    await enter(tx, rows[0], to);
    if (to === 'under_review' && rows[0].review) await askForReview(tx, rows[0]);
    const { event, mail } = MEANING[to];
    const { accountId, mode } = rows[0];
    if (event) await recordEvent(tx, { type: event, subject: id, status: to, accountId, mode });
    if (mail) await requestMail(tx, { mail, id });
    return to;
  });
}

type Moved = Pick<Withdrawal, 'id' | 'accountId' | 'mode' | 'amount' | 'currency' | 'writtenOff'>;

// Whatever ends a hold is posted under the same ledger cause, so that a hold is released or paid out only once.
async function enter(tx: Queryable, withdrawal: Moved, to: WithdrawalState): Promise<void> {
  const { id, amount, writtenOff } = withdrawal;
  const { amount: now } = MEANING[to];
  if (now === 'paid' || (now === 'released' && writtenOff)) {
    await post(tx, postingOf(withdrawal, 'settled'), { held: -amount, connected: amount });
  } else if (now === 'released') {
    await post(tx, postingOf(withdrawal, 'settled'), { held: -amount, available: amount });
    // The provider returned the money before the withdrawal reached this state.
    await reverse(tx, `withdrawal:${id}:transferred`, `withdrawal:${id}:reversed`);
  } else if (now === 'sent_back' && !writtenOff) {
    // A written-off amount stays in the ledger as paid, because we do not get the money back.
    await post(tx, postingOf(withdrawal, 'returned'), { provider: -amount, available: amount });
  }
}

async function askForReview(
  tx: Queryable,
  { id, accountId, mode, reviews }: Moved & { reviews: number },
): Promise<void> {
  const { available, currency } = (await contributorBalance(tx, accountId, mode))!;
  const facts = { withdrawalId: id, available: formatMoney({ amount: available, currency }) };
  await raiseAlert(tx, { alert: 'payout-review', subject: reviews === 1 ? id : `${id}/${reviews}`, facts });
}

/**
 * Records a withdrawal's transfer to a provider account, and that the money has left our balance, once. Returns the
 * withdrawal's state. If the withdrawal has ended in the meantime, its amount is back on the balance. In that case
 * nothing is recorded, and the caller must reverse the transfer.
 */
export function recordTransfer(
  db: Database,
  id: string,
  { transferId, connectedAccountId }: { transferId: string; connectedAccountId: string },
): Promise<WithdrawalState> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<Moved>({
      name: 'withdrawal-record-transfer',
      text: `UPDATE withdrawals SET transfer_id = $2, connected_account_id = $3, updated_at = now()
             WHERE id = $1 AND transfer_id IS NULL AND NOT status = ANY($4)
             RETURNING id, account_id AS "accountId", mode, amount, currency, written_off AS "writtenOff"`,
      values: [id, transferId, connectedAccountId, ENDED_UNPAID],
    });
    if (rows[0]) {
      const { amount } = rows[0];
      await post(tx, postingOf(rows[0], 'transferred'), { provider: amount, connected: -amount });
    }
    return (await stateOf(tx, id))!;
  });
}

/** Records a transfer that replaces a reversed one. The ledger stays unchanged, because the amount is the same. */
export async function replaceTransfer(
  db: Database,
  id: string,
  { recorded, transferId }: { recorded: string; transferId: string },
): Promise<void> {
  await db.pool.query({
    name: 'withdrawal-replace-transfer',
    text: 'UPDATE withdrawals SET transfer_id = $3, updated_at = now() WHERE id = $1 AND transfer_id = $2',
    values: [id, recorded, transferId],
  });
}

/** Records the money that a transfer brought to the contributor's account, and when this money can be paid out. */
export async function recordArrival(
  db: Database,
  id: string,
  { money, availableAt }: { money: { amount: number; currency: string }; availableAt: Date },
): Promise<void> {
  await db.pool.query({
    name: 'withdrawal-record-arrival',
    text: `UPDATE withdrawals SET payout_amount = $2, payout_currency = $3, available_at = $4, updated_at = now()
           WHERE id = $1 AND (payout_amount, payout_currency, available_at) IS DISTINCT FROM ($2, $3, $4)`,
    values: [id, money.amount, money.currency, availableAt],
  });
}

/** Stores the provider's refusal message for operators. */
export async function noteRefusal({ pool }: { pool: Queryable }, id: string, words: string): Promise<void> {
  await pool.query({
    name: 'withdrawal-refusal',
    text: 'UPDATE withdrawals SET refusal_words = $2 WHERE id = $1',
    values: [id, words],
  });
}

/** Records that the provider refused a request, so that the next attempt uses a new key. Alerts the operator. */
export function recordRefusal(db: Database, id: string, words: string): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.query({
      name: 'withdrawal-refused',
      text: 'UPDATE withdrawals SET refusals = refusals + 1, refusal_words = $2 WHERE id = $1',
      values: [id, words],
    });
    await raiseStuck(tx, id);
  });
}

/**
 * Returns why the balance no longer covers a held withdrawal. `shares`: shares that fund it were frozen or taken back
 * since the hold. `other`: any other reason, such as a withdrawal that a restore lost. Null if the balance covers the
 * withdrawal, or if a reviewer approved it when no more was available than now.
 */
export async function readShortfall(
  db: Queryable,
  { id, accountId, mode, approvedAvailable }: Withdrawal,
): Promise<'shares' | 'other' | null> {
  const { available } = (await contributorBalance(db, accountId, mode))!;
  if (available >= 0) return null;
  const { rows } = await db.query<{ moved: number }>({
    name: 'withdrawal-shares-since-hold',
    text: `SELECT COALESCE(sum(lines.amount), 0)::float8 AS moved
           FROM ledger_transactions AS entered JOIN ledger_entries AS lines ON lines.transaction_id = entered.id
           WHERE entered.account_id = $1 AND entered.mode = $2 AND entered.cause LIKE 'share:%'
             AND lines.account = 'available'
             AND entered.id > (SELECT id FROM ledger_transactions WHERE cause = $3)`,
    values: [accountId, mode, `withdrawal:${id}:held`],
  });
  if (available - rows[0]!.moved < 0) return 'other';
  return approvedAvailable !== null && available >= approvedAvailable ? null : 'shares';
}
