/** Two concurrent store operations end as if they ran one after the other, whichever commits first. */
import { newId } from '../../base/ids';
import { setBudget } from '../../modules/accounts/store/accounts';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { purgeAccountData } from '../../modules/erasure/store/purge';
import { resumeAccount, suspendAccount } from '../../modules/erasure/store/suspension';
import { matureShares } from '../../modules/ledger/store/shares';
import { archiveOpportunity } from '../../modules/opportunities/store/import';
import { cancelOrder, endHold } from '../../modules/orders/store/move';
import { openOrder } from '../../modules/orders/store/open';
import { failPayment } from '../../modules/orders/store/payments';
import { offerAgain, refundOrder } from '../../modules/orders/store/decisions';
import { recordTransfer } from '../../modules/payouts/store/move';
import { requestEnd, retryWithdrawal } from '../../modules/payouts/store/operate';
import { restoreWithdrawal } from '../../modules/payouts/store/recover';
import { runMessage } from '../../modules/runs/messages';
import { saveArtifact } from '../../modules/runs/store/artifacts';
import { completeRun, endRun } from '../../modules/runs/store/end';
import { retryRun } from '../../modules/runs/store/retry';
import { sharePurchase } from '../../modules/runs/store/shares';
import { stopRun } from '../../modules/runs/store/stop';
import { pairsOf, unexplained, type Pairs, type Verb } from '../support/interleaved';
import { checkCredits, checkLedger } from '../support/money-invariants';
import {
  LIMITS,
  done,
  pay,
  dispute,
  ofBuyer,
  ofContributor,
  ofOpportunity,
  ofOrder,
  followRefunds,
  warned,
  withdraw,
  settle,
  move,
  decide,
  ofRun,
  costs,
  cancel,
} from '../support/pair-verbs';
import {
  unpaid,
  onOffer,
  sold,
  matured,
  returning,
  withdrawing,
  running,
  undoable,
  credit,
  accept,
  state,
  type World,
} from '../support/pair-worlds';
import { liveClaim } from '../support/runs';
import { offer } from '../support/shop';
import { useDatabase } from '../support/use';

const db = useDatabase();

const ACCOUNTS = {
  'the buyer is suspended': ofBuyer(suspendAccount),
  'the buyer is erased': ofBuyer(beginErasure),
};
const CONTRIBUTORS = {
  'the contributor is suspended': ofContributor(suspendAccount),
  'the contributor is erased': ofContributor(beginErasure),
  'the balance is credited': (world: World) => done((by) => credit(by, world, 1_000)),
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
  'all is withdrawn': withdraw(25_000),
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
    make: () => onOffer(db),
    state,
    verbs: {
      ...OFFER,
      ...ACCOUNTS,
      ...CONTRIBUTORS,
      'another is offered': ofContributor((by, id) => offer(by, 'live', id)),
    },
  },
  'an unpaid order': {
    make: () => unpaid(db),
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
    make: () => sold(db),
    state,
    verbs: {
      ...SALE,
      'it is paid again': pay('_2'),
      'its dossier is shared': ({ buyer, order }) =>
        done((by) => sharePurchase(by, buyer, order, { tokenHash: Buffer.from(newId('shr')), lifetimeMs: 60_000 })),
      'it is offered again': ofOpportunity(offerAgain),
      'the buyer is erased': ofBuyer(async (by, buyer) => {
        await beginErasure(by, buyer);
        await purgeAccountData(by, buyer, () => null);
      }),
    },
  },
  'a matured sale': { make: () => matured(db), state, verbs: { ...DISPUTES, 'all is withdrawn': withdraw(25_000) } },
  'a sale that is returned': { make: () => returning(db), state, verbs: RETURN },
  'a withdrawal': {
    make: () => withdrawing(db),
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
    make: () => running(db),
    state,
    verbs: {
      ...ACCOUNTS,
      ...DISPUTES,
      'the buyer is resumed': ofBuyer(resumeAccount),
      'a budget is set': ofBuyer((by, buyer) => setBudget(by, buyer, 1_000)),
      'one is granted': ofBuyer((by, buyer) => grantEntitlements(by, buyer, 'idea_check', 1)),
      'it is refunded': ofOrder(refundOrder),
      'a run is accepted': ofBuyer((by, buyer) => accept(by, buyer)),
      'a run fails': ofRun((by, run) => endRun(by, run, 'failed', 'agent_refused', 1_000)),
      'a run ends canceled': ofRun((by, run) => endRun(by, run, 'canceled', 'canceled', 1_000)),
      'a run is completed': ofRun(async (by, run) => {
        for (const name of ['findings', 'dossierHtml'] as const) await saveArtifact(by, run, name, Buffer.from('{}'));
        await completeRun(by, run, 1_000);
      }),
      'a run is canceled': cancel(0),
      'a run is stopped': ofRun(stopRun),
      'a run costs': costs(null),
      'a candidate costs': costs('c1'),
      'a failed run is repeated': ({ runs: [, failed] }) =>
        done((by) =>
          retryRun(by, failed!, {
            ...{ grant: false, queueExpiryMs: 60_000, reservation: () => ({ mostCents: 1_000, leastCents: 1 }) },
            start: (run, id) => runMessage(LIMITS, { ...run, id }),
          }),
        ),
    },
  },
  'the last undo of a day': {
    make: () => undoable(db),
    state,
    verbs: { 'a run is taken back': cancel(0), 'another is taken back': cancel(1) },
  },
};

test.each(Object.keys(GROUPS))('%s: two concurrent operations end like one after the other', async (name) => {
  const group = GROUPS[name]!;
  const left = pairsOf(group);
  const found: string[] = [];
  const playLeft = async () => {
    for (let pair = left.shift(); pair; pair = left.shift()) {
      const flaw = await unexplained(db, group, pair).catch((error: Error) => `${pair.join(', ')}: ${error.stack}`);
      if (flaw) found.push(flaw);
    }
  };
  await Promise.all(Array.from({ length: 4 }, playLeft));
  expect(found).toEqual([]);
  await checkLedger(db);
  await checkCredits(db);
});
