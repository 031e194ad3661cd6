import type { Mode } from '../../../base/access';
import { isOneOf } from '../../../base/machine';
import type { BalanceMovement } from '../../../base/money';
import { formatMoney } from '../../../base/wording';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import type { AlertName } from '../../alerts/contract';
import { raiseAlert } from '../../alerts/store/alerts';
import type { DisputeStatus } from '../../ledger/contract';
import { DISPUTE, UNDECIDED } from '../../ledger/rules';
import { paymentBalances } from '../../ledger/store/balances';
import { enterDisputeMovements, disputesWithMoneyLeft, isLostUnseen } from '../../ledger/store/disputes';
import { postPayments } from '../../ledger/store/payments';
import { leastRecent } from '../../outbox/store/sweeping';
import { lockOrder, readPayments } from './orders';
import { followPayment } from './payments';
import { followReturn } from './refunds';

export interface ObservedDispute {
  disputeId: string;
  mode: Mode;
  paymentId: string;
  orderId: string;
  status: DisputeStatus;
  amount: number;
  currency: string;
  /** The cardholder's reason in the provider's words, such as `fraudulent`. */
  reason: string;
  /** Deadline to submit evidence; null if we cannot submit any. */
  evidenceDueAt: Date | null;
  openedAt: Date;
  /** Money that the dispute took from our balance or returned to it. */
  movements: readonly BalanceMovement[];
  /** Time just before we asked the provider, by {@link databaseTime}. */
  observedAt: Date;
}

export type RecordedDispute = Pick<
  ObservedDispute,
  'disputeId' | 'mode' | 'orderId' | 'status' | 'amount' | 'reason' | 'evidenceDueAt'
>;

/** Time by the database's clock, the same for all processes. */
export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await db.pool.query<{ now: Date }>({ name: 'now', text: 'SELECT clock_timestamp() AS now' });
  return rows[0]!.now;
}

/**
 * Records the state of a payment's dispute and adjusts credits, share and access to the payment's new state
 * (docs/interface/orders.md). The latest observation counts, even if events arrive out of order. Returns true if the
 * state changed. Does nothing for an unknown order.
 */
export function recordDispute(db: Database, dispute: ObservedDispute): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await lockOrder(tx, dispute.orderId))) return false;
    const changed = (await insertDispute(tx, dispute)) || (await moveDispute(tx, dispute));
    if (changed) await raiseUndecided(tx, dispute);
    await refreshDispute(tx, dispute);
    if (changed) await followPayment(tx, dispute.orderId);
    await enterDisputeMovements(tx, dispute, dispute.movements);
    await postPayments(tx, dispute.orderId);
    await followReturn(tx, dispute.orderId, dispute.paymentId);
    if (changed && dispute.status === 'lost') await raiseLostInPart(tx, dispute);
    await raiseMoneyLeft(tx, dispute);
    return changed;
  });
}

async function insertDispute(tx: Queryable, dispute: ObservedDispute): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'dispute-insert',
    text: `INSERT INTO disputes (id, mode, payment_id, order_id, status, amount, currency, reason, evidence_due_at,
                                 opened_at, closed_at, observed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN NOT $5 = ANY($12) THEN now() END, $11)
           ON CONFLICT (id) DO NOTHING`,
    values: [
      dispute.disputeId,
      dispute.mode,
      dispute.paymentId,
      dispute.orderId,
      dispute.status,
      dispute.amount,
      dispute.currency,
      dispute.reason,
      dispute.evidenceDueAt,
      dispute.openedAt,
      dispute.observedAt,
      UNDECIDED,
    ],
  });
  return rowCount === 1;
}

async function moveDispute(tx: Queryable, { disputeId, status, observedAt }: ObservedDispute): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'dispute-move',
    text: `UPDATE disputes SET status = $2, closed_at = CASE WHEN $5::boolean THEN NULL ELSE now() END
           WHERE id = $1 AND status = ANY($3) AND observed_at <= $4`,
    values: [disputeId, status, DISPUTE.before(status), observedAt, isOneOf(UNDECIDED, status)],
  });
  return rowCount === 1;
}

const UNDECIDED_ALERTS = { inquiry: 'inquiry-opened', open: 'dispute-opened' } as const satisfies Record<
  (typeof UNDECIDED)[number],
  AlertName
>;

