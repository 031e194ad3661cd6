import type { TSchema } from '@sinclair/typebox';
import { FAILURES } from '../../base/failures';
import { ID_FIELDS } from '../../base/subjects';
import { isTyped, type AnswerHeader, type AnyEndpoint, type ResponseSpec } from '../../http/endpoint';
import { problemsOf, statusOf } from '../../http/problem';
import { problemExamples } from './problem-schema';
import type { Components, Json } from './schemas';

/** Response headers. The API description defines each header once, as a component. */
const HEADERS = {
  'X-Request-Id': ['string', 'Id of the request. Include it when you contact support.'],
  'Noi-Version': ['string', 'Version of the service.'],
  'RateLimit-Policy': [
    'string',
    'Rate limits that the request counted against, or the platform limit (IETF draft ratelimit-headers).',
  ],
  RateLimit: ['string', 'Current state of these limits.'],
  'Retry-After': ['integer', 'Seconds to wait before the next request.'],
  ETag: ['string', 'Version of the content. Send it back in `If-None-Match`.'],
  'Preference-Applied': ['string', 'Preference that was honored (RFC 7240).'],
  'Idempotency-Replayed': ['string', '`true` if this repeats the first response to the same Idempotency-Key.'],
  'WWW-Authenticate': ['string', 'How to authenticate.'],
  Location: ['string', 'URL of the created resource, or of the page to open.'],
  Link: ['string', '`rel="next"` links to the next page (RFC 8288).'],
  'Content-Disposition': ['string', 'File name.'],
  Deprecation: ['string', 'Date of deprecation (RFC 9745).'],
  Sunset: ['string', 'Date after which this may be removed (RFC 8594).'],
} as const satisfies Record<AnswerHeader, readonly [string, string]> & Record<string, readonly [string, string]>;
type HeaderName = keyof typeof HEADERS;

export function headerComponents(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([name]) => text.includes(`"${headerAddress(name)}"`))
      .map(([name, [type, description]]) => [name, { description, schema: { type } }]),
  );
}

const headerAddress = (name: string) => `#/components/headers/${name}`;

const DESCRIPTIONS: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  302: 'Redirect',
  304: 'Not modified',
  503: 'Not available',
};

const PROBLEM = { $ref: '#/components/schemas/ProblemDetails' };

export interface Described {
  components: Components;
  publicUrl: string;
  endpoints: readonly AnyEndpoint[];
}

/** Responses of an endpoint: its successes, its known problems, and a default for problems added later. */
export function answers(spec: AnyEndpoint, described: Described): Json {
  const failures = problems(spec, described.publicUrl);
  return { ...failures, ...successes(spec, described), default: defaultProblem(spec) };
}

function successes(spec: AnyEndpoint, { components, endpoints }: Described): Json {
  const declared = Object.fromEntries(
    Object.entries(spec.responses).map(([status, response]) => {
      const answer = {
        description: DESCRIPTIONS[Number(status)],
        headers: headers([...commonHeaders(spec), ...successHeaders(spec, Number(status))]),
        ...content(response, components, spec),
        ...links(response, endpoints),
      };
      return [status, response === null ? answer : components.answer(answerName(response, Number(status)), answer)];
    }),
  );
  if (!spec.streams) return declared;
  const nothing = {
    description: 'No events after `Last-Event-ID`',
    headers: headers(commonHeaders(spec)),
  };
  return { ...declared, 204: { ...nothing, 'x-only-if-asked': true } };
}

/** OpenAPI links from each id in a response to the endpoints that take it in their path. */
function links(response: ResponseSpec, endpoints: readonly AnyEndpoint[]): Json {
  if (response === null || isTyped(response)) return {};
  const properties = (response.properties ?? {}) as Record<string, TSchema>;
  // Skips sample ids, which have no pattern and which no endpoint accepts.
  const fields = ID_FIELDS.filter(([, field]) => properties[field]?.pattern);
  const found = fields.flatMap(([prefix, field]) =>
    endpoints
      .filter(({ method, id, internal }) => method === 'GET' && id?.prefix === prefix && !internal)
      .map(
        ({ operationId }) => [operationId, { operationId, parameters: { id: `$response.body#/${field}` } }] as const,
      ),
  );
  return found.length > 0 ? { links: Object.fromEntries(found) } : {};
}

/** Component name of a response: the schema's title, plus the outcome (such as `Accepted`) if the title lacks it. */
function answerName({ title }: NonNullable<ResponseSpec>, status: number): string {
  if (!title) throw new Error('Answer schemas need a title.');
  if (status === 200 || /(Accepted|Created)$/.test(title)) return `${title}Answer`;
  return `${title}${DESCRIPTIONS[status]!.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase())}Answer`;
}

function successHeaders(spec: AnyEndpoint, status: number): HeaderName[] {
  if (status === 302) return ['Location'];
  return [
    ...(304 in spec.responses ? (['ETag'] as const) : []),
    ...(spec.waits ? (['Preference-Applied'] as const) : []),
    ...(spec.idempotent ? (['Idempotency-Replayed'] as const) : []),
    ...(spec.answers ?? []),
  ];
}

function content(response: ResponseSpec, components: Components, { example }: AnyEndpoint): Json {
  if (response === null) return {};
  if (!isTyped(response)) {
    return { content: { 'application/json': components.described(response, 'response', example) } };
  }
  const typed = Object.entries(response.content).map(([type, schema]) => {
    const name = type.split(';')[0]!;
    const isJson = name === 'application/json';
    const media = isJson
      ? components.described(schema, 'response', example)
      : { schema: components.schema(schema, 'response') };
    return [name, media] as const;
  });
  return { content: Object.fromEntries(typed) };
}

function problems(spec: AnyEndpoint, publicUrl: string): Json {
  const codes = problemsOf(spec);
  const statuses = [...new Set(codes.map((code) => statusOf(spec, code)))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => statusOf(spec, code) === status);
      const media = {
        'application/problem+json': {
          schema: PROBLEM,
          examples: problemExamples(ofStatus, status, publicUrl, spec.path),
        },
        // Browsers get an HTML page.
        ...(spec.failsAs === 'negotiated' && { 'text/html': { schema: { type: 'string' } } }),
      };
      const bare = status === 401 && spec.bareUnauthorized;
      return [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\`: ${FAILURES[code].title}`).join('; '),
          headers: headers([...commonHeaders(spec), ...problemHeaders(status, ofStatus)]),
          ...(!bare && { content: media }),
        },
      ];
    }),
  );
}

function problemHeaders(status: number, codes: readonly string[]): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  return status === 429 || status === 503 || codes.includes('run_not_completed') ? ['Retry-After'] : [];
}

/** Headers that successful responses and problems share. */
function commonHeaders({ retires }: AnyEndpoint): HeaderName[] {
  return ['RateLimit-Policy', 'RateLimit', ...(retires ? (['Deprecation', 'Sunset', 'Link'] as const) : [])];
}

function headers(names: readonly HeaderName[]): Json {
  const all = ['X-Request-Id', 'Noi-Version', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: headerAddress(name) }]));
}

function defaultProblem(spec: AnyEndpoint): Json {
  return {
    description: 'Any other failure. Handle unknown codes by `status`.',
    headers: headers(commonHeaders(spec)),
    content: { 'application/problem+json': { schema: PROBLEM } },
  };
}
