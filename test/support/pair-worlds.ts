import { newId } from '../../base/ids';
import { setBudget } from '../../modules/accounts/store/accounts';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { creditByHand } from '../../modules/ledger/store/balances';
import { matureShares } from '../../modules/ledger/store/shares';
import { refundOrder } from '../../modules/orders/store/decisions';
import type { KnownRefund } from '../../modules/orders/store/refunds';
import { moveWithdrawal, readShortfall } from '../../modules/payouts/store/move';
import { toWithdrawal } from '../../modules/payouts/store/withdrawals';
import { UNDOS_PER_DAY } from '../../modules/runs/rules';
import { endRun } from '../../modules/runs/store/end';
import { beginRun, recordSession } from '../../modules/runs/store/progress';
import { MAX_SHARES } from '../../modules/runs/store/shares';
import { requestTestWithdrawal } from './contributors';
import type { TestDatabase } from './database';
import { acceptEvaluation } from './runs';
import { payTestOrder } from './sales';
import { offer } from './shop';

/** The data that a pair of operations acts on. Each pair gets new data. */
export interface World {
  db: TestDatabase;
  buyer: string;
  contributor: string;
  rival: string;
  connectedAccountId: string;
  order: string;
  opportunity: string;
  payment: string;
  /** The payment's refunds at the provider. */
  refunds: KnownRefund[];
  /** The first withdrawal is in progress, the second under review. */
  withdrawals: string[];
  /** The first run is running. The second failed and returned its credit. */
  runs: string[];
}

export const PRICE = 10_000;
/** Each database imports one opportunity; further opportunities copy its findings. */
const offered = new WeakMap<TestDatabase, Promise<string>>();

async function makeWorld(db: TestDatabase, sells: 'opportunity' | 'credits' | 'nothing'): Promise<World> {
  const [buyer, contributor, rival] = [newId('acc'), newId('acc'), newId('acc')] as const;
  const [order, connectedAccountId] = [newId('ord'), `acct_${contributor}`];
  const opportunity = sells === 'opportunity' ? newId('opp') : null;
  const tomorrow = `now() + interval '1 day'`;
  await db.pool.query(
    `INSERT INTO accounts (id, email, plan, status) SELECT id, id || '@example.com', 'pro', 'active' FROM unnest($1::text[]) AS id`,
    [[buyer, contributor, rival]],
  );
  const contributes = `INSERT INTO contributors (account_id, mode, connected_account_id, country) VALUES ($1, 'live', $2, 'DE')`;
  if (sells !== 'credits') await db.pool.query(contributes, [contributor, connectedAccountId]);
  if (opportunity) {
    if (!offered.has(db)) offered.set(db, offer(db));
    const columns =
      'mode, title, summary, niche, audience, geography, language, score, price_amount, price_currency, findings';
    await db.pool.query(
      `INSERT INTO opportunities (id, contributor_account_id, status, reserved_by, reserved_until, ${columns})
       SELECT $1, $2, 'reserved', $3, ${tomorrow}, ${columns} FROM opportunities WHERE id = $4`,
      [opportunity, contributor, order, await offered.get(db)],
    );
  }
  if (sells !== 'nothing')
    await db.pool.query(
      `INSERT INTO orders (id, account_id, mode, product, product_name, opportunity_id, quantity, status, price_amount,
         price_currency, checkout_session_id, expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
       SELECT $1, $2, 'live', CASE WHEN $3::text IS NULL THEN 'idea_check' ELSE 'opportunity' END, 'of a pair', $3,
         CASE WHEN $3 IS NULL THEN 2 ELSE 1 END, 'pending_payment', ${PRICE}, 'usd', 'cs_' || $1, ${tomorrow}, ${tomorrow}, '1', now()`,
      [order, buyer, opportunity],
    );
  const world = { db, buyer, contributor, rival, connectedAccountId, order, opportunity: opportunity ?? '' };
  return { ...world, payment: `pi_${order}`, refunds: [], withdrawals: [], runs: [] };
}

