import type { z } from 'zod';
import { isReachable } from './accounts';
import { giveBack, receive } from './arrivals';
import { moveBalance, noteMovement, view, type Books } from './books';
import { findAccount } from './connect';
import { currency, group, metadata, nullable, post, text, whole, type Route } from './form';
import { readRoutes } from './lists';
import { impossible } from './provider-error';
import { draft, newId, type Account, type Realm, type Reversal, type Transfer } from './world';

const SENT = { amount: whole(1), currency, description: nullable, transfer_group: nullable, metadata };
const PARAMETERS = group({ ...SENT, destination: text });
const OF_REVERSAL = group({ amount: whole(1).optional(), metadata });

/** Routes of transfers to connected accounts and their reversals. */
export function transferRoutes(books: Books): Route[] {
  return [
    post('/v1/transfers', PARAMETERS, ({ params, realm }) => view(transfer(books, realm, params))),
    ...readRoutes(books, 'transfer', '/v1/transfers', ['destination', 'transfer_group']),
    post('/v1/transfers/*/reversals', OF_REVERSAL, ({ ids, params: { amount, metadata: own }, realm }) =>
      view(reverseTransfer(books, books.find(realm, 'transfer', ids[0]!), amount, own)),
    ),
  ];
}

function transfer(books: Books, realm: Realm, { destination, ...sent }: z.output<typeof PARAMETERS>): Transfer {
  const account = findAccount(books, realm, destination, 'destination');
  if (account.capabilities.transfers !== 'active')
    throw impossible(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    );
  return send(books, realm, account, sent);
}

/** Makes a transfer again, as the provider completes a request later that it had answered with a 500. */
export function repeatTransfer(books: Books, made: Transfer): Transfer {
  return send(books, made.realm, books.findAnywhere('account', made.destination), made);
}

function send(
  books: Books,
  realm: Realm,
  account: Account,
  {
    amount,
    currency: of,
    description,
    transfer_group,
    metadata: own,
  }: Omit<z.output<typeof PARAMETERS>, 'destination'>,
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

/** Reverses a transfer, the rest of it by default. @throws ProviderError 400 if the account's balance does not cover it */
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
