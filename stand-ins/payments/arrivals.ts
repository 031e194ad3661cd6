import type { Books } from './books';
import type { Route } from './form';
import { readRoutes } from './lists';
import { invalid } from './provider-error';
import { draft, newId, type Account, type BalanceTransaction, type Charge, type Realm, type Transfer } from './world';

/** Currency of bank accounts by country; all others settle in dollars. */
const CURRENCIES: Record<string, string> = { GB: 'gbp', CH: 'chf', CA: 'cad' };
const EURO = ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GR', 'IE', 'IT', 'LU', 'NL', 'PT'];
/** Regions within which money moves under a full service agreement. */
const REGIONS: Record<string, string> = Object.fromEntries(EURO.map((country) => [country, 'EEA']));
/** Units of a currency for one dollar. */
const RATES: Record<string, number> = { usd: 1, eur: 0.92, gbp: 0.79, chf: 0.88, cad: 1.36 };

/** Routes of balance transactions, in the realm whose balance they move. */
export const balanceTransactionRoutes = (books: Books): Route[] =>
  readRoutes(books, 'balance_transaction', '/v1/balance_transactions', ['source', 'type', 'currency']);

/** Currency that an account of a country is paid out in. */
export function currencyOf(country: string): string {
  return EURO.includes(country) ? 'eur' : (CURRENCIES[country] ?? 'usd');
}

/** Rate of exchange: units of `to` for one of `from`. @throws ProviderError 400 where there is none */
export function rateOf(from: string, to: string): number {
  if (from === to) return 1;
  const [of, one] = [RATES[to], RATES[from]];
  if (of === undefined || one === undefined) throw invalid(`There is no rate from ${from} to ${to}`);
  return of / one;
}

/** True if money to an account of this country crosses the border of the platform's region. */
export function isCrossBorder(books: Books, country: string): boolean {
  return regionOf(books.platform.country) !== regionOf(country);
}

/** Credits an account with a transfer, converted to its currency, and returns the payment that it received. */
export function receive(books: Books, account: Account, sent: { amount: number; currency: string }): Charge {
  const realm: Realm = { ...account.realm, account: account.id };
  const rate = rateOf(sent.currency, account.default_currency);
  const net = Math.round(sent.amount * rate);
  books.adjustBalance(realm, account.default_currency, net);
  const payment = books.add(
    draft<Charge>({
      id: newId('py'),
      object: 'charge',
      livemode: realm.live,
      amount: sent.amount,
      currency: sent.currency,
      amount_captured: sent.amount,
      amount_refunded: 0,
      status: 'succeeded',
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      payment_intent: null,
      billing_details: { email: null },
      realm,
    }),
  );
  const transaction = books.add(
    draft<BalanceTransaction>({
      id: newId('txn'),
      object: 'balance_transaction',
      amount: net,
      currency: account.default_currency,
      fee: 0,
      net,
      exchange_rate: rate === 1 ? null : rate,
      type: 'payment',
      source: payment.id,
      available_on: Math.floor((Date.now() + account.hidden.availableAfterMs) / 1000),
      status: 'pending',
      realm,
    }),
  );
  payment.balance_transaction = transaction.id;
  return payment;
}

/** Takes a part of a transfer back from the account's balance, at the rate at which it arrived. */
export function giveBack(books: Books, transfer: Transfer, amount: number): void {
  const payment = books.findAnywhere('charge', transfer.destination_payment);
  const transaction = books.findAnywhere('balance_transaction', payment.balance_transaction!);
  const part = Math.round((transaction.net * amount) / transfer.amount);
  books.debit(payment.realm, transaction.currency, part);
  payment.amount_refunded += amount;
  payment.refunded = payment.amount_refunded === payment.amount;
}

/** Delays the money of transfers to an account, also of those that are still pending. */
export function delayArrivals(books: Books, account: Account, delayMs: number): void {
  account.hidden.availableAfterMs = delayMs;
  const at = Math.floor((Date.now() + delayMs) / 1000);
  for (const transaction of books.all('balance_transaction', { ...account.realm, account: account.id })) {
    if (transaction.available_on > Date.now() / 1000) transaction.available_on = at;
  }
}

const regionOf = (country: string) => REGIONS[country] ?? country;