export async function unpaid(db: TestDatabase): Promise<World> {
  const world = await makeWorld(db, 'opportunity');
  const ended = `now() - interval '1 minute'`;
  await db.pool.query(`UPDATE orders SET expires_at = ${ended}, hold_ends_at = ${ended} WHERE id = $1`, [world.order]);
  await db.pool.query(`UPDATE opportunities SET reserved_until = ${ended} WHERE id = $1`, [world.opportunity]);
  return world;
}

/** An opportunity whose first order expired unpaid; its contributor has no balance. */
export async function onOffer(db: TestDatabase): Promise<World> {
  const world = await makeWorld(db, 'opportunity');
  await db.pool.query(`UPDATE orders SET status = 'expired' WHERE id = $1`, [world.order]);
  const free = `UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL WHERE id = $1`;
  await db.pool.query(free, [world.opportunity]);
  return world;
}

/**
 * A sale whose matured share waits for the sweep. The contributor's balance is USD 200, and one more share link is
 * allowed.
 */
export async function sold(db: TestDatabase): Promise<World> {
  const world = await makeWorld(db, 'opportunity');
  await payTestOrder(db, world.order, { paymentId: world.payment }, { shareMaturityMs: 60_000 });
  await db.pool.query(
    `INSERT INTO run_shares (id, order_id, token_hash, expires_at)
     SELECT $1 || n, $1, decode(md5($1 || n), 'hex'), now() + interval '1 day' FROM generate_series(2, $2) AS n`,
    [world.order, MAX_SHARES],
  );
  await db.pool.query('UPDATE shares SET matures_at = now() WHERE order_id = $1', [world.order]);
  await credit(db, world, 20_000);
  return world;
}

/** Like {@link sold}, but the share is already available. */
export async function matured(db: TestDatabase): Promise<World> {
  const world = await sold(db);
  await matureShares(db.pool, 1, { orderId: world.order });
  return world;
}

/** Like {@link sold}, but with a refund of the sale in progress. */
export async function returning(db: TestDatabase): Promise<World> {
  const world = await sold(db);
  await refundOrder(db, world.order);
  return world;
}

export async function withdrawing(db: TestDatabase): Promise<World> {
  const world = await makeWorld(db, 'nothing');
  await credit(db, world, 20_000);
  for (const to of ['processing', 'under_review'] as const) {
    const id = await requestTestWithdrawal(db, world.contributor, 5_000);
    await moveWithdrawal(db, id, to);
    world.withdrawals.push(id);
  }
  return world;
}

export async function running(db: TestDatabase): Promise<World> {
  const world = await makeWorld(db, 'credits');
  await payTestOrder(db, world.order, { paymentId: world.payment });
  await setBudget(db, world.buyer, 2_500);
  for (let n = 0; n < 2; n++) {
    const runId = await accept(db, world.buyer);
    world.runs.push(runId);
    await beginRun(db, runId, 3_600_000);
    const agent = { provider: 'anthropic', agentId: 'a', agentVersion: '1', rulesEdition: 1, model: 'm' };
    await recordSession(db, runId, { ...agent, sessionId: `sesn_${runId}` });
  }
  await endRun(db, world.runs[1]!, 'failed', 'agent_refused', 0);
  await db.pool.query(
    `INSERT INTO candidates (run_id, candidate_id, place, title, idea, effort, status, session_id)
     VALUES ($1, 'c1', 1, 'of a pair', 'of a pair', 'medium', 'planned', 'sesn_' || $1 || 'c1')`,
    [world.runs[0]],
  );
  await grantEntitlements(db, world.buyer, 'idea_check', 1);
  return world;
}

/** Two runs that have just begun, in an account with one undo left today. */
export async function undoable(db: TestDatabase): Promise<World> {
  const world = await running(db);
  const another = await accept(db, world.buyer);
  await beginRun(db, another, 3_600_000);
  const columns = 'account_id, kind, mode, input, progress_total, queue_expires_at, reserved_cents, metadata';
  await db.pool.query(
    `INSERT INTO runs (id, entitlement_id, workflow_id, status, stage, undone, completed_at, ${columns})
     SELECT $1 || n, 'ent_' || $1 || n, 'evaluation/' || $1 || n, 'canceled', 'queued', true, now(), ${columns}
     FROM runs, generate_series(2, $2) AS n WHERE id = $1`,
    [another, UNDOS_PER_DAY],
  );
  return { ...world, runs: [world.runs[0]!, another] };
}

