import { Type, type Static } from '@sinclair/typebox';
import { PLANS, SCOPES } from '../../base/access';
import { closed } from '../../base/schema';
import { SANDBOX_OUTCOMES } from '../../modules/run-kinds/sandbox';

const path = (value: string) => Type.String({ examples: [value] });

/** Developer portal metadata (docs/interface/developers.md). URLs are paths on this service. */
export const DeveloperPortal = Type.Object(
  {
    findingsSchemaUrl: path('/openapi/v1.json'),
    findingsJsonSchemaUrl: path('/v1/findings-schema'),
    endpointCatalogueUrl: path('/v1/endpoint-catalog'),
    apiKeyManagement: Type.Object(
      {
        hashAlgorithm: Type.String({ examples: ['SHA-512'] }),
        rotationSupported: Type.Boolean(),
        revocationSupported: Type.Boolean(),
        scopes: Type.Array(Type.String(), { examples: [[...SCOPES]] }),
        plans: Type.Array(Type.String(), { examples: [[...PLANS]] }),
      },
      closed,
    ),
    usageDashboardUrl: path('/v1/usage'),
    webhookConfigurationUrl: path('/v1/webhooks'),
    sandbox: Type.Object(
      {
        testKeyPrefix: Type.String({ examples: ['noi_test_'] }),
        sampleFindingsUrl: path('/v1/runs/sample/findings'),
        evaluationsUrl: path('/v1/sandbox/evaluations'),
        searchesUrl: path('/v1/sandbox/searches'),
        outcomes: Type.Record(Type.String(), Type.String(), {
          description: 'Phrases in a request that choose the outcome of its run, and their effects.',
          examples: [{ 'sandbox:expires': SANDBOX_OUTCOMES.expires }],
        }),
        computeSpendUsd: Type.Number({ description: 'Compute spend of the sandbox.', examples: [0] }),
      },
      closed,
    ),
    codeSamples: Type.Array(Type.String(), {
      description:
        'Requests to paste into one shell, in order. Set `NOI_API_URL` to the address of the service and `NOI_API_KEY` to a test key; the first sample sets `RUN_ID`.',
      examples: [['curl -sS "$NOI_API_URL/v1/runs/sample/findings"']],
    }),
  },
  { title: 'DeveloperPortal', ...closed },
);
export type DeveloperPortal = Static<typeof DeveloperPortal>;
