import { view, type Books } from './books';
import type { Params } from './form';
import { page } from './lists';
import { impossible, invalid } from './provider-error';
import type { Route } from './route';
import { newId, nowSeconds, type Account, type Realm } from './world';

const LINK_LIFETIME_S = 300;

/** Routes of connected accounts, their onboarding links, and balances. */
export function connectRoutes(books: Books): Route[] {
  return [
    ['POST', '/v1/accounts', ({ params, realm }) => view(create(books, realm, params))],
    ['GET', '/v1/accounts', ({ params, realm, path }) => page(() => books.all('account', realm), path, params, view)],
    ['GET', '/v1/accounts/*', ({ ids, params, realm }) => (params.done(), view(books.find(realm, 'account', ids[0]!)))],
    ['POST', '/v1/account_links', ({ params, realm }) => link(books, realm, params)],
    ['GET', '/v1/balance', ({ params, realm }) => (params.done(), balance(books, realm))],
  ];
}

/** Lets an account be paid out, or stops it, and tells of it. */
export function setPayoutsEnabled(books: Books, account: Account, enabled: boolean): Account {
  const previous = { payouts_enabled: account.payouts_enabled };
  account.payouts_enabled = enabled;
  account.charges_enabled = enabled;
  account.details_submitted ||= enabled;
  account.capabilities = { transfers: enabled ? 'active' : 'inactive' };
  account.requirements = enabled
    ? { currently_due: [], disabled_reason: null }
    : { currently_due: ['external_account'], disabled_reason: 'requirements.past_due' };
  books.announce('account.updated', account, previous);
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
  params.group('settings')?.group('payouts')?.group('schedule')?.choice('interval', ['manual', 'daily', 'weekly']);
  params.text('business_type');
  const metadata = params.metadata();
  params.done();
  return books.add<Account>({
    id: newId('acct'),
    object: 'account',
    created: nowSeconds(),
    type,
    country,
    email,
    default_currency: 'usd',
    details_submitted: false,
    charges_enabled: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: { currently_due: ['external_account'], disabled_reason: 'requirements.past_due' },
    metadata,
    realm,
  });
}

function link(books: Books, realm: Realm, params: Params): object {
  const account = books.find(realm, 'account', params.needText('account'), 'account');
  const returnUrl = params.needText('return_url');
  params.needText('refresh_url');
  if (!params.choice('type', ['account_onboarding', 'account_update'])) throw invalid('Missing required param: type.');
  params.done();
  const url = `${books.site()}/onboard/${account.id}?return_url=${encodeURIComponent(returnUrl)}`;
  return { object: 'account_link', created: nowSeconds(), expires_at: nowSeconds() + LINK_LIFETIME_S, url };
}

function balance(books: Books, realm: Realm): object {
  const amounts = books.balances(realm).map(([currency, amount]) => ({ amount, currency, source_types: {} }));
  const available = amounts.length > 0 ? amounts : [{ amount: 0, currency: 'usd', source_types: {} }];
  return { object: 'balance', livemode: realm.live, available, pending: [] };
}
