import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from './ids';
import { closed, nullable, timestamp } from './schema';

export const REQUESTS_KEPT_DAYS = 7;

/** A status, or all of a class; several with commas between. */
export const STATUS_FILTER = '^[1-5](xx|[0-9]{2})(,[1-5](xx|[0-9]{2})){0,19}$';

/** First and last status of each part of a filter: `404` itself, `4xx` from 400 to 499. */
export function statusesOf(filter: string): [from: number, to: number][] {
  return filter.split(',').map((part) => [Number(part.replace('xx', '00')), Number(part.replace('xx', '99'))]);
}

/** A request with a key of the account, as its log has it (docs/interface.md, Account and usage). */
export const LoggedRequest = Type.Object(
  {
    at: Type.Unsafe<string>({ ...timestamp, description: 'Moment of the answer.' }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({
      description: 'Without query; at most 200 characters, and without what looks like a key.',
      examples: ['/v1/evaluations'],
    }),
    endpoint: nullable(
      Type.String({ description: 'Path as it is described; null where there is none.', examples: ['/v1/evaluations'] }),
    ),
    status: Type.Integer({ examples: [402] }),
    code: nullable(Type.String({ description: 'Code of the failure.', examples: ['entitlement_required'] })),
    requestId: Type.String({
      description: 'Its `X-Request-Id`: quote it to support.',
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
