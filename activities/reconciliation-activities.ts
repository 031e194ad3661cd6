import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Mode } from '../base/access';
import { connectedAccountsAfter } from '../modules/ledger/store/contributors';
import { postFee } from '../modules/ledger/store/payments';
import type { BooksPage } from '../modules/orders/payment-provider';
import type { BookedObject, BookKind } from '../modules/orders/provider-books';
import type { Payment } from '../modules/orders/store/orders';
import type { Withdrawal } from '../modules/payouts/store/withdrawals';
import type { ReconciliationResult, ReconciliationWindow } from '../modules/reconciliation/contract';
import { feeOf, causeOf, isKnown, type OwnRecords } from '../modules/reconciliation/rules';
import {
  countOpenBreaks,
  listOpen,
  alertUnresolved,
  recordBreak,
  closeMatched,
} from '../modules/reconciliation/store/breaks';
import { paymentsOfPeriod, readOwnRecords, transfersOfPeriod } from '../modules/reconciliation/store/own-records';
import { endRun, openRun } from '../modules/reconciliation/store/reconciliation';
import { requirePayments, type ActivityDeps } from './deps';
import { callPayments, nullIfAccountGone } from './failures';
import { repairBreak } from './repair-break';

/** The part of the provider's records that one activity compares. */
export interface BooksPart {
  window: ReconciliationWindow;
  mode: Mode;
  kind: BookKind;
}

/** Progress of an activity, stored in its heartbeat. The next attempt continues from here. */
interface Bookmark {
  objects: number;
  /** Connected account whose payouts are being read or were read last. */
  account: string | null;
  /** Last object of the previous page; null once a list has been read to its end. */
  after: string | null;
}

/** Progress of an activity that looks up each of our rows at the provider. */
interface CheckBookmark {
  objects: number;
  last: string;
}

const NOTHING_YET: Bookmark = { objects: 0, account: null, after: null };

/** Empty page. Stands for the records of a contributor's account that is closed or disconnected. */
const NO_BOOKS: BooksPage = { objects: [], next: null };

const BATCH = 100;

