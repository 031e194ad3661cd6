import { idSchema } from '../../base/ids';
import { SERVICE_VERSION } from '../../base/versions';
import { TAGS, type AnyEndpoint, type Tag } from '../../http/endpoint';
import { scopeText } from '../../http/middleware/authenticate';
import { requestHeaders } from '../../http/request-headers';
import { VERSIONING_PATH } from '../../http/retirement';
import { ALL_EVENTS, eventsOf, type DeliveredEvents } from '../../modules/webhooks/contract';
import { answers, headerComponents, type Described } from './answers';
import { problemSchemas } from './problem-schema';
import { createComponents, type Components, type Json } from './schemas';
import { webhookDescriptions } from './webhook-descriptions';

/** Builds the OpenAPI 3.1 document, entirely from the declarations of these endpoints. */
export function describeOpenApi(
  endpoints: readonly AnyEndpoint[],
  publicUrl: string,
  delivered: DeliveredEvents = ALL_EVENTS,
): object {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  for (const spec of endpoints) {
    (paths[spec.path] ??= {})[spec.method.toLowerCase()] = operation(spec, { components, publicUrl, endpoints });
  }
  const used = new Set<Tag>([...endpoints.map(({ tag }) => tag), 'webhook-events']);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Newsletter Opportunity Intelligence',
      version: SERVICE_VERSION,
      description:
        'AI research on newsletter ideas: create a paid run, poll it, and download its findings and dossier. Within v1, fields and values are added but never removed. Ignore those you do not know.',
      termsOfService: `${publicUrl}/terms`,
      contact: { name: 'Support', url: `${publicUrl}/support` },
      license: { name: 'Terms of use', url: `${publicUrl}/terms` },
    },
    externalDocs: {
      description: 'Compatibility policy and guides',
      url: `${publicUrl}${VERSIONING_PATH}`,
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name as Tag) ? [{ name, description }] : [])),
    paths,
    webhooks: webhookDescriptions(components, delivered),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description:
            'API key, created on your account page. Each operation lists its required scope. `Authorization: Bearer` works too.',
        },
      },
      headers: headerComponents({ ...paths, ...components.answers }),
      responses: components.answers,
      schemas: { ...components.named, ...offered(delivered), ...problemSchemas() },
    },
  };
}

/** Schema of the event types that this deployment can deliver. */
const offered = (delivered: DeliveredEvents) => ({ WebhookEventType: { type: 'string', enum: eventsOf(delivered) } });

const BODY_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', raw: 'application/json' };

function operation(spec: AnyEndpoint, described: Described): Json {
  const { components } = described;
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    description: describedBy(spec),
    tags: [spec.tag],
    security: spec.auth.type === 'key' ? [{ apiKey: [] }] : [],
    ...(spec.auth.type === 'key' && { 'x-required-scope': scopeText(spec.auth) }),
    ...(spec.internal && { 'x-internal': true }),
    ...(spec.retires && { deprecated: true, 'x-sunset': spec.retires.sunset }),
    parameters: parameters(spec, components),
    ...(spec.body && {
      requestBody: {
        required: true,
        content: { [BODY_TYPES[spec.bodyType ?? 'json']]: components.described(spec.body, 'request') },
      },
    }),
    responses: answers(spec, described),
    // If the 200 response listed the stream, generated methods would return a union and break existing callers.
    ...(spec.streams && { 'x-event-stream': { schema: components.schema(spec.streams, 'response') } }),
    ...(spec.selection && {
      'x-selection': {
        parameter: spec.selection.parameter,
        schema: components.schema(spec.selection.schema, 'response'),
      },
    }),
  };
}

/** Description of an operation, including the scopes and mode that the key needs. */
function describedBy({ summary, description, auth }: AnyEndpoint): string {
  if (auth.type !== 'key') return description ?? `${summary}.`;
  const scopes = auth.scopes.map((scope) => `\`${scope}\``).join(auth.match === 'every' ? ' and ' : ' or ');
  const only = { live: ' Live keys only.', test: ' Test keys only.' };
  const mode = auth.mode ? only[auth.mode] : '';
  return `${description ?? `${summary}.`} Needs a key with ${scopes}.${mode}`;
}

function parameters(spec: AnyEndpoint, components: Components): Json[] {
  const list: Json[] = [];
  if (spec.id) list.push({ name: 'id', in: 'path', required: true, schema: idSchema(spec.id.prefix) });
  for (const [name, schema] of Object.entries(spec.query?.properties ?? {})) {
    // Omitted, because generated clients could not parse a partial response. `x-selection` describes it instead.
    if (name === spec.selection?.parameter) continue;
    const required = spec.query!.required?.includes(name) && schema.default === undefined;
    list.push({
      name,
      in: 'query',
      required: required ?? false,
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema: components.schema(schema, 'request'),
    });
  }
  for (const { name, required, description, schema } of requestHeaders(spec))
    list.push({ name, in: 'header', required, description, schema: components.schema(schema, 'request') });
  return list;
}
