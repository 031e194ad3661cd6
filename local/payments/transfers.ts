import { view, type Books } from './books';
import type { Params } from './form';
import { page } from './lists';
import { impossible } from './provider-error';
import type { Call, Route } from './route';
import { newId, nowSeconds, type Payout, type Realm, type Reversal, type Transfer } from './world';

/** Statuses that a payout can be brought to from outside. */
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

const DEFAULT_FAILS_AFTER_MS = 1_000;
const ARRIVES_AFTER_S = 2 * 86_400;

/** Routes of transfers to connected accounts, their reversals, and payouts to banks. */
export function transferRoutes(books: Books): Route[] {
  return [
    ['POST', '/v1/transfers', ({ params, realm }) => view(transfer(books, realm, params))],
    [
      'GET',
      '/v1/transfers',
      ({ params, realm, path }) => {
        const destination = params.text('destination');
        const group = params.text('transfer_group');
        const wanted = (each: Transfer) =>
          (!destination || each.destination === destination) && (!group || each.transfer_group === group);
        return page(() => books.all('transfer', realm).filter(wanted), path, params, view);
      },
    ],
    [
      'GET',
      '/v1/transfers/*',
      ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'transfer', ids[0]!))),
    ],
    ['POST', '/v1/transfers/*/reversals', ({ ids, params, realm }) => view(reverse(books, realm, ids[0]!, params))],
    ['POST', '/v1/payouts', (call) => view(payOut(books, call))],
    ['GET', '/v1/payouts', ({ params, realm, path }) => page(() => books.all('payout', realm), path, params, view)],
    ['GET', '/v1/payouts/*', ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'payout', ids[0]!)))],
  ];
}

/** Moves a payout one state on; one that is to fail later does so after it was paid. */
export function advancePayout(books: Books, id: string): void {
  const payout = books.peek(id);
  if (payout?.object !== 'payout') return;
  if (payout.status === 'pending') {
    setPayoutStatus(books, payout, 'in_transit');
    books.agenda.plan('advance_payout', id, books.pace.payoutStepMs);
  } else if (payout.status === 'in_transit') {
    setPayoutStatus(books, payout, 'paid');
    if (payout.hidden.failsAfterMs !== null) books.agenda.plan('fail_later', id, payout.hidden.failsAfterMs);
  }
}

/** Brings a payout to a status and tells of it. What failed or was canceled is back on the account's balance. */
export function setPayoutStatus(books: Books, payout: Payout, status: Payout['status']): Payout {
  if (payout.status === status) return payout;
  const previous = { status: payout.status };
  const wasOut = isOut(payout.status);
  payout.status = status;
  if (wasOut !== isOut(status)) books.move(payout.realm, payout.currency, wasOut ? payout.amount : -payout.amount);
  payout.failure_code = status === 'failed' ? 'account_closed' : null;
  payout.failure_message = status === 'failed' ? 'The bank account has been closed.' : null;
  books.announce(
    status === 'in_transit' || status === 'pending' ? 'payout.updated' : `payout.${status}`,
    payout,
    previous,
  );
  return payout;
}

function transfer(books: Books, realm: Realm, params: Params): Transfer {
  const amount = params.needInteger('amount', 1);
  const currency = params.needCurrency('currency');
  const account = books.find(realm, 'account', params.needText('destination'), 'destination');
  const description = params.text('description') ?? null;
  const group = params.text('transfer_group') ?? null;
  const metadata = params.metadata();
  params.done();
  if (account.capabilities.transfers !== 'active')
    throw impossible(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    );
  books.spend(realm, currency, amount);
  books.move({ ...realm, account: account.id }, currency, amount);
  const made = books.add<Transfer>({
    id: newId('tr'),
    object: 'transfer',
    created: nowSeconds(),
    livemode: realm.live,
    amount,
    amount_reversed: 0,
    currency,
    destination: account.id,
    description,
    reversed: false,
    transfer_group: group,
    metadata,
    realm,
  });
  books.announce('transfer.created', made);
  return made;
}

function reverse(books: Books, realm: Realm, id: string, params: Params): Reversal {
  const made = books.find(realm, 'transfer', id);
  const left = made.amount - made.amount_reversed;
  const amount = params.integer('amount', 1) ?? left;
  const metadata = params.metadata();
  params.done();
  if (left === 0 || amount > left) throw impossible(`Only ${left} of the transfer can be reversed.`);
  books.spend({ ...realm, account: made.destination }, made.currency, amount);
  books.move(realm, made.currency, amount);
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
  books.announce('transfer.reversed', made);
  return reversal;
}

function payOut(books: Books, { params, realm, method, path }: Call): Payout {
  if (realm.account === null) throw impossible('The stand-in pays out from connected accounts only');
  const amount = params.needInteger('amount', 1);
  const currency = params.needCurrency('currency');
  const description = params.text('description') ?? null;
  params.choice('method', ['standard']);
  const metadata = params.metadata();
  params.done();
  if (!books.find({ ...realm, account: null }, 'account', realm.account).payouts_enabled)
    throw impossible('Payouts are not enabled on this account.', 'payouts_not_allowed');
  books.spend(realm, currency, amount);
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
  books.announce('payout.created', payout);
  books.agenda.plan('advance_payout', payout.id, books.pace.payoutStepMs);
  return payout;
}

function isOut(status: Payout['status']): boolean {
  return status !== 'failed' && status !== 'canceled';
}
