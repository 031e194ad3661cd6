import type { z } from 'zod';
import { view, type Books } from './books';
import { currency, group, metadata, none, nullable, post, whole, type Call, type Route } from './form';
import { readRoutes } from './lists';
import { impossible } from './provider-error';
import { draft, newId, nowSeconds, type Payout } from './world';

const DEFAULT_FAILS_AFTER_MS = 1_000;
const ARRIVES_AFTER_S = 2 * 86_400;
const PARAMETERS = group({ amount: whole(1), currency, description: nullable, metadata });

/** Routes of payouts from connected accounts to banks. */
export function payoutRoutes(books: Books): Route[] {
  return [
    post('/v1/payouts', PARAMETERS, (call) => view(payOut(books, call))),
    ...readRoutes(books, 'payout', '/v1/payouts'),
    post('/v1/payouts/*/cancel', none, ({ ids, realm }) => view(cancel(books, books.find(realm, 'payout', ids[0]!)))),
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

function payOut(books: Books, { params, realm, method, path }: Call<z.output<typeof PARAMETERS>>): Payout {
  if (realm.account === null) throw impossible('The stand-in pays out from connected accounts only');
  if (!books.find({ ...realm, account: null }, 'account', realm.account).payouts_enabled)
    throw impossible('Payouts are not enabled on this account.', 'payouts_not_allowed');
  books.debit(realm, params.currency, params.amount, 'available');
  const fault = books.faults.forOutcome(method, path, 'payout.created');
  const payout = books.add(
    draft<Payout>({
      id: newId('po'),
      object: 'payout',
      livemode: realm.live,
      ...params,
      method: 'standard',
      arrival_date: nowSeconds() + ARRIVES_AFTER_S,
      status: 'pending',
      failure_code: null,
      failure_message: null,
      realm,
      hidden: { failsAfterMs: fault ? (fault.delayMs ?? DEFAULT_FAILS_AFTER_MS) : null },
    }),
  );
  books.emit('payout.created', payout);
  books.agenda.schedule('advance_payout', payout.id, books.timing.payoutStepMs);
  return payout;
}

function cancel(books: Books, payout: Payout): Payout {
  if (payout.status !== 'pending') throw impossible('Payouts can only be canceled while they are pending.');
  return setPayoutStatus(books, payout, 'canceled');
}

const isEffective = (status: Payout['status']) => status !== 'failed' && status !== 'canceled';
