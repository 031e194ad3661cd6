import type { DisputeStatus } from '../../modules/ledger/contract';
import { contributorBalance, settleBalance } from '../../modules/ledger/store/balances';
import { recordSessionCost } from '../../modules/operations/store/sessions';
import { databaseTime } from '../../modules/orders/store/disputes';
import { answerFraudWarning } from '../../modules/orders/store/fraud-warnings';
import { toPayment } from '../../modules/orders/store/orders';
import { recordRefunds } from '../../modules/orders/store/refunds';
import type { WithdrawalState } from '../../modules/payouts/contract';
import { moveWithdrawal } from '../../modules/payouts/store/move';
import { decideReview } from '../../modules/payouts/store/operate';
import { runMessage } from '../../modules/runs/messages';
import { requestCancel } from '../../modules/runs/store/stop';
import { requestTestWithdrawal } from './contributors';
import type { TestDatabase } from './database';
import type { Act, Verb } from './interleaved';
import { PRICE, type World } from './pair-worlds';
import { disputed, payTestOrder } from './sales';

export const LIMITS = {
  ...{ evaluationDeadlineMs: 60_000, searchDeadlineMs: 60_000, searchParallelism: 1 },
  ...{ maxRepairs: 0, heartbeatTimeoutMs: 20_000, stepTimeoutMs: 60_000 },
};
export const done =
  (act: Act): Act =>
  async (by) =>
    void (await act(by));
export const pay =
  (nth: string): Verb<World> =>
  ({ order, payment }) =>
  async (by) =>
    (await payTestOrder(by, order, { paymentId: payment + nth, paidAt: new Date(Date.now() - 600_000) })).settlement!
      .outcome;
export const dispute =
  (status: DisputeStatus): Verb<World> =>
  async ({ db, order: orderId, payment: paymentId }) => {
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
export const ofBuyer =
  (work: (by: TestDatabase, buyer: string) => Promise<unknown>): Verb<World> =>
  ({ buyer }) =>
    done((by) => work(by, buyer));
export const ofContributor =
  (work: (by: TestDatabase, contributor: string) => Promise<unknown>): Verb<World> =>
  ({ contributor }) =>
    done((by) => work(by, contributor));
export const ofOpportunity =
  (work: (by: TestDatabase, opportunity: string) => Promise<unknown>): Verb<World> =>
  ({ opportunity }) =>
    done((by) => work(by, opportunity));
export const ofOrder =
  (work: (by: TestDatabase, order: string) => Promise<unknown>): Verb<World> =>
  ({ order }) =>
    done((by) => work(by, order));

/** Records the provider's refunds as they were read at the start. If those are outdated, reads the refunds again. */
export const followRefunds =
  (makes: boolean): Verb<World> =>
  async ({ db, payment: id, refunds }) => {
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
export const warned: Verb<World> =
  ({ order, payment }) =>
  (by) =>
    answerFraudWarning(by, {
      ...{ warningId: `issfr_${order}`, mode: 'live', paymentId: payment, orderId: order },
      ...{ fraudType: 'made_with_stolen_card', actionable: true },
    });
export const withdraw = (amount: number) =>
  ofContributor((by, contributor) => requestTestWithdrawal(by, contributor, amount));
/** Settles the balance read at the start. If it has changed since, settles the current balance. */
export const settle: Verb<World> = async ({ db, contributor: accountId }) => {
  const available = async () => (await contributorBalance(db.pool, accountId, 'live'))!.available;
  const seen = await available();
  return done(async (by) => {
    const end = (amount: number) =>
      settleBalance(by, { accountId, mode: 'live', amount, currency: 'usd', reason: 'a pair' });
    await end(seen).catch(async () => end(await available()));
  });
};
export const move =
  (nth: number, to: Exclude<WithdrawalState, 'requested'>, held = false): Verb<World> =>
  ({ withdrawals }) =>
  (by) =>
    moveWithdrawal(by, withdrawals[nth]!, to, { held, ...(to === 'failed' && { failure: { bank: 'no_account' } }) });
export const decide =
  (decision: 'approve' | 'reject'): Verb<World> =>
  ({ withdrawals }) =>
    done((by) => decideReview(by, withdrawals[1]!, { decision, reason: 'a pair' }));
export const ofRun =
  (work: (by: TestDatabase, run: string, world: World) => Promise<unknown>): Verb<World> =>
  (world) =>
    done((by) => work(by, world.runs[0]!, world));
/** Records the cost of a session in the first run: the run's own session or a candidate's. */
export const costs = (candidateId: string | null): Verb<World> =>
  ofRun((by, runId) => {
    const sessionId = `sesn_${runId}${candidateId ?? ''}`;
    const of = { sessionId, runId, candidateId, scanId: null, stray: false, erased: false };
    return recordSessionCost(by, of, 2_000);
  });
export const cancel =
  (nth: number): Verb<World> =>
  ({ runs, buyer: accountId }) =>
    done((by) =>
      requestCancel(by, { accountId, mode: 'live' }, runs[nth]!, 3_600_000, (run) =>
        runMessage(LIMITS, run, 'cancelRequested'),
      ),
    );
