import { currencyOf, delayArrivals, isCrossBorder } from './arrivals';
import { view, type Books } from './books';
import { cardOf } from './disputes';
import type { Params, Route } from './form';
import { page } from './lists';
import { impossible, invalid, missing, notConnected } from './provider-error';
import { newId, nowSeconds, type Account, type Realm, type World } from './world';

const LINK_LIFETIME_S = 300;

/** Routes of connected accounts, their onboarding links, and balances. */
export function connectRoutes(books: Books): Route[] {
  return [
    ['POST', '/v1/accounts', ({ params, realm }) => view(create(books, realm, params))],
    ['GET', '/v1/accounts', ({ params, realm, path }) => page(() => books.all('account', realm), path, params, view)],
    [
      'GET',
      '/v1/accounts/*',
      ({ ids, params, realm }) => {
        params.rejectUnknown();
        const account = books.find(realm, 'account', ids[0]!);
        if (account.hidden.deauthorized) throw notConnected(account.id);
        return view(account);
      },
    ],
    ['GET', '/v1/account', ({ params, realm }) => (params.rejectUnknown(), platform(books, realm))],
    ['POST', '/v1/account_links', ({ params, realm }) => link(books, realm, params)],
    ['GET', '/v1/balance', ({ params, realm }) => (params.rejectUnknown(), balance(books, realm))],
  ];
}

/** Connected account that a request names. @throws ProviderError 400 or 404 if it is unknown or disconnected */
export function findAccount(books: Books, realm: Realm, id: string, param: string): Account {
  const account = books.find(realm, 'account', id, param);
  if (account.hidden.deauthorized) throw missing(param, id, param);
  return account;
}

/** Changes an account as its owner or the provider would: payouts, connection, delay of its money. */
export function changeAccount(
  books: Books,
  account: Account,
  change: { payoutsEnabled?: boolean; deauthorized?: boolean; availableAfterMs?: number },
): Account {
  const { payoutsEnabled, deauthorized, availableAfterMs } = change;
  if (payoutsEnabled !== undefined) setPayoutsEnabled(books, account, payoutsEnabled);
  if (deauthorized !== undefined) account.hidden.deauthorized = deauthorized;
  if (availableAfterMs !== undefined) delayArrivals(books, account, availableAfterMs);
  return account;
}

/** Adds what accounts in the state of an earlier version lack. */
export function completeAccounts(world: World): void {
  for (const object of world.objects.values()) {
    if (object.object === 'charge') object.balance_transaction ??= null;
    if (object.object === 'dispute') {
      object.balance_transactions ??= [];
      object.payment_method_details ??= cardOf('chargeback');
    }
    if (object.object !== 'account') continue;
    object.hidden ??= { deauthorized: false, availableAfterMs: 0 };
    object.tos_acceptance ??= { date: null, ip: null, service_agreement: 'full' };
    object.settings ??= { payouts: { schedule: { interval: 'manual', delay_days: 2 } } };
  }
}

/** Enables or disables payouts of an account and emits `account.updated`. */
export function setPayoutsEnabled(books: Books, account: Account, enabled: boolean): Account {
  const previous = { payouts_enabled: account.payouts_enabled };
  account.payouts_enabled = enabled;
  account.charges_enabled = enabled;
  account.details_submitted ||= enabled;
  account.capabilities = { transfers: enabled ? 'active' : 'inactive' };
  account.requirements = enabled
    ? { currently_due: [], disabled_reason: null }
    : { currently_due: ['external_account'], disabled_reason: 'requirements.past_due' };
  books.emit('account.updated', account, previous);
  return account;
}

function create(books: Books, realm: Realm, params: Params): Account {
  if (realm.account !== null) throw impossible('A connected account cannot have accounts of its own');
  const controller = params.group('controller');
  controller?.group('fees')?.choice('payer', ['application', 'account']);
  controller?.group('losses')?.choice('payments', ['application', 'stripe']);
  const type =
    params.choice('type', ['express', 'standard', 'custom']) ??
    controller?.group('stripe_dashboard')?.choice('type', ['express', 'full', 'none']) ??
    'express';
  const country = params.text('country') ?? 'US';
  const email = params.text('email') ?? null;
  params.group('capabilities')?.group('transfers')?.flag('requested');
  const schedule = params.group('settings')?.group('payouts')?.group('schedule');
  const interval = schedule?.choice('interval', ['manual', 'daily', 'weekly', 'monthly']) ?? 'daily';
  const agreement = params.group('tos_acceptance')?.choice('service_agreement', ['full', 'recipient']) ?? 'full';
  params.text('business_type');
  const metadata = params.metadata();
  params.rejectUnknown();
  if (agreement === 'recipient' && !isCrossBorder(books, country))
    throw impossible(
      `The recipient ToS agreement is not supported for platforms in ${books.platform.country} creating accounts in ${country}.`,
    );
  return books.add<Account>({
    id: newId('acct'),
    object: 'account',
    created: nowSeconds(),
    type,
    country,
    email,
    default_currency: currencyOf(country),
    details_submitted: false,
    charges_enabled: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: { currently_due: ['external_account'], disabled_reason: 'requirements.past_due' },
    tos_acceptance: { date: null, ip: null, service_agreement: agreement },
    settings: { payouts: { schedule: { interval, delay_days: 2 } } },
    metadata,
    realm,
    hidden: { deauthorized: false, availableAfterMs: books.timing.transferDelayMs },
  });
}

/** The platform's own account. */
function platform(books: Books, realm: Realm): object {
  if (realm.account !== null) return view(books.findAnywhere('account', realm.account));
  const { country, currency, payoutInterval } = books.platform;
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

function link(books: Books, realm: Realm, params: Params): object {
  const account = findAccount(books, realm, params.requireText('account'), 'account');
  const returnUrl = params.requireText('return_url');
  params.requireText('refresh_url');
  if (!params.choice('type', ['account_onboarding', 'account_update'])) throw invalid('Missing required param: type.');
  params.rejectUnknown();
  const url = `${books.site()}/onboard/${account.id}?return_url=${encodeURIComponent(returnUrl)}`;
  return { object: 'account_link', created: nowSeconds(), expires_at: nowSeconds() + LINK_LIFETIME_S, url };
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
