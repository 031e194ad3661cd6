import { z } from 'zod';
import { addCharge, noteMovement, type Books } from './books';
import { readRoutes } from './lists';
import { get, group, none, post, impossible, missing, invalid, type Route } from './protocol';
import { PAYOUT_INTERVALS, newId, type Account, type Realm, type Charge, type Transfer } from './world';

const SETTINGS = group({
  payments: group({ payouts: group({ schedule: group({ interval: z.enum(PAYOUT_INTERVALS) }) }) }),
});

export function connectRoutes(books: Books): Route[] {
  return [
    get('/v1/account', none, () => platform(books)),
    get('/v1/tax/settings', none, ({ realm }) => taxSettings(books, realm)),
    get('/v1/balance', none, ({ realm }) => balance(books, realm)),
    get('/v1/balance_settings', none, ({ realm }) => settings(books, realm)),
    post('/v1/balance_settings', SETTINGS, ({ params, realm }) => {
      Object.assign(scheduleOf(books, realm), params.payments.payouts.schedule);
      return settings(books, realm);
    }),
  ];
}

/** Finds a connected account. @throws ProviderError 404 if it is unknown or closed */
export function findAccount(books: Books, realm: Realm, id: string, param: string): Account {
  const account = books.find(realm, 'account', id, param);
  if (account.hidden.deauthorized) throw missing(param, id, param);
  return account;
}

/** Changes an account as its owner or the provider would: payouts, connection, payout schedule, transfer delay. */
export function changeAccount(
  books: Books,
  account: Account,
  change: {
    payoutsEnabled?: boolean | undefined;
    deauthorized?: boolean | undefined;
    availableAfterMs?: number | undefined;
    payoutInterval?: (typeof PAYOUT_INTERVALS)[number] | undefined;
  },
): Account {
  const { payoutsEnabled, deauthorized, availableAfterMs, payoutInterval } = change;
  if (payoutsEnabled !== undefined) setPayoutsEnabled(account, payoutsEnabled);
  if (deauthorized !== undefined) account.hidden.deauthorized = deauthorized;
  if (availableAfterMs !== undefined) delayArrivals(books, account, availableAfterMs);
  if (payoutInterval !== undefined) account.settings.payouts.schedule.interval = payoutInterval;
  return account;
}

/** Records the details that an account's owner entered. They are verified after `payoutStepMs`. */
export function submitDetails(books: Books, account: Account): void {
  account.details_submitted = true;
  account.hidden.verifying = true;
  books.agenda.schedule('verify_account', account.id, books.timing.payoutStepMs);
}

/** Completes the verification of an account, so that it can be paid. */
export function verifyAccount(books: Books, id: string): void {
  const account = books.peek(id);
  if (account?.object === 'account' && account.hidden.verifying) setPayoutsEnabled(account, true);
}

/** Enables or disables transfers and payouts. API version 1 sends no `account.updated` event for recipients. */
function setPayoutsEnabled(account: Account, enabled: boolean): void {
  account.hidden.verifying = false;
  account.payouts_enabled = enabled;
  account.details_submitted ||= enabled;
  account.capabilities = { transfers: enabled ? 'active' : 'inactive' };
}

function platform({ platform: { country, currency, payoutInterval } }: Books): object {
  return {
    id: 'acct_platform',
    object: 'account',
    type: 'standard',
    country,
    default_currency: currency,
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    settings: { payouts: { schedule: { interval: payoutInterval, delay_days: 2 } } },
  };
}

function taxSettings({ platform: { country, tax } }: Books, realm: Realm): object {
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
    head_office: tax ? { address: { country } } : null,
    livemode: realm.live,
    status: tax ? 'active' : 'pending',
    status_details: tax ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
  };
}

function balance(books: Books, realm: Realm): object {
  const held = books.balances(realm);
  const fallback = realm.account === null ? books.platform.currency : 'usd';
  const known: [string, number][] = held.length > 0 ? held : [[fallback, 0]];
  const available = known.map(([currency, amount]) => entry(currency, amount - books.pending(realm, currency)));
  const pending = known.map(([currency]) => entry(currency, books.pending(realm, currency)));
  return { object: 'balance', livemode: realm.live, available, pending };
}

