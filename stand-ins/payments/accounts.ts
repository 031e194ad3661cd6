import type Stripe from 'stripe';
import { z } from 'zod';
import type { Books } from './books';
import { currencyOf, isCrossBorder } from './connect';
import {
  flag,
  get,
  group,
  list,
  metadata,
  nullable,
  optional,
  post,
  text,
  whole,
  missing,
  ProviderError,
  type Route,
} from './protocol';
import { draft, newId, nowSeconds, type Account, type Realm } from './world';

const LINK_LIFETIME_S = 300;
const PAGE = 20;

const include = list(z.enum(['configuration.recipient', 'defaults', 'identity']));
const requested = group({ requested: z.boolean() });
const ACCOUNT = group({
  contact_email: nullable,
  dashboard: z.enum(['express', 'full', 'none']).default('none'),
  identity: group({ country: text }),
  defaults: group({
    responsibilities: group({
      fees_collector: z.enum(['application', 'stripe']),
      losses_collector: z.enum(['application', 'stripe']),
    }),
  }),
  configuration: group({
    recipient: group({ capabilities: group({ stripe_balance: group({ stripe_transfers: requested }) }) }).optional(),
    merchant: group({ capabilities: group({ card_payments: requested }) }).optional(),
  }),
  include,
  metadata,
});
const LIST = group({
  applied_configurations: list(z.enum(['customer', 'merchant', 'recipient'])),
  closed: flag.default(false),
  limit: whole(1).default(PAGE),
  page: optional,
});
const flow = group({ refresh_url: text, return_url: text });
const LINK = group({
  account: text,
  use_case: group({ type: z.literal('account_onboarding'), account_onboarding: flow }),
});

/** Countries that cannot receive money. */
const NOT_SERVED: readonly string[] = ['CU', 'IR', 'KP', 'SY'];

export function accountRoutes(books: Books): Route[] {
  return [
    post('/v2/core/accounts', ACCOUNT, ({ params, realm }) =>
      accountView(books, create(books, realm, params), params.include),
    ),
    get('/v2/core/accounts', LIST, ({ params, realm }) => page(books, realm, params)),
    get('/v2/core/accounts/*', group({ include }), ({ ids, params, realm }) =>
      accountView(books, books.find(realm, 'account', ids[0]!), params.include),
    ),
    post('/v2/core/account_links', LINK, ({ params, realm }) => link(books, realm, params)),
  ];
}

function create(books: Books, realm: Realm, params: z.output<typeof ACCOUNT>): Account {
  const { identity, configuration, defaults, contact_email: email, metadata: own } = params;
  const country = identity.country.toUpperCase();
  if (!books.platform.connect)
    throw refusal('accounts_v2_access_blocked', 'Accounts v2 is not enabled for your platform.');
  if (NOT_SERVED.includes(country))
    throw refusal('country_not_supported', `Accounts in ${country} are not currently supported by Stripe.`);
  if (configuration.recipient && Object.values(defaults.responsibilities).includes('stripe'))
    throw refusal(
      'invalid_responsibilities',
      'Responsibilities can only be application for the set of configurations this account has.',
    );
  const isAbroad = isCrossBorder(books, country);
  return books.add(
    draft<Account>({
      id: newId('acct'),
      object: 'account',
      country,
      email,
      default_currency: currencyOf(country),
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      // Accounts that customers pay directly need the full service agreement.
      tos_acceptance: { service_agreement: isAbroad && !configuration.merchant ? 'recipient' : 'full' },
      settings: { payouts: { schedule: { interval: 'daily', delay_days: 2 } } },
      metadata: own,
      realm,
      hidden: { deauthorized: false, availableAfterMs: books.timing.transferDelayMs },
    }),
  );
}

/** One page of open or closed accounts, newest first. */
function page(books: Books, realm: Realm, { closed, limit, page: after }: z.output<typeof LIST>): object {
  const accounts = books.all('account', realm).filter(({ hidden }) => hidden.deauthorized === closed);
  const from = after === undefined ? 0 : accounts.findIndex(({ id }) => id === after) + 1;
  const shown = accounts.slice(from, from + limit);
  const next = new URLSearchParams({ closed: String(closed), limit: String(limit), page: shown.at(-1)?.id ?? '' });
  return {
    data: shown.map((account) => accountView(books, account, [])),
    next_page_url: from + limit < accounts.length ? `/v2/core/accounts?${next.toString()}` : null,
    previous_page_url: null,
  };
}

const RESPONSIBILITIES = {
  fees_collector: 'application',
  losses_collector: 'application',
  requirements_collector: 'stripe',
} as const;

type Vendor = Stripe.V2.Core.Account;
/** An account in API version 2. Parts that were not requested are null. */
type AccountView = { [Field in keyof Vendor]: Vendor[Field] | null };

function accountView(books: Books, account: Account, parts: readonly string[]): AccountView {
  const part = <T extends object>(name: string, value: T) => (parts.includes(name) ? value : null);
  const capability = capabilityOf(books, account);
  const stripe_balance = { payouts: capability, stripe_transfers: capability };
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    closed: account.hidden.deauthorized,
    configuration: part('configuration.recipient', {
      recipient: { applied: true, capabilities: { stripe_balance } },
    }),
    contact_email: account.email,
    created: new Date(account.created * 1000).toISOString(),
    dashboard: 'express',
    defaults: part('defaults', { currency: account.default_currency, responsibilities: RESPONSIBILITIES }),
    identity: part('identity', { country: account.country }),
    livemode: account.realm.live,
    metadata: account.metadata,
  };
}

type Capability = NonNullable<
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance['stripe_transfers']
>;
type Detail = Capability['status_details'][number];

/** Capability of a recipient. Restricted until the account's details are entered, then pending until verified. */
function capabilityOf(books: Books, account: Account): Capability {
  const is = (status: Capability['status'], code: Detail['code'], resolution: Detail['resolution']) => ({
    status,
    status_details: [{ code, resolution }],
  });
  if (!isReachable(books, account)) return is('unsupported', 'unsupported_country', 'no_resolution');
  if (account.payouts_enabled) return { status: 'active', status_details: [] };
  return account.hidden.verifying
    ? is('pending', 'requirements_pending_verification', 'no_resolution')
    : is('restricted', 'requirements_past_due', 'provide_info');
}

/** True if the platform can send transfers to an account. Cross-border transfers need the recipient agreement. */
export function isReachable(books: Books, { country, tos_acceptance: accepted }: Account): boolean {
  return !isCrossBorder(books, country) || accepted.service_agreement === 'recipient';
}

function link(
  books: Books,
  realm: Realm,
  { account: id, use_case: useCase }: z.output<typeof LINK>,
): Stripe.V2.Core.AccountLink {
  const account = books.find(realm, 'account', id, 'account');
  if (account.hidden.deauthorized) throw missing('account', id, 'account');
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const back = useCase.account_onboarding.return_url;
  return {
    object: 'v2.core.account_link',
    account: id,
    created: at(nowSeconds()),
    expires_at: at(nowSeconds() + LINK_LIFETIME_S),
    livemode: realm.live,
    url: `${books.site()}/onboard/${id}?return_url=${encodeURIComponent(back)}`,
    use_case: useCase,
  };
}

const refusal = (code: string, message: string) => new ProviderError(400, message, { code, executed: true });
