import { giveBack, receive, refuseUnreachable } from './arrivals';
import { moveBalance, noteMovement, view, type Books } from './books';
import { findAccount } from './connect';
import type { Params, Route } from './form';
import { readRoutes } from './lists';
import { impossible } from './provider-error';
import { newId, nowSeconds, type Account, type Realm, type Reversal, type Transfer } from './world';

/** Routes of transfers to connected accounts and their reversals. */
export function transferRoutes(books: Books): Route[] {
  return [
    ['POST', '/v1/transfers', ({ params, realm }) => view(transfer(books, realm, params))],
    ...readRoutes(books, 'transfer', '/v1/transfers', ['destination', 'transfer_group']),
    ['POST', '/v1/transfers/*/reversals', ({ ids, params, realm }) => view(reverse(books, realm, ids[0]!, params))],
  ];
}

function transfer(books: Books, realm: Realm, params: Params): Transfer {
  const amount = params.requireInteger('amount', 1);
  const currency = params.requireCurrency('currency');
  const account = findAccount(books, realm, params.requireText('destination'), 'destination');
  const description = params.text('description') ?? null;
  const group = params.text('transfer_group') ?? null;
  const metadata = params.metadata();
  params.rejectUnknown();
  if (account.capabilities.transfers !== 'active')
    throw impossible(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    );
  return send(books, realm, account, { amount, currency, description, transfer_group: group, metadata });
}

/** Makes a transfer again, as the provider completes a request later that it had answered with a 500. */
export function repeatTransfer(books: Books, made: Transfer): Transfer {
  const { realm, destination, amount, currency, description, transfer_group, metadata } = made;
  const account = books.findAnywhere('account', destination);
  return send(books, realm, account, { amount, currency, description, transfer_group, metadata });
}

function send(
  books: Books,
  realm: Realm,
  account: Account,
  sent: Pick<Transfer, 'amount' | 'currency' | 'description' | 'transfer_group' | 'metadata'>,
): Transfer {
  refuseUnreachable(books, account);
  books.debit(realm, sent.currency, sent.amount);
  const payment = receive(books, account, sent);
  const made = books.add<Transfer>({
    id: newId('tr'),
    object: 'transfer',
    created: nowSeconds(),
    livemode: realm.live,
    ...sent,
    amount_reversed: 0,
    destination: account.id,
    destination_payment: payment.id,
    reversed: false,
    realm,
  });
  noteMovement(books, realm, { type: 'transfer', source: made.id, amount: -sent.amount, currency: sent.currency });
  books.emit('transfer.created', made);
  return made;
}

function reverse(books: Books, realm: Realm, id: string, params: Params): Reversal {
  const made = books.find(realm, 'transfer', id);
  const amount = params.integer('amount', 1);
  const metadata = params.metadata();
  params.rejectUnknown();
  return reverseTransfer(books, made, amount, metadata);
}

/** Reverses a transfer, the rest of it by default. @throws ProviderError 400 if the account's balance does not cover it */
export function reverseTransfer(
  books: Books,
  made: Transfer,
  wanted?: number,
  metadata: Record<string, string> = {},
): Reversal {
  const { realm } = made;
  const left = made.amount - made.amount_reversed;
  const amount = wanted ?? left;
  if (left === 0 || amount > left) throw impossible(`Only ${left} of the transfer can be reversed.`);
  giveBack(books, made, amount);
  made.amount_reversed += amount;
  made.reversed = made.amount_reversed === made.amount;
  const reversal = books.add<Reversal>({
    id: newId('trr'),
    object: 'transfer_reversal',
    created: nowSeconds(),
    amount,
    currency: made.currency,
    transfer: made.id,
    metadata,
    realm,
  });
  moveBalance(books, realm, { type: 'transfer_refund', source: reversal.id, amount, currency: made.currency });
  books.emit('transfer.reversed', made);
  return reversal;
}
