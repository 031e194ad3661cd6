/** Two verbs of the store at once come to what one after the other would, whichever commits first. */
import type { DisputeStatus } from '../../contracts/orders';
import type { WithdrawalState } from '../../contracts/withdrawals';
import { newId } from '../../contracts/ids';
import { runMessage } from '../../domain/messages/runs';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { resumeAccount } from '../../store/accounts/resume-account';
import { setBudget } from '../../store/accounts/set-budget';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { grantEntitlements } from '../../store/entitlements/grant-entitlements';
import { creditByHand } from '../../store/ledger/credit-by-hand';
import { matureShares } from '../../store/ledger/mature-shares';
import { contributorBalance } from '../../store/ledger/read-balances';
import { settleBalance } from '../../store/ledger/settle-balance';
import { archiveOpportunity } from '../../store/opportunities/archive-opportunity';
import { offerAgain } from '../../store/opportunities/offer-again';
import { answerFraudWarning } from '../../store/orders/answer-fraud-warning';
import { cancelOrder } from '../../store/orders/cancel-order';
import { endHold } from '../../store/orders/end-hold';
import { failPayment } from '../../store/orders/fail-payment';
import { openOrder } from '../../store/orders/open-order';
import { databaseTime } from '../../store/orders/record-dispute';
import { recordRefunds, type KnownRefund } from '../../store/orders/record-refunds';
import { refundOrder } from '../../store/orders/refund-order';
import { toPayment } from '../../store/orders/row';
import { beginRun } from '../../store/runs/begin-run';
import { completeRun } from '../../store/runs/complete-run';
import { endRun } from '../../store/runs/end-run';
import { recordSession } from '../../store/runs/record-session';
import { requestCancel } from '../../store/runs/request-cancel';
import { retryRun } from '../../store/runs/retry-run';
import { saveArtifact } from '../../store/runs/save-artifact';
import { stopRun } from '../../store/runs/stop-run';
import { recordSessionCost } from '../../store/sessions/record-session-cost';
import { sharePurchase } from '../../store/sharing/share-purchase';
import { decideReview } from '../../store/withdrawals/decide-review';
import { moveWithdrawal } from '../../store/withdrawals/move-withdrawal';
import { recordTransfer } from '../../store/withdrawals/record-transfer';
import { requestEnd } from '../../store/withdrawals/request-end';
import { restoreWithdrawal } from '../../store/withdrawals/restore-withdrawal';
import { retryWithdrawal } from '../../store/withdrawals/retry-withdrawal';
import { acceptEvaluation } from '../support/accept-evaluation';
import { requestTestWithdrawal } from '../support/contributors';
import type { TestDatabase } from '../support/database';
import { pairsOf, unexplained, type Act, type Pairs, type Verb } from '../support/interleaved';
import { checkCredits, checkLedger } from '../support/money-invariants';
import { disputed, payTestOrder } from '../support/sales';
import { liveClaim } from '../support/runs';
import { offer } from '../support/shop';
import { use, useDatabase } from '../support/use';

const db = useDatabase();

interface World {
  buyer: string;
  contributor: string;
  rival: string;
  connectedAccountId: string;
  order: string;
  opportunity: string;
  payment: string;
  /** What the provider has of the payment. */
  refunds: KnownRefund[];
  /** The first is under way, the second under review. */
  withdrawals: string[];
  /** The first runs, the second failed and gave its credit back. */
  runs: string[];
}

const PRICE = 10_000;
const offered = use(async () => ({ id: await offer(db) }));