/** Activities that compare the provider's records with ours, page by page. Each is idempotent. */
export function createReconciliationActivities(deps: ActivityDeps) {
  const { db, payments } = deps;
  const provider = () => requirePayments(deps);
  return {
    /** Opens a run and returns the period that it compares. */
    async openReconciliation(runId: string, since: string | null): Promise<ReconciliationWindow> {
      const modes = payments?.modes ?? [];
      const { from, until } = await openRun(db, runId, { modes, since: since === null ? null : new Date(since) });
      return { runId, modes, from: from.toISOString(), until: until.toISOString() };
    },

    /**
     * Compares one kind of object and notifies the workflows that repair differences. Returns the number of objects.
     */
    async compareBooks(part: BooksPart): Promise<number> {
      let mark = (activityInfo().heartbeatDetails as Bookmark | undefined) ?? NOTHING_YET;
      if (part.kind !== 'payout') return (await comparePages(part, mark)).objects;
      // Connected accounts each have a separate list of payouts.
      for (;;) {
        const account = mark.after === null ? await nextAccount(part.mode, mark.account) : mark.account;
        if (account === null) return mark.objects;
        mark = await comparePages(part, { ...mark, account });
      }
    },

    /** Looks up the charge of each of our payments in the period. Returns the number of payments. */
    async findChargesOfPayments(window: ReconciliationWindow, mode: Mode): Promise<number> {
      let mark = (activityInfo().heartbeatDetails as CheckBookmark | undefined) ?? { objects: 0, last: '' };
      const period = { mode, from: new Date(window.from), until: new Date(window.until) };
      for (;;) {
        const settled = await paymentsOfPeriod(db, period, mark.last, BATCH);
        for (const payment of settled) {
          const charge = await callPayments(() => provider().books.findCharge(mode, payment.id));
          if (!charge) {
            const object = missingCharge(payment, await provider().deploymentId());
            await recordBreak(db, { object, cause: 'missing_at_provider', runId: window.runId });
          }
          heartbeat((mark = { objects: mark.objects + 1, last: payment.id }));
        }
        if (settled.length < BATCH) return mark.objects;
      }
    },

    /** Looks up the transfer of each withdrawal that changed in the period. Returns the number of withdrawals. */
    async findTransfersOfWithdrawals(window: ReconciliationWindow, mode: Mode): Promise<number> {
      let mark = (activityInfo().heartbeatDetails as CheckBookmark | undefined) ?? { objects: 0, last: '' };
      for (;;) {
        const made = await transfersOfPeriod(db, { mode, from: new Date(window.from) }, mark.last, BATCH);
        for (const withdrawal of made) {
          const object = missingTransfer(withdrawal, await provider().deploymentId());
          const found = await callPayments(() => provider().books.retrieve(object));
          if (!found) await recordBreak(db, { object, cause: 'missing_at_provider', runId: window.runId });
          heartbeat((mark = { objects: mark.objects + 1, last: withdrawal.id }));
        }
        if (made.length < BATCH) return mark.objects;
      }
    },

    /** Compares open breaks again, in modes that have a key, and closes the breaks that now match. */
    async recheckBreaks(): Promise<void> {
      let last = (activityInfo().heartbeatDetails as string | undefined) ?? '';
      for (;;) {
        const breaks = await listOpen(db, payments?.modes ?? [], last, BATCH);
        for (const each of breaks) {
          const { id, mode, kind, objectId, connectedAccountId } = each;
          const retrieve = () =>
            each.cause === 'missing_at_provider' && kind === 'charge'
              ? provider().books.findCharge(mode, objectId)
              : provider().books.retrieve({ mode, kind, id: objectId, connectedAccountId });
          const object = await callPayments(() => nullIfAccountGone(retrieve));
          // Objects that the provider does not know stay open, because a person must handle them.
          if (object && causeOf(object, await ownRecords([object])) !== each.cause) await closeMatched(db, id);
          heartbeat((last = id));
        }
        if (breaks.length < BATCH) return;
      }
    },

    /** Ends a run, moves the bookmarks of the modes that it fully compared, and returns its result. */
    async endReconciliation(
      runId: string,
      objects: number,
      complete: boolean,
      compared: readonly Mode[],
    ): Promise<ReconciliationResult> {
      const { workflowId } = activityInfo().workflowExecution!;
      const hasKey = payments !== null && payments.modes.length > 0;
      const why = hasKey ? 'a part of them could not be read' : 'no mode has a key, so nothing was';
      await endRun(db, runId, { objects, compared, incomplete: complete ? null : why, workflowId });
      return { runId, objects, compared, complete, openBreaks: await countOpenBreaks(db) };
    },

    /** Alerts the operator to breaks that the notified workflows did not repair. Returns the number of breaks. */
    alertUnresolved: (runId: string): Promise<number> => alertUnresolved(db, runId),
  };

  async function comparePages({ window, mode, kind }: BooksPart, start: Bookmark): Promise<Bookmark> {
    const [from, until] = [new Date(window.from), new Date(window.until)];
    const { account } = start;
    let mark = start;
    do {
      const query = { mode, kind, from, until, after: mark.after, ...(account && { connectedAccountId: account }) };
      const page = (await callPayments(() => nullIfAccountGone(() => provider().books.list(query)))) ?? NO_BOOKS;
      // Safe if a crash causes a page to be compared twice, because the second time changes nothing.
      await comparePage(window.runId, page.objects, () => heartbeat(mark));
      mark = { account, objects: mark.objects + page.objects.length, after: page.next };
      if (page.next !== null) heartbeat(mark);
    } while (mark.after !== null);
    return mark;
  }

  async function comparePage(runId: string, objects: readonly BookedObject[], alive: () => void): Promise<void> {
    if (objects.length === 0) return;
    const own = await ownRecords(objects);
    for (const object of objects) {
      if (object.movement) await enterFeeOf(object, own);
      const cause = causeOf(object, own);
      if (!cause) continue;
      const ignored = cause === 'foreign_deployment' && !isKnown(object, own);
      const found = await recordBreak(db, { object, cause, runId, ignored });
      if (found.status === 'open') await repairBreak(deps, { object, cause, own, occasion: runId });
      alive();
    }
  }

  // Posts a fee that no webhook reported, such as one that was assessed later or charged to the account itself.
  async function enterFeeOf(object: BookedObject, own: OwnRecords): Promise<void> {
    const known = feeOf(object, own);
    if (known === null) return;
    const { paymentId, fee } = known;
    const of = { mode: object.mode, ...(paymentId !== null && { paymentId }) };
    await postFee(db.pool, of, { id: object.id, fee, currency: object.total.currency });
  }

  async function ownRecords(objects: readonly BookedObject[]): Promise<OwnRecords> {
    return readOwnRecords(db, await provider().deploymentId(), objects);
  }

  async function nextAccount(mode: Mode, after: string | null): Promise<string | null> {
    return (await connectedAccountsAfter(db, mode, after ?? '', 1))[0] ?? null;
  }
}

const MISSING = { orderId: null, withdrawalId: null, paymentId: null, connectedAccountId: null, state: null };

/** The charge that the provider lacks for our payment, in the form stored with a break. */
function missingCharge(payment: Payment, deploymentId: string): BookedObject {
  const { id, mode, orderId, amount, currency, createdAt } = payment;
  const object = { ...MISSING, kind: 'charge', id, mode, deploymentId, orderId, paymentId: id } as const;
  return { ...object, total: { amount, currency }, remaining: amount, createdAt };
}

/** The transfer that the provider lacks for our withdrawal, in the form stored with a break. */
function missingTransfer(withdrawal: Withdrawal, deploymentId: string): BookedObject {
  const { id: withdrawalId, mode, amount, currency, transferId, connectedAccountId, updatedAt: createdAt } = withdrawal;
  const object = { ...MISSING, kind: 'transfer', id: transferId!, mode, deploymentId, withdrawalId } as const;
  return { ...object, connectedAccountId, total: { amount, currency }, remaining: amount, createdAt };
}
