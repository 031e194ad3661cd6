import type { TSchema } from '@sinclair/typebox';
import { FAILURES } from '../../base/failures';
import { ID_FIELDS } from '../../base/subjects';
import { isTyped, type AnswerHeader, type AnyEndpoint, type ResponseSpec } from '../../http/endpoint';
import { problemsOf, statusOf } from '../../http/problem';
import { problemExamples } from './problem-schema';
import type { Components, Json } from './schemas';

/** Headers of responses, described once as components. */
const HEADERS = {
  'X-Request-Id': ['string', 'Id of the request: quote this to support.'],
  'Noi-Version': ['string', 'Version of the service that answered.'],
  'RateLimit-Policy': [
    'string',
    'Limits that the request counted against, or that of the platform (IETF draft ratelimit-headers).',
  ],
  RateLimit: ['string', 'State of those limits.'],
  'Retry-After': ['integer', 'Seconds after which to ask again.'],
  ETag: ['string', 'Version of the content: send it back in `If-None-Match`.'],
  'Preference-Applied': ['string', 'Preference that was honored (RFC 7240).'],
  'Idempotency-Replayed': ['string', '`true` if this repeats the first response to the same Idempotency-Key.'],
  'WWW-Authenticate': ['string', 'How to authenticate.'],
  Location: ['string', 'Address of what was created, or of the page to open.'],
  Link: ['string', '`rel="next"` leads to the next page (RFC 8288).'],
  'Content-Disposition': ['string', 'Name for the file.'],
  Deprecation: ['string', 'Since when this is being retired (RFC 9745).'],
  Sunset: ['string', 'When this may be gone (RFC 8594).'],
} as const satisfies Record<AnswerHeader, readonly [string, string]> & Record<string, readonly [string, string]>;
type HeaderName = keyof typeof HEADERS;

/** Components of the headers that the answers of these paths refer to. */
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

/** What answers are described with. */
export interface Described {
  components: Components;
  publicUrl: string;
  endpoints: readonly AnyEndpoint[];
}

/** Responses of an endpoint: its successes, every failure that it can answer, and a default for those to come. */
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
    description: 'Nothing follows the event in `Last-Event-ID`',
    headers: headers(commonHeaders(spec)),
  };
  return { ...declared, 204: { ...nothing, 'x-only-if-asked': true } };
}

/** Where each id in the answer leads (OpenAPI, link object): what is read of a run, an order or a webhook by it. */
function links(response: ResponseSpec, endpoints: readonly AnyEndpoint[]): Json {
  if (response === null || isTyped(response)) return {};
  const properties = (response.properties ?? {}) as Record<string, TSchema>;
  // Those of samples have no pattern, and lead nowhere.
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

/** Name of an answer: that of its schema, and what became of the request where that says it not yet. */
function answerName({ title }: NonNullable<ResponseSpec>, status: number): string {
  if (!title) throw new Error('An answer without a title has no name.');
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
        // Browsers get a page.
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

/** Headers of successes and problems alike. */
function commonHeaders({ retires }: AnyEndpoint): HeaderName[] {
  return ['RateLimit-Policy', 'RateLimit', ...(retires ? (['Deprecation', 'Sunset', 'Link'] as const) : [])];
}

function headers(names: readonly HeaderName[]): Json {
  const all = ['X-Request-Id', 'Noi-Version', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: headerAddress(name) }]));
}

function defaultProblem(spec: AnyEndpoint): Json {
  return {
    description: 'Any other failure. Tolerate new ones: `status` and `code` say what happened.',
    headers: headers(commonHeaders(spec)),
    content: { 'application/problem+json': { schema: PROBLEM } },
  };
}
