import { Type } from '@sinclair/typebox';
import { stringify } from 'yaml';
import { PLANS, SCOPES } from '../../base/access';
import { closed } from '../../base/schema';
import { endpoint, open, TEXT, type AnyEndpoint } from '../../http/endpoint';
import { scopeText } from '../../http/middleware/authenticate';
import { fixed } from '../../http/reply';
import { BRAND } from '../../modules/accounts/contract';
import { Findings } from '../../modules/findings/contract/findings';
import { SANDBOX_OUTCOMES } from '../../modules/run-kinds/sandbox';
import { codeSamples } from '../../modules/runs/use-cases/code-samples';
import type { DeliveredEvents } from '../../modules/webhooks/contract';
import { DeveloperPortal } from '../description/developer';
import { describeOpenApi } from '../description/openapi';
import { toOpenApi30 } from '../description/openapi-30';

const PUBLIC = { method: 'GET', audience: 'public', auth: open, anyOrigin: true, responseScope: 'public' } as const;

const YAML = 'application/yaml';

const Descriptor = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    audience: Type.String(),
    requiredScope: Type.Union([Type.String(), Type.Null()], {
      description: 'Required scopes, separated by spaces. If any one of several is enough, they are separated by `|`.',
    }),
    requiresIdempotencyKey: Type.Boolean(),
    startsAsyncManagedAgentRun: Type.Boolean(),
    responseScope: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'EndpointDescriptor', ...closed },
);

const Description = Type.Object({}, { title: 'Description', additionalProperties: true });

/** Catalog and OpenAPI endpoints. They describe all endpoints, including themselves. */
export function describeApi(
  others: readonly AnyEndpoint[],
  publicUrl: string,
  delivered: DeliveredEvents,
): AnyEndpoint[] {
  const described = (): AnyEndpoint[] => [...others, catalog, openApi, openApiYaml, openApi30];
  let description: object | undefined;
  // The JSON and YAML endpoints share one document.
  const describe = () => (description ??= describeOpenApi(described(), publicUrl, delivered));

  const catalog = endpoint({
    ...PUBLIC,
    path: '/v1/endpoint-catalog',
    operationId: 'getEndpointCatalog',
    tag: 'endpoint-catalog',
    summary: 'List all endpoints',
    responses: { 200: Type.Array(Descriptor, { title: 'EndpointCatalog' }), 304: null },
    handle: madeOnce(() => fixed(described().map(descriptor))),
  });

  const openApi = endpoint({
    ...PUBLIC,
    path: '/openapi/v1.json',
    large: true,
    ignoresQuery: true,
    operationId: 'getOpenApi',
    tag: 'platform',
    summary: 'Get this description (OpenAPI 3.1)',
    responses: { 200: Description, 304: null },
    handle: madeOnce(() => fixed(describe())),
  });

  const openApiYaml = endpoint({
    ...PUBLIC,
    path: '/openapi/v1.yaml',
    large: true,
    ignoresQuery: true,
    operationId: 'getOpenApiYaml',
    tag: 'platform',
    summary: 'Get this description as YAML (RFC 9512)',
    responses: { 200: { title: 'DescriptionYaml', content: { [YAML]: TEXT } }, 304: null },
    handle: madeOnce(() => fixed(stringify(describe(), { aliasDuplicateObjects: false, lineWidth: 0 }), YAML)),
  });

  const openApi30 = endpoint({
    ...PUBLIC,
    path: '/openapi/3.0/v1.json',
    large: true,
    ignoresQuery: true,
    operationId: 'getOpenApi30',
    tag: 'platform',
    summary: 'Get this description as OpenAPI 3.0',
    description: 'The same description for older tools, without webhooks, which OpenAPI 3.0 does not support.',
    responses: { 200: Description, 304: null },
    handle: madeOnce(() => fixed(toOpenApi30(describe()))),
  });

  return [catalog, openApi, openApiYaml, openApi30];
}

/** Handler that creates its response on the first request and then always returns it. */
function madeOnce(make: () => ReturnType<typeof fixed>) {
  let reply: ReturnType<typeof fixed> | undefined;
  return ({ ifNoneMatch }: { ifNoneMatch: string | null }) => (reply ??= make())(ifNoneMatch);
}

/** Catalog entry of one endpoint (docs/interface/developers.md). */
function descriptor({ method, path, audience, auth, idempotent, startsRun, responseScope }: AnyEndpoint) {
  return {
    method,
    path,
    audience,
    requiredScope: scopeText(auth),
    requiresIdempotencyKey: idempotent === true,
    startsAsyncManagedAgentRun: startsRun ?? false,
    responseScope,
  };
}

/** Links to developer resources (docs/interface/developers.md). */
export const getDeveloper = endpoint({
  ...PUBLIC,
  path: '/v1/developer',
  operationId: 'getDeveloper',
  tag: 'developer',
  summary: 'Get URLs, sandbox outcomes and code samples',
  responses: { 200: DeveloperPortal, 304: null },

  handle: ({ ifNoneMatch }) => fixed(portal())(ifNoneMatch),
});

function portal(): DeveloperPortal {
  return {
    // Despite its name, this is the URL of the OpenAPI document. The public contract fixes the name
    // (docs/interface/developers.md).
    findingsSchemaUrl: '/openapi/v1.json',
    findingsJsonSchemaUrl: '/v1/findings-schema',
    endpointCatalogueUrl: '/v1/endpoint-catalog',
    apiKeyManagement: {
      hashAlgorithm: 'SHA-512',
      rotationSupported: true,
      revocationSupported: true,
      scopes: [...SCOPES],
      plans: [...PLANS],
    },
    usageDashboardUrl: '/v1/usage',
    webhookConfigurationUrl: '/v1/webhooks',
    sandbox: {
      testKeyPrefix: `${BRAND}_test_`,
      sampleFindingsUrl: '/v1/runs/sample/findings',
      evaluationsUrl: '/v1/sandbox/evaluations',
      searchesUrl: '/v1/sandbox/searches',
      outcomes: Object.fromEntries(
        Object.entries(SANDBOX_OUTCOMES).map(([name, effect]) => [`sandbox:${name}`, effect]),
      ),
      computeSpendUsd: 0,
    },
    codeSamples: codeSamples().map(({ command }) => command),
  };
}

/**
 * The published schema allows unknown members at every level, because minor versions may add optional ones, which
 * clients ignore. Agent submissions are validated against a schema that rejects unknown members.
 */
const schema = fixed(
  JSON.stringify(Findings, (key, value: unknown) => (key === 'additionalProperties' ? undefined : value)),
);

/** Canonical JSON Schema of findings (docs/interface/findings.md). */
export const getFindingsSchema = endpoint({
  ...PUBLIC,
  path: '/v1/findings-schema',
  operationId: 'getFindingsSchema',
  tag: 'findings-schema',
  summary: 'Get the JSON Schema of findings',
  large: true,
  responses: {
    200: Type.Object(
      {},
      { title: 'FindingsSchema', description: 'A JSON Schema 2020-12.', additionalProperties: true },
    ),
    304: null,
  },

  handle: ({ ifNoneMatch }) => schema(ifNoneMatch),
});
