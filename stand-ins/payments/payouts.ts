import { view, type Books } from './books';
import type { Call, Route } from './form';
import { readRoutes } from './lists';
import { impossible } from './provider-error';
import { newId, nowSeconds, type Payout } from './world';

const DEFAULT_FAILS_AFTER_MS = 1_000;
const ARRIVES_AFTER_S = 2 * 86_400;

/** Routes of payouts from connected accounts to banks. */
export function payoutRoutes(books: Books): Route[] {
  return [
    ['POST', '/v1/payouts', (call) => view(payOut(books, call))],
    ...readRoutes(books, 'payout', '/v1/payouts'),
    [
      'POST',
      '/v1/payouts/*/cancel',
      ({ ids, params, realm }) => (params.rejectUnknown(), view(cancel(books, books.find(realm, 'payout', ids[0]!)))),
    ],
  ];
}

/** Advances a payout by one state; a `fail_later` fault takes effect after it was paid. */
export function advancePayout(books: Books, id: string): void {
  const payout = books.peek(id);
  if (payout?.object !== 'payout') return;
  if (payout.status === 'pending') {
    setPayoutStatus(books, payout, 'in_transit');
    books.agenda.schedule('advance_payout', id, books.timing.payoutStepMs);
  } else if (payout.status === 'in_transit') {
    setPayoutStatus(books, payout, 'paid');
    if (payout.hidden.failsAfterMs !== null) books.agenda.schedule('fail_later', id, payout.hidden.failsAfterMs);
  }
}

/** Sets the status of a payout and emits its event. A failed or canceled amount returns to the account's balance. */
export function setPayoutStatus(books: Books, payout: Payout, status: Payout['status']): Payout {
  if (payout.status === status) return payout;
  const previous = { status: payout.status };
  const wasEffective = isEffective(payout.status);
  payout.status = status;
  if (wasEffective !== isEffective(status))
    books.adjustBalance(payout.realm, payout.currency, wasEffective ? payout.amount : -payout.amount);
  payout.failure_code = status === 'failed' ? 'account_closed' : null;
  payout.failure_message = status === 'failed' ? 'The bank account has been closed.' : null;
  books.emit(status === 'in_transit' || status === 'pending' ? 'payout.updated' : `payout.${status}`, payout, previous);
  return payout;
}

function payOut(books: Books, { params, realm, method, path }: Call): Payout {
  if (realm.account === null) throw impossible('The stand-in pays out from connected accounts only');
  const amount = params.requireInteger('amount', 1);
  const currency = params.requireCurrency('currency');
  const description = params.text('description') ?? null;
  params.choice('method', ['standard']);
  const metadata = params.metadata();
  params.rejectUnknown();
  if (!books.find({ ...realm, account: null }, 'account', realm.account).payouts_enabled)
    throw impossible('Payouts are not enabled on this account.', 'payouts_not_allowed');
  books.debit(realm, currency, amount, 'available');
  const fault = books.faults.forOutcome(method, path, 'payout.created');
  const payout = books.add<Payout>({
    id: newId('po'),
    object: 'payout',
    created: nowSeconds(),
    livemode: realm.live,
    amount,
    currency,
    arrival_date: nowSeconds() + ARRIVES_AFTER_S,
    description,
    method: 'standard',
    status: 'pending',
    failure_code: null,
    failure_message: null,
    metadata,
    realm,
    hidden: { failsAfterMs: fault ? (fault.delayMs ?? DEFAULT_FAILS_AFTER_MS) : null },
  });
  books.emit('payout.created', payout);
  books.agenda.schedule('advance_payout', payout.id, books.timing.payoutStepMs);
  return payout;
}

function cancel(books: Books, payout: Payout): Payout {
  if (payout.status !== 'pending') throw impossible('Payouts can only be canceled while they are pending.');
  return setPayoutStatus(books, payout, 'canceled');
}

function isEffective(status: Payout['status']): boolean {
  return status !== 'failed' && status !== 'canceled';
}
