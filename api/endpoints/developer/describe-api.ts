import { Type } from '@sinclair/typebox';
import { endpoint, open, type AnyEndpoint } from '../../endpoint';
import { describeOpenApi } from '../../openapi';
import { fixed } from '../../reply';

const Descriptor = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    audience: Type.String(),
    requiredScope: Type.Union([Type.String(), Type.Null()]),
    requiresIdempotencyKey: Type.Boolean(),
    startsAsyncManagedAgentRun: Type.Boolean(),
    responseScope: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'EndpointDescriptor', additionalProperties: false },
);

/** The two endpoints that describe all others, and themselves: made from the table that they are part of. */
export function describeApi(others: readonly AnyEndpoint[], publicUrl: string): AnyEndpoint[] {
  const described = (): AnyEndpoint[] => [...others, catalogue, openApi];
  let catalogueReply: ReturnType<typeof fixed> | undefined;
  let openApiReply: ReturnType<typeof fixed> | undefined;

  const catalogue = endpoint({
    method: 'GET',
    path: '/v1/endpoint-catalog',
    operationId: 'getEndpointCatalog',
    summary: 'Catalogue of all endpoints',
    audience: 'public',
    auth: open,
    responseScope: 'public',
    responses: { 200: Type.Array(Descriptor), 304: null },
    handle: ({ ifNoneMatch }) => (catalogueReply ??= fixed(described().map(descriptor)))(ifNoneMatch),
  });

  const openApi = endpoint({
    method: 'GET',
    path: '/openapi/v1.json',
    operationId: 'getOpenApi',
    summary: 'This description (OpenAPI 3.1)',
    audience: 'public',
    auth: open,
    responseScope: 'public',
    responses: { 200: Type.Object({}, { additionalProperties: true }), 304: null },
    handle: ({ ifNoneMatch }) => (openApiReply ??= fixed(describeOpenApi(described(), publicUrl)))(ifNoneMatch),
  });

  return [catalogue, openApi];
}

/** What spec.md's endpoint descriptor says of one endpoint. */
function descriptor({ method, path, audience, auth, idempotent, startsRun, responseScope }: AnyEndpoint) {
  return {
    method,
    path,
    audience,
    requiredScope: auth.type === 'key' ? auth.scope : null,
    requiresIdempotencyKey: idempotent ?? false,
    startsAsyncManagedAgentRun: startsRun ?? false,
    responseScope,
  };
}
