import { z } from 'zod';
import { currencyOf, delayArrivals, isCrossBorder } from './arrivals';
import { view, type Books } from './books';
import { flag, get, group, metadata, none, nullable, optional, post, text, type Route } from './form';
import { page, paging } from './lists';
import { impossible, missing, notConnected } from './provider-error';
import { draft, newId, nowSeconds, PAYOUT_INTERVALS, type Account, type Realm } from './world';

const LINK_LIFETIME_S = 300;

const ACCOUNT = group({
  type: z.enum(['express', 'standard', 'custom']).optional(),
  controller: group({
    fees: group({ payer: z.enum(['application', 'account']) }).optional(),
    losses: group({ payments: z.enum(['application', 'stripe']) }).optional(),
    stripe_dashboard: group({ type: z.enum(['express', 'full', 'none']) }).optional(),
  }).optional(),
  country: text.default('US'),
  email: nullable,
  capabilities: group({ transfers: group({ requested: flag }) }).optional(),
  settings: group({ payouts: group({ schedule: group({ interval: z.enum(PAYOUT_INTERVALS) }) }) }).optional(),
  tos_acceptance: group({ service_agreement: z.enum(['full', 'recipient']) }).optional(),
  business_type: optional,
  metadata,
});
const LINK = group({
  account: text,
  return_url: text,
  refresh_url: text,
  type: z.enum(['account_onboarding', 'account_update']),
});

/** Routes of connected accounts, their onboarding links, and balances. */
export function connectRoutes(books: Books): Route[] {
  return [
    post('/v1/accounts', ACCOUNT, ({ params, realm }) => view(create(books, realm, params))),
    get('/v1/accounts', group(paging), ({ params, realm, path }) =>
      page(books.all('account', realm), path, params, view),
    ),
    get('/v1/accounts/*', none, ({ ids, realm }) => {
      const account = books.find(realm, 'account', ids[0]!);
      if (account.hidden.deauthorized) throw notConnected(account.id);
      return view(account);
    }),
    get('/v1/account', none, ({ realm }) => platform(books, realm)),
    post('/v1/account_links', LINK, ({ params, realm }) => link(books, realm, params)),
    get('/v1/balance', none, ({ realm }) => balance(books, realm)),
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
  change: {
    payoutsEnabled?: boolean | undefined;
    deauthorized?: boolean | undefined;
    availableAfterMs?: number | undefined;
  },
): Account {
  const { payoutsEnabled, deauthorized, availableAfterMs } = change;
  if (payoutsEnabled !== undefined) setPayoutsEnabled(books, account, payoutsEnabled);
  if (deauthorized !== undefined) account.hidden.deauthorized = deauthorized;
  if (availableAfterMs !== undefined) delayArrivals(books, account, availableAfterMs);
  return account;
}

/** Enables or disables payouts of an account and emits `account.updated`. */
export function setPayoutsEnabled(books: Books, account: Account, enabled: boolean): Account {
  const previous = { payouts_enabled: account.payouts_enabled };
  account.payouts_enabled = enabled;
  account.charges_enabled = enabled;
  account.details_submitted ||= enabled;
  account.capabilities = { transfers: enabled ? 'active' : 'inactive' };
  account.requirements = requirements(enabled);
  books.emit('account.updated', account, previous);
  return account;
}

function create(books: Books, realm: Realm, params: z.output<typeof ACCOUNT>): Account {
  if (realm.account !== null) throw impossible('A connected account cannot have accounts of its own');
  const { country, email, metadata: own } = params;
  const type = params.type ?? params.controller?.stripe_dashboard?.type ?? 'express';
  const interval = params.settings?.payouts.schedule.interval ?? 'daily';
  const agreement = params.tos_acceptance?.service_agreement ?? 'full';
  if (agreement === 'recipient' && !isCrossBorder(books, country))
    throw impossible(
      `The recipient ToS agreement is not supported for platforms in ${books.platform.country} creating accounts in ${country}.`,
    );
  return books.add(
    draft<Account>({
      id: newId('acct'),
      object: 'account',
      type,
      country,
      email,
      default_currency: currencyOf(country),
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: requirements(false),
      tos_acceptance: { date: null, ip: null, service_agreement: agreement },
      settings: { payouts: { schedule: { interval, delay_days: 2 } } },
      metadata: own,
      realm,
      hidden: { deauthorized: false, availableAfterMs: books.timing.transferDelayMs },
    }),
  );
}

const requirements = (isComplete: boolean) =>
  ({
    currently_due: isComplete ? [] : ['external_account'],
    disabled_reason: isComplete ? null : 'requirements.past_due',
  }) as unknown as NonNullable<Account['requirements']>;

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

function link(books: Books, realm: Realm, { account: id, return_url: returnUrl }: z.output<typeof LINK>): object {
  const account = findAccount(books, realm, id, 'account');
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
