import { codeSamples } from '../../../commands/code-samples';
import { PLANS, SCOPES } from '../../../contracts/access';
import { BRAND } from '../../../contracts/account';
import { DeveloperPortal } from '../../../contracts/developer';
import { SANDBOX_OUTCOMES } from '../../../contracts/sandbox';
import { endpoint, open } from '../../../http/endpoint';
import { fixed } from '../../../http/reply';

/** Links to all developer resources (docs/interface.md, Developer resources). */
export const getDeveloper = endpoint({
  method: 'GET',
  path: '/v1/developer',
  operationId: 'getDeveloper',
  tag: 'developer',
  summary: 'Developer portal metadata',
  audience: 'public',
  auth: open,
  anyOrigin: true,
  responseScope: 'public',
  responses: { 200: DeveloperPortal, 304: null },

  handle: ({ deps, ifNoneMatch }) => fixed(portal(deps.settings.publicUrl))(ifNoneMatch),
});

function portal(publicUrl: string): DeveloperPortal {
  return {
    // The interface requires the OpenAPI document under this name (docs/interface.md, Developer resources).
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
    codeSamples: codeSamples(publicUrl).map(({ command }) => command),
  };
}