export const credit = (by: TestDatabase, { contributor }: World, amount: number) =>
  creditByHand(by, { accountId: contributor, mode: 'live', amount, reason: 'a pair' });

/** Accepts an Idea Check; returns its id. */
export const accept = async (by: TestDatabase, accountId: string): Promise<string> =>
  (await acceptEvaluation(by, { accountId, keyId: null as never, apiKey: '' })).search.runId!;

/** Everything that the operations change, grouped by owner, without ids, times or row order. */
export async function state({ db, buyer, contributor, rival, order }: World): Promise<string> {
  const { rows } = await db.pool.query<{ line: string }>({
    text: `
      WITH mine AS (SELECT id, place FROM unnest($1::text[]) WITH ORDINALITY AS mine(id, place)),
      ordered AS (SELECT orders.*, place FROM orders JOIN mine ON mine.id = account_id)
      SELECT concat_ws(' ', 'account', place, status, monthly_budget_cents) AS line FROM accounts JOIN mine USING (id)
      UNION ALL SELECT concat_ws(' ', 'order', place, status) FROM ordered
      UNION ALL SELECT concat_ws(' ', 'payment', payments.amount, outcome, reason, refund_status, refund_attempt)
        FROM payments JOIN ordered ON ordered.id = order_id
      UNION ALL SELECT concat_ws(' ', 'refund', payments.id IS NOT NULL, refunds.amount, refunds.status)
        FROM refunds JOIN payments ON payments.id = payment_id JOIN ordered ON ordered.id = refunds.order_id
      UNION ALL SELECT concat_ws(' ', 'dispute', disputes.status) FROM disputes JOIN ordered ON ordered.id = order_id
      UNION ALL SELECT concat_ws(' ', 'link') FROM run_shares JOIN ordered ON ordered.id = order_id
      UNION ALL SELECT concat_ws(' ', 'credit', source, status, frozen_at IS NOT NULL)
        FROM entitlements JOIN mine ON mine.id = account_id
      UNION ALL SELECT concat_ws(' ', 'run', status, failure_code, entitlement_restored, undone, stopped_by_operator, cost_micros, costs_open,
                                 reserved_cents, retry_of IS NOT NULL)
        FROM runs JOIN mine ON mine.id = account_id
      UNION ALL SELECT concat_ws(' ', 'withdrawal', amount, status, review, reviews, review_decision, transfer_id,
                                 end_requested, failure_reason)
        FROM withdrawals JOIN mine ON mine.id = account_id
      UNION ALL SELECT concat_ws(' ', 'share', status) FROM shares WHERE order_id = $2
      UNION ALL SELECT concat_ws(' ', 'opportunity', status, reserved_by = $2, sold_to = $2)
        FROM opportunities WHERE contributor_account_id = $1[2]
      UNION ALL SELECT concat_ws(' ', 'books', account_id IS NOT NULL, account, sum(amount))
        FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
        WHERE account_id = ANY($1) OR payment_id IN (SELECT payments.id FROM payments JOIN ordered ON ordered.id = order_id)
        GROUP BY account_id IS NOT NULL, account HAVING sum(amount) <> 0
      UNION ALL SELECT concat_ws(' ', 'audit', place, action, before->'monthlyBudgetCents') FROM audit_events JOIN mine ON mine.id = account_id
      ORDER BY line`,
    values: [[buyer, contributor, rival], order],
  });
  const withdrawals = await db.prisma.withdrawal.findMany({
    where: { accountId: contributor },
    orderBy: { amount: 'asc' },
  });
  const short = await Promise.all(withdrawals.map((each) => readShortfall(db.pool, toWithdrawal(each))));
  return [...rows.map(({ line }) => line), `short by ${short.join(', ')}`].join('\n');
}