const entry = (currency: string, amount: number) => ({ amount, currency, source_types: {} });

function settings(books: Books, realm: Realm): object {
  const { interval } = scheduleOf(books, realm);
  const { payouts_enabled: enabled } = accountOf(books, realm);
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: true,
      payouts: { schedule: { interval }, statement_descriptor: null, status: enabled ? 'enabled' : 'disabled' },
      settlement_timing: { delay_days: 2 },
    },
  };
}

function scheduleOf(books: Books, realm: Realm): { interval: string } {
  return accountOf(books, realm).settings.payouts.schedule;
}

function accountOf(books: Books, { live, account }: Realm): Account {
  if (account === null) throw impossible('The stand-in has settings only for connected accounts');
  return books.find({ live, account: null }, 'account', account);
}

/** Currencies of bank accounts by country. Other countries use dollars. */
const CURRENCIES: Record<string, string> = { GB: 'gbp', CH: 'chf', CA: 'cad' };
const EURO = ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GR', 'IE', 'IT', 'LU', 'NL', 'PT'];
/** Region of each country. Transfers within one region need only the full service agreement. */
const REGIONS: Record<string, string> = Object.fromEntries(EURO.map((country) => [country, 'EEA']));
/** Units of a currency per dollar. */
const RATES: Record<string, number> = { usd: 1, eur: 0.92, gbp: 0.79, chf: 0.88, cad: 1.36 };

export const balanceTransactionRoutes = (books: Books): Route[] =>
  readRoutes(books, 'balance_transaction', '/v1/balance_transactions', ['source', 'type', 'currency']);

/** Payout currency of a country. */
export function currencyOf(country: string): string {
  return EURO.includes(country) ? 'eur' : (CURRENCIES[country] ?? 'usd');
}

/** Exchange rate: units of `to` per unit of `from`. @throws ProviderError 400 if there is no rate */
export function rateOf(from: string, to: string): number {
  if (from === to) return 1;
  const [of, one] = [RATES[to], RATES[from]];
  if (of === undefined || one === undefined) throw invalid(`There is no rate from ${from} to ${to}`);
  return of / one;
}

/** True if payments to this country leave the platform's region. */
export function isCrossBorder(books: Books, country: string): boolean {
  return regionOf(books.platform.country) !== regionOf(country);
}

/** Credits an account with a transfer, converted to the account's currency. Returns the account's new payment. */
export function receive(books: Books, account: Account, sent: { amount: number; currency: string }): Charge {
  const realm: Realm = { ...account.realm, account: account.id };
  const rate = rateOf(sent.currency, account.default_currency);
  const net = Math.round(sent.amount * rate);
  books.adjustBalance(realm, account.default_currency, net);
  const payment = addCharge(books, {
    id: newId('py'),
    amount: sent.amount,
    currency: sent.currency,
    payment_intent: null,
    billing_details: { email: null },
    realm,
  });
  const moved = noteMovement(books, realm, {
    type: 'payment',
    source: payment.id,
    amount: net,
    currency: account.default_currency,
    exchange_rate: rate === 1 ? null : rate,
    available_on: Math.floor((Date.now() + account.hidden.availableAfterMs) / 1000),
  });
  payment.balance_transaction = moved.id;
  return payment;
}

/** Takes part of a transfer back from the account's balance, at the transfer's original exchange rate. */
export function giveBack(books: Books, transfer: Transfer, amount: number): void {
  const payment = books.findAnywhere('charge', transfer.destination_payment);
  const transaction = books.findAnywhere('balance_transaction', payment.balance_transaction!);
  const part = Math.round((transaction.net * amount) / transfer.amount);
  books.debit(payment.realm, transaction.currency, part);
  payment.amount_refunded += amount;
  payment.refunded = payment.amount_refunded === payment.amount;
}

/** Delays transfers to an account, including pending ones. */
function delayArrivals(books: Books, account: Account, delayMs: number): void {
  account.hidden.availableAfterMs = delayMs;
  const at = Math.floor((Date.now() + delayMs) / 1000);
  for (const transaction of books.all('balance_transaction', { ...account.realm, account: account.id })) {
    if (transaction.available_on > Date.now() / 1000) transaction.available_on = at;
  }
}

const regionOf = (country: string) => REGIONS[country] ?? country;
