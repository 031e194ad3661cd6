import type { z } from 'zod';
import { isReachable } from './accounts';
import { view, moveBalance, noteMovement, type Books } from './books';
import { giveBack, receive, findAccount } from './connect';
import { readRoutes } from './lists';
import {
  currency,
  group,
  metadata,
  none,
  nullable,
  post,
  whole,
  impossible,
  text,
  type Call,
  type Route,
} from './protocol';
import { draft, newId, nowSeconds, type Payout, type Account, type Realm, type Reversal, type Transfer } from './world';

const DEFAULT_FAILS_AFTER_MS = 1_000;
const ARRIVES_AFTER_S = 2 * 86_400;
const PARAMETERS = group({ amount: whole(1), currency, description: nullable, metadata });

export function payoutRoutes(books: Books): Route[] {
  return [
    post('/v1/payouts', PARAMETERS, (call) => view(payOut(books, call))),
    ...readRoutes(books, 'payout', '/v1/payouts'),
    post('/v1/payouts/*/cancel', none, ({ ids, realm }) => view(cancel(books, books.find(realm, 'payout', ids[0]!)))),
  ];
}

/** Advances a payout by one state. A `fail_later` fault takes effect after the payout is paid. */
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

/** Sets the status of a payout and emits its event. A failed or canceled payout returns to the account's balance. */
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
  if (realm.account === null) throw impossible('The stand-in pays out only from connected accounts');
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

const SENT = { amount: whole(1), currency, description: nullable, transfer_group: nullable, metadata };
const TRANSFER = group({ ...SENT, destination: text });
const OF_REVERSAL = group({ amount: whole(1).optional(), metadata });

export function transferRoutes(books: Books): Route[] {
  return [
    post('/v1/transfers', TRANSFER, ({ params, realm }) => view(transfer(books, realm, params))),
    ...readRoutes(books, 'transfer', '/v1/transfers', ['destination', 'transfer_group']),
    post('/v1/transfers/*/reversals', OF_REVERSAL, ({ ids, params: { amount, metadata: own }, realm }) =>
      view(reverseTransfer(books, books.find(realm, 'transfer', ids[0]!), amount, own)),
    ),
  ];
}

function transfer(books: Books, realm: Realm, { destination, ...sent }: z.output<typeof TRANSFER>): Transfer {
  const account = findAccount(books, realm, destination, 'destination');
  if (account.capabilities.transfers !== 'active')
    throw impossible(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    );
  return send(books, realm, account, sent);
}

/** Repeats a transfer, like a provider that answers 500 but completes the request later. */
export function repeatTransfer(books: Books, made: Transfer): Transfer {
  return send(books, made.realm, books.findAnywhere('account', made.destination), made);
}

function send(
  books: Books,
  realm: Realm,
  account: Account,
  { amount, currency: of, description, transfer_group, metadata: own }: Omit<z.output<typeof TRANSFER>, 'destination'>,
): Transfer {
  const sent = { amount, currency: of, description, transfer_group, metadata: own };
  if (!isReachable(books, account))
    throw impossible(
      `Funds can't be sent to accounts located in ${account.country} because it's restricted outside of your platform's region.`,
    );
  books.debit(realm, sent.currency, sent.amount);
  const payment = receive(books, account, sent);
  const made = books.add(
    draft<Transfer>({
      id: newId('tr'),
      object: 'transfer',
      livemode: realm.live,
      ...sent,
      amount_reversed: 0,
      destination: account.id,
      destination_payment: payment.id,
      reversed: false,
      realm,
    }),
  );
  noteMovement(books, realm, { type: 'transfer', source: made.id, amount: -sent.amount, currency: sent.currency });
  books.emit('transfer.created', made);
  return made;
}

/** Reverses a transfer, by default everything not yet reversed. @throws ProviderError 400 if the balance is too low */
export function reverseTransfer(
  books: Books,
  made: Transfer,
  wanted?: number,
  own: Record<string, string> = {},
): Reversal {
  const { realm } = made;
  const left = made.amount - made.amount_reversed;
  const amount = wanted ?? left;
  if (left === 0 || amount > left) throw impossible(`Only ${left} of the transfer can be reversed.`);
  giveBack(books, made, amount);
  made.amount_reversed += amount;
  made.reversed = made.amount_reversed === made.amount;
  const reversal = books.add(
    draft<Reversal>({
      id: newId('trr'),
      object: 'transfer_reversal',
      amount,
      currency: made.currency,
      transfer: made.id,
      metadata: own,
      realm,
    }),
  );
  moveBalance(books, realm, { type: 'transfer_refund', source: reversal.id, amount, currency: made.currency });
  books.emit('transfer.reversed', made);
  return reversal;
}
