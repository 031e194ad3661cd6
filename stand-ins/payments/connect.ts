import { z } from 'zod';
import { delayArrivals } from './arrivals';
import type { Books } from './books';
import { get, group, none, post, type Route } from './form';
import { impossible, missing } from './provider-error';
import { PAYOUT_INTERVALS, type Account, type Realm } from './world';

const SETTINGS = group({
  payments: group({ payouts: group({ schedule: group({ interval: z.enum(PAYOUT_INTERVALS) }) }) }),
});

/** Routes of the platform's own account and tax, and of balances with their settings. */
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

/** Connected account that a request names. @throws ProviderError 400 or 404 if it is unknown or closed */
export function findAccount(books: Books, realm: Realm, id: string, param: string): Account {
  const account = books.find(realm, 'account', id, param);
  if (account.hidden.deauthorized) throw missing(param, id, param);
  return account;
}

/** Changes an account as its owner or the provider would: payouts, connection, schedule, delay of its money. */
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

/** Takes the details that an account's owner entered; they are verified a step later. */
export function submitDetails(books: Books, account: Account): void {
  account.details_submitted = true;
  account.hidden.verifying = true;
  books.agenda.schedule('verify_account', account.id, books.timing.payoutStepMs);
}

/** Ends the verification of an account: it can be paid from now on. */
export function verifyAccount(books: Books, id: string): void {
  const account = books.peek(id);
  if (account?.object === 'account' && account.hidden.verifying) setPayoutsEnabled(account, true);
}

/**
 * Enables or disables transfers to an account and its payouts. Nothing is sent to a v1 endpoint: an account that is only a
 * recipient has no `account.updated`.
 */
function setPayoutsEnabled(account: Account, enabled: boolean): void {
  account.hidden.verifying = false;
  account.payouts_enabled = enabled;
  account.details_submitted ||= enabled;
  account.capabilities = { transfers: enabled ? 'active' : 'inactive' };
}

/** The platform's own account. */
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
  if (account === null) throw impossible('The stand-in has settings of connected accounts only');
  return books.find({ live, account: null }, 'account', account);
}
