import { Type, type Static } from '@sinclair/typebox';
import { MODES, PLANS } from '../../base/access';
import { idSchema } from '../../base/ids';
import { ShownMetadata, type Metadata } from '../../base/metadata';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';
import { EntitlementCount } from '../accounts/contract';

const count = Type.Integer({ minimum: 0, examples: [12] });
const date = Type.String({ format: 'date', examples: ['2026-11-21'] });
const usd = Type.Literal('usd');
const cents = (description: string) => Type.Integer({ description, examples: [17] });

const byStatus = Type.Record(Type.String(), count, { examples: [{ '200': 11, '404': 1 }] });

/** Usage, budget, rate limits and cost of the calling key (docs/interface/accounts.md#account-and-usage). */
export const UsageDashboard = Type.Object(
  {
    apiKeyId: idSchema('key'),
    plan: openEnum(PLANS),
    mode: openEnum(MODES),
    period: Type.Object(
      { start: timestamp, end: timestamp },
      { ...closed, description: 'Calendar month in UTC. `end` is the start of the next month.' },
    ),
    requests: Type.Object(
      {
        total: count,
        byStatus,
        byEndpoint: Type.Array(
          Type.Object(
            { endpoint: Type.String({ examples: ['GET /v1/runs/{id}'] }), total: count, byStatus },
            { title: 'EndpointUsage', ...closed },
          ),
        ),
      },
      { ...closed, description: 'Requests with this key in the period, including refused ones but not this one.' },
    ),
    runs: Type.Object(
      { byStatus: Type.Record(Type.String(), count, { examples: [{ completed: 3, running: 1 }] }) },
      { ...closed, description: 'Runs that this key created in the period, by current status.' },
    ),
    metadata: Type.Unsafe<Metadata>({
      ...ShownMetadata,
      description: 'Metadata filter of `runs` and `cost`; `{}` counts all runs.',
    }),
    entitlements: Type.Array(EntitlementCount, { description: 'Credits of the account in the mode of the key.' }),
    budget: Type.Object(
      {
        limit: nullable(cents('Maximum cost of the account’s runs in the period; null without a limit.')),
        spent: cents('Cost of the account’s runs that ended in the period, rounded up.'),
        reserved: cents('Amount that the account’s unfinished runs may still cost.'),
        remaining: nullable(Type.Integer({ minimum: 0, description: 'Neither spent nor reserved.' })),
        currency: usd,
        resetsAt: timestamp,
      },
      {
        title: 'Budget',
        ...closed,
        description: 'Minor units. Once it is spent or reserved, new runs get 402 `budget_spent`.',
      },
    ),
    rateLimits: Type.Array(
      Type.Object(
        {
          level: openEnum(['platform', 'tenant', 'endpoint']),
          name: Type.String({ examples: ['run-creation'] }),
          limit: count,
          remaining: count,
          windowSeconds: count,
          resetsAt: timestamp,
        },
        { title: 'RateLimitState', ...closed },
      ),
      { description: 'Current state of every rate limit that applies to this key.' },
    ),
    cost: Type.Object(
      {
        computeSpend: cents('Minor units, rounded up.'),
        currency: usd,
        daily: Type.Array(
          Type.Object(
            {
              date,
              runs: count,
              computeSpend: cents('Minor units, rounded up.'),
              computeSpendMicros: Type.Integer({ description: 'Exact, in millionths of a unit.', examples: [170_000] }),
            },
            { title: 'DailyCost', ...closed },
          ),
        ),
      },
      {
        ...closed,
        description: 'Cost of this key’s runs that ended in the period. Days without such runs are left out.',
      },
    ),
    generatedAt: timestamp,
  },
  { title: 'UsageDashboard', ...closed },
);
export type UsageDashboard = Static<typeof UsageDashboard>;

export const REQUESTS_KEPT_DAYS = 7;

/** An HTTP status such as `404`, a class such as `4xx`, or several of these separated by commas. */
export const STATUS_FILTER = '^[1-5](xx|[0-9]{2})(,[1-5](xx|[0-9]{2})){0,19}$';

/** First and last status of each part of a filter: 404 to 404 for `404`, 400 to 499 for `4xx`. */
export function statusesOf(filter: string): [from: number, to: number][] {
  return filter.split(',').map((part) => [Number(part.replace('xx', '00')), Number(part.replace('xx', '99'))]);
}

/** A logged request that was made with one of the account's keys (docs/interface/accounts.md#account-and-usage). */
export const LoggedRequest = Type.Object(
  {
    at: Type.Unsafe<string>({ ...timestamp, description: 'Time of the response.' }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({
      description: 'Path without query, at most 200 characters. Anything that looks like a key is removed.',
      examples: ['/v1/evaluations'],
    }),
    endpoint: nullable(
      Type.String({
        description: 'Path in the API description; null if none matched.',
        examples: ['/v1/evaluations'],
      }),
    ),
    status: Type.Integer({ examples: [402] }),
    code: nullable(Type.String({ description: 'Code of the failure.', examples: ['entitlement_required'] })),
    requestId: Type.String({
      description: 'Value of `X-Request-Id`. Quote it when you contact support.',
      examples: ['8a7e1f7c-9f0e-4f5f-9c0e-0d6a1b1f0c55'],
    }),
    apiKeyId: idSchema('key'),
    apiKeyName: Type.String({ examples: ['Production'] }),
    durationMs: Type.Integer({ minimum: 0, examples: [12] }),
    serviceVersion: Type.String({ description: 'Its `Noi-Version`.', examples: ['1.0.0'] }),
    userAgent: nullable(
      Type.String({ description: 'At most 200 characters of the `User-Agent` sent.', examples: ['noi-client/1.0.0'] }),
    ),
  },
  { title: 'LoggedRequest', ...closed },
);
export type LoggedRequest = Static<typeof LoggedRequest>;