async function raiseUndecided(tx: Queryable, dispute: ObservedDispute): Promise<void> {
  const { disputeId, orderId, paymentId, status, reason, evidenceDueAt } = dispute;
  if (!isOneOf(UNDECIDED, status)) return;
  const due = evidenceDueAt ? `until ${evidenceDueAt.toISOString().slice(0, 10)}` : 'no deadline is known';
  const facts = { disputeId, orderId, paymentId, reason, due, amount: formatMoney(dispute) };
  await raiseAlert(tx, { alert: UNDECIDED_ALERTS[status], subject: disputeId, facts });
}

// Amount, reason and deadline can change while the state stays the same.
async function refreshDispute(tx: Queryable, dispute: ObservedDispute): Promise<void> {
  await tx.query({
    name: 'dispute-refresh',
    text: `UPDATE disputes SET payment_id = $2, amount = $3, currency = $4, reason = $5, evidence_due_at = $6,
                  observed_at = $7
           WHERE id = $1 AND observed_at <= $7`,
    values: [
      dispute.disputeId,
      dispute.paymentId,
      dispute.amount,
      dispute.currency,
      dispute.reason,
      dispute.evidenceDueAt,
      dispute.observedAt,
    ],
  });
}

// The grant has ended, so an operator must decide about the rest of the money. Money already owed is returned
// automatically.
async function raiseLostInPart(tx: Queryable, { disputeId, orderId, paymentId }: ObservedDispute): Promise<void> {
  const granted = (await readPayments(tx, orderId)).find(
    ({ id, outcome }) => id === paymentId && outcome === 'granted',
  );
  if (!granted || (await isLostUnseen(tx, paymentId))) return;
  const { sales, tax } = await paymentBalances(tx, paymentId);
  if (sales + tax <= 0) return;
  const left = formatMoney({ amount: sales + tax, currency: granted.currency });
  await raiseAlert(tx, {
    alert: 'dispute-lost-in-part',
    subject: disputeId,
    facts: { disputeId, orderId, paymentId, left },
  });
}

// A closed dispute must not hold any money, because the money is either lost or returned.
async function raiseMoneyLeft(tx: Queryable, { disputeId, orderId, paymentId }: ObservedDispute): Promise<void> {
  const [found] = await disputesWithMoneyLeft(tx, [disputeId]);
  if (!found) return;
  const facts = { disputeId, orderId, paymentId, left: formatMoney(found) };
  await raiseAlert(tx, { alert: 'dispute-money-left', subject: disputeId, facts });
}

const again = leastRecent('open_disputes', 'disputes.id');

/** Undecided disputes in `modes` that were not checked since `before`, least recently checked first. */
export async function openDisputes(
  db: Database,
  modes: readonly Mode[],
  before: Date,
  limit: number,
): Promise<RecordedDispute[]> {
  const { rows } = await db.pool.query<RecordedDispute>({
    name: 'open-disputes',
    text: `SELECT id AS "disputeId", mode, order_id AS "orderId", status, amount, reason,
                  evidence_due_at AS "evidenceDueAt" FROM disputes ${again.join}
           WHERE status IN ('inquiry', 'open') AND mode = ANY($3) AND ${again.due}
           ORDER BY ${again.order} LIMIT $2`,
    values: [before, limit, modes],
  });
  return rows;
}

/** How many days before the deadline we ask for evidence. This leaves a working day even across a weekend. */
const DAYS_BEFORE = 3;

/** Alerts operators to evidence due soon, once per dispute and deadline, at most `limit`; returns how many. */
export async function alertEvidenceDue(db: Database, limit: number): Promise<number> {
  const { rows } = await db.pool.query<
    Record<'id' | 'orderId' | 'due' | 'currency' | 'reason', string> & { amount: number }
  >({
    name: 'disputes-evidence-due',
    text: `SELECT id, order_id AS "orderId", to_char(evidence_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS due,
                  amount, currency, reason FROM disputes
           WHERE status = 'open' AND evidence_due_at BETWEEN now() AND now() + $2 * interval '1 day'
             AND NOT EXISTS (SELECT 1 FROM alerts WHERE alert = 'dispute-evidence-due'
                             AND subject = disputes.id || '/' || to_char(evidence_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
           ORDER BY evidence_due_at LIMIT $1`,
    values: [limit, DAYS_BEFORE],
  });
  for (const { id, orderId, due, amount, currency, reason } of rows) {
    const facts = { disputeId: id, orderId, due, reason, amount: formatMoney({ amount, currency }) };
    await raiseAlert(db.pool, { alert: 'dispute-evidence-due', subject: `${id}/${due}`, facts });
  }
  return rows.length;
}