async function makeWorld(sells: 'opportunity' | 'credits' | 'nothing'): Promise<World> {
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
    // One import makes the findings of all.
    const columns =
      'mode, title, summary, niche, audience, geography, language, score, price_amount, price_currency, findings';
    await db.pool.query(
      `INSERT INTO opportunities (id, contributor_account_id, status, reserved_by, reserved_until, ${columns})
       SELECT $1, $2, 'reserved', $3, ${tomorrow}, ${columns} FROM opportunities WHERE id = $4`,
      [opportunity, contributor, order, offered.id],
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
  const world = { buyer, contributor, rival, connectedAccountId, order, opportunity: opportunity ?? '' };
  return { ...world, payment: `pi_${order}`, refunds: [], withdrawals: [], runs: [] };
}

async function unpaid(): Promise<World> {
  const world = await makeWorld('opportunity');
  const ended = `now() - interval '1 minute'`;
  await db.pool.query(`UPDATE orders SET expires_at = ${ended}, hold_ends_at = ${ended} WHERE id = $1`, [world.order]);
  await db.pool.query(`UPDATE opportunities SET reserved_until = ${ended} WHERE id = $1`, [world.opportunity]);
  return world;
}

/** One whose first order ended unpaid; its contributor has no money with us. */
async function onOffer(): Promise<World> {
  const world = await makeWorld('opportunity');
  await db.pool.query(`UPDATE orders SET status = 'expired' WHERE id = $1`, [world.order]);
  const free = `UPDATE opportunities SET status = 'available', reserved_by = NULL, reserved_until = NULL WHERE id = $1`;
  await db.pool.query(free, [world.opportunity]);
  return world;
}

/** A sale whose share has matured and waits for the sweep, and 200 dollars that can be withdrawn. */
async function sold(): Promise<World> {
  const world = await makeWorld('opportunity');
  await payTestOrder(db, world.order, { paymentId: world.payment }, { shareMaturityMs: 60_000 });
  await db.pool.query('UPDATE shares SET matures_at = now() WHERE order_id = $1', [world.order]);
  await credit(20_000)(world)(db);
  return world;
}

/** The same, but the sale is being returned. */
async function returning(): Promise<World> {
  const world = await sold();
  await refundOrder(db, world.order);
  return world;
}

async function withdrawing(): Promise<World> {
  const world = await makeWorld('nothing');
  await credit(20_000)(world)(db);
  for (const state of ['processing', 'under_review'] as const) {
    const id = await requestTestWithdrawal(db, world.contributor, 5_000);
    await moveWithdrawal(db, id, state);
    world.withdrawals.push(id);
  }
  return world;
}

async function running(): Promise<World> {
  const world = await makeWorld('credits');
  await payTestOrder(db, world.order, { paymentId: world.payment });
  await setBudget(db, world.buyer, 2_500);
  for (let n = 0; n < 2; n++) {
    const runId = await accept(world.buyer)(db);
    world.runs.push(runId);
    await beginRun(db, runId, 3_600_000);
    const agent = { provider: 'anthropic', agentId: 'a', agentVersion: '1', model: 'm' };
    await recordSession(db, runId, { ...agent, sessionId: `sesn_${runId}` });
  }
  await endRun(db, world.runs[1]!, 'failed', 'agent_refused', 0);
  await grantEntitlements(db, world.buyer, 'idea_check', 1);
  return world;
}

/** Everything that the verbs change, by whose it is: no ids, no times, no order of rows. */
async function state({ buyer, contributor, rival, order }: World): Promise<string> {
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
      UNION ALL SELECT concat_ws(' ', 'run', status, failure_code, entitlement_restored, undone, cost_micros, reserved_cents,
                                 retry_of IS NOT NULL)
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
      UNION ALL SELECT concat_ws(' ', 'audit', place, action) FROM audit_events JOIN mine ON mine.id = account_id
      ORDER BY line`,
    values: [[buyer, contributor, rival], order],
  });
  return rows.map(({ line }) => line).join('\n');
}

const PATIENCE = {
  ...{ evaluationDeadlineMs: 60_000, searchDeadlineMs: 60_000, searchParallelism: 1 },
  ...{ maxRepairs: 0, heartbeatTimeoutMs: 20_000, stepTimeoutMs: 60_000 },
};
const accept =
  (accountId: string) =>
  async (by: TestDatabase): Promise<string> => {
    const message = await acceptEvaluation(by, { accountId, keyId: null as never, apiKey: '' });
    return (message.input as { runId: string }).runId;
  };
const done =
  (act: Act): Act =>
  async (by) =>
    void (await act(by));
const credit =
  (amount: number): ((world: World) => Act) =>
  ({ contributor }) =>
    done((by) => creditByHand(by, { accountId: contributor, mode: 'live', amount, reason: 'a pair' }));
const pay =
  (nth: string): Verb<World> =>
  ({ order, payment }) =>
  async (by) =>
    (await payTestOrder(by, order, { paymentId: payment + nth, paidAt: new Date(Date.now() - 600_000) })).settlement!
      .outcome;
const dispute =
  (status: DisputeStatus): Verb<World> =>
  async ({ order: orderId, payment: paymentId }) => {
    const took = { id: `txn_${paymentId}`, amount: -PRICE, fee: 0, currency: 'usd' };
    const movements = {
      inquiry: [],
      open: [took],
      lost: [took],
      won: [took, { ...took, id: `${took.id}_b`, amount: PRICE }],
    };
    const observedAt = await databaseTime(db);
    return done((by) => disputed(by, { orderId, paymentId, amount: PRICE }, status, observedAt, movements[status]));
  };
const ofBuyer =
  (work: (by: TestDatabase, buyer: string) => Promise<unknown>): Verb<World> =>
  ({ buyer }) =>
    done((by) => work(by, buyer));
const ofContributor =
  (work: (by: TestDatabase, contributor: string) => Promise<unknown>): Verb<World> =>
  ({ contributor }) =>
    done((by) => work(by, contributor));
const ofOpportunity =
  (work: (by: TestDatabase, opportunity: string) => Promise<unknown>): Verb<World> =>
  ({ opportunity }) =>
    done((by) => work(by, opportunity));
const ofOrder =
  (work: (by: TestDatabase, order: string) => Promise<unknown>): Verb<World> =>
  ({ order }) =>
    done((by) => work(by, order));

/** The provider's refunds as they were when both began, and once more wherever that was too old. */
const followRefunds =
  (makes: boolean): Verb<World> =>
  async ({ payment: id, refunds }) => {
    const read = async () => ({
      payment: toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id } })),
      refunds: [...refunds],
    });
    let seen = await read();
    return async (by) => {
      const made = { id: `re_${id}`, amount: PRICE, currency: 'usd', status: 'succeeded', failure: null } as const;
      if (makes) refunds.push({ ...made, origin: 'dashboard', attempt: null, createdAt: new Date() });
      if (makes) seen = { ...seen, refunds: [...refunds] };
      for (;;) {
        const next = await recordRefunds(by, seen.payment, { refunds: seen.refunds });
        if (next !== 'outdated') return next;
        seen = await read();
      }
    };
  };
const warned: Verb<World> =
  ({ order, payment }) =>
  (by) =>
    answerFraudWarning(by, {
      ...{ warningId: `issfr_${order}`, mode: 'live', paymentId: payment, orderId: order },
      ...{ fraudType: 'made_with_stolen_card', actionable: true },
    });
const withdraw = (amount: number) => ofContributor((by, contributor) => requestTestWithdrawal(by, contributor, amount));
/** Ends the balance as it was when both began, and once more where another was there by then. */
const settle: Verb<World> = async ({ contributor: accountId }) => {
  const available = async () => (await contributorBalance(db.pool, accountId, 'live'))!.available;
  const seen = await available();
  return done(async (by) => {
    const end = (amount: number) =>
      settleBalance(by, { accountId, mode: 'live', amount, currency: 'usd', reason: 'a pair' });
    await end(seen).catch(async () => end(await available()));
  });
};
const move =
  (nth: number, to: Exclude<WithdrawalState, 'requested'>, held = false): Verb<World> =>
  ({ withdrawals }) =>
  (by) =>
    moveWithdrawal(by, withdrawals[nth]!, to, { held, ...(to === 'failed' && { failureReason: 'no_account' }) });
const decide =
  (decision: 'approve' | 'reject'): Verb<World> =>
  ({ withdrawals }) =>
    done((by) => decideReview(by, withdrawals[1]!, { decision, reason: 'a pair' }));
const ofRun =
  (work: (by: TestDatabase, run: string, world: World) => Promise<unknown>): Verb<World> =>
  (world) =>
    done((by) => work(by, world.runs[0]!, world));

const ACCOUNTS = {
  'the buyer is suspended': ofBuyer(suspendAccount),
  'the buyer is erased': ofBuyer(beginErasure),
};
const CONTRIBUTORS = {
  'the contributor is suspended': ofContributor(suspendAccount),
  'the contributor is erased': ofContributor(beginErasure),
  'the balance is credited': credit(1_000),
  'the balance is settled': settle,
};
const DISPUTES = {
  'a dispute opens': dispute('open'),
  'a dispute is lost': dispute('lost'),
  'a dispute is won': dispute('won'),
  'the bank warns of fraud': warned,
};
const RETURN = {
  ...DISPUTES,
  'it is refunded': ofOrder(refundOrder),
  'refunds are followed': followRefunds(false),
  'it is refunded by hand': followRefunds(true),
};
const SALE = {
  ...RETURN,
  ...ACCOUNTS,
  ...CONTRIBUTORS,
  'its share matures': ofOrder((by, orderId) => matureShares(by.pool, 10, { orderId })),
  'most is withdrawn': withdraw(15_000),
};

const OFFER: Record<string, Verb<World>> = {
  'somebody else reserves it': ({ rival, opportunity }) =>
    done((by) =>
      openOrder(by, {
        idempotency: liveClaim(rival, 'POST /v1/orders', { opportunity }),
        buyer: { accountId: rival, tokenHash: null, addressHash: null, networkHash: null },
        ...{ mode: 'live', product: 'opportunity', opportunityId: opportunity, quantity: 1, consentTextVersion: '1' },
        ...{ anonymousHoldShare: 1, lifetimeMs: 60_000, graceMs: 60_000 },
      }),
    ),
  'it is archived': ofOpportunity(archiveOpportunity),
  'it is paid': pay(''),
};

const GROUPS: Record<string, Pairs<World>> = {
  'an opportunity on offer': {
    make: onOffer,
    state,
    verbs: {
      ...OFFER,
      ...ACCOUNTS,
      ...CONTRIBUTORS,
      'another is offered': ofContributor((by, id) => offer(by, 'live', id)),
    },
  },
  'an unpaid order': {
    make: unpaid,
    state,
    verbs: {
      ...ACCOUNTS,
      ...CONTRIBUTORS,
      'it is paid by another': pay('_2'),
      'it is canceled':
        ({ order }) =>
        (by) =>
          cancelOrder(by, order, `cs_${order}`),
      'it ends': ofOrder(endHold),
      'its payment fails':
        ({ order }) =>
        (by) =>
          failPayment(by, order, `cs_${order}`),
      ...OFFER,
      'a dispute opens': dispute('open'),
      'the bank warns of fraud': warned,
    },
  },
  'a sale': {
    make: sold,
    state,
    verbs: {
      ...SALE,
      'it is paid again': pay('_2'),
      'its dossier is shared': ({ buyer, order }) =>
        done((by) => sharePurchase(by, buyer, order, { tokenHash: Buffer.from(newId('shr')), lifetimeMs: 60_000 })),
      'it is offered again': ofOpportunity(offerAgain),
    },
  },
  'a sale that is returned': { make: returning, state, verbs: RETURN },
  'a withdrawal': {
    make: withdrawing,
    state,
    verbs: {
      ...CONTRIBUTORS,
      'the contributor is resumed': ofContributor(resumeAccount),
      'most is withdrawn': withdraw(6_000),
      'its share is gone': move(0, 'under_review'),
      'it is held': move(0, 'under_review', true),
      'it is transferred':
        ({ withdrawals: [id], connectedAccountId }) =>
        (by) =>
          recordTransfer(by, id!, { transferId: 'tr', connectedAccountId }),
      'it is paid out': move(0, 'in_transit'),
      'it fails': move(0, 'failed'),
      'its end is asked for':
        ({ withdrawals: [id] }) =>
        (by) =>
          requestEnd(by, id!, { how: 'take_back', reason: 'a pair' }),
      'it is checked again':
        ({ withdrawals: [id] }) =>
        (by) =>
          retryWithdrawal(by, id!),
      'a lost one is restored': ({ contributor, connectedAccountId }) =>
        done((by) =>
          restoreWithdrawal(by, {
            ...{
              withdrawalId: `wdr_lost_${contributor}`,
              mode: 'live',
              amount: 3_000,
              currency: 'usd',
              connectedAccountId,
            },
            transferredAt: new Date(),
          }),
        ),
      'another is approved': decide('approve'),
      'another is rejected': decide('reject'),
      'another goes on': move(1, 'processing'),
      'another ends': move(1, 'rejected'),
    },
  },
  'bought credits': {
    make: running,
    state,
    verbs: {
      ...ACCOUNTS,
      ...DISPUTES,
      'the buyer is resumed': ofBuyer(resumeAccount),
      'a budget is set': ofBuyer((by, buyer) => setBudget(by, buyer, 1_000)),
      'one is granted': ofBuyer((by, buyer) => grantEntitlements(by, buyer, 'idea_check', 1)),
      'it is refunded': ofOrder(refundOrder),
      'a run is accepted': ofBuyer((by, buyer) => accept(buyer)(by)),
      'a run fails': ofRun((by, run) => endRun(by, run, 'failed', 'agent_refused', 1_000)),
      'a run ends canceled': ofRun((by, run) => endRun(by, run, 'canceled', 'canceled', 1_000)),
      'a run is completed': ofRun(async (by, run) => {
        for (const name of ['findings', 'dossierHtml'] as const) await saveArtifact(db, run, name, Buffer.from('{}'));
        await completeRun(by, run, 1_000);
      }),
      'a run is canceled': ofRun((by, run, { buyer: accountId }) =>
        requestCancel(by, { accountId, mode: 'live' }, run, 3_600_000, (of) =>
          runMessage(PATIENCE, of, 'cancelRequested'),
        ),
      ),
      'a run is stopped': ofRun(stopRun),
      'a run costs': ofRun((by, runId) => {
        const of = { sessionId: `sesn_${runId}`, runId, candidateId: null, scanId: null, stray: false, erased: false };
        return recordSessionCost(by, of, 2_000);
      }),
      'a failed run is repeated': ({ runs: [, failed] }) =>
        done((by) =>
          retryRun(by, failed!, {
            ...{ grant: false, queueExpiryMs: 60_000, reservation: () => ({ mostCents: 1_000, leastCents: 1 }) },
            start: (run, id) => runMessage(PATIENCE, { ...run, id }),
          }),
        ),
    },
  },
};

test.each(Object.keys(GROUPS))('%s: two verbs at once come to what one after the other would', async (name) => {
  const group = GROUPS[name]!;
  const left = pairsOf(group);
  const found: string[] = [];
  const playLeft = async () => {
    for (let pair = left.shift(); pair; pair = left.shift()) {
      const flaw = await unexplained(db, group, pair).catch((error: Error) => `${pair!.join(', ')}: ${error.stack}`);
      if (flaw) found.push(flaw);
    }
  };
  await Promise.all(Array.from({ length: 4 }, playLeft));
  expect(found).toEqual([]);
  await checkLedger(db);
  await checkCredits(db);
});
