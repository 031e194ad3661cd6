import { PLANS, SCOPES } from '../../../contracts/access';
import { BRAND } from '../../../contracts/api-key';
import { DeveloperPortal } from '../../../contracts/developer';
import { endpoint, open } from '../../endpoint';
import { fixed } from '../../reply';
import { codeSamples } from './code-samples';

/** Where a developer finds everything else (spec row 23). */
export const getDeveloper = endpoint({
  method: 'GET',
  path: '/v1/developer',
  operationId: 'getDeveloper',
  summary: 'Developer portal metadata',
  audience: 'public',
  auth: open,
  responseScope: 'public',
  responses: { 200: DeveloperPortal, 304: null },

  handle: ({ deps, ifNoneMatch }) => fixed(portal(deps.settings.publicUrl))(ifNoneMatch),
});

function portal(publicUrl: string): DeveloperPortal {
  return {
    // The description of the API, not a schema of findings: the interface names it so (spec, portal metadata).
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
    sandbox: { testKeyPrefix: `${BRAND}_test_`, sampleFindingsUrl: '/v1/runs/sample/findings', computeSpendUsd: 0 },
    codeSamples: codeSamples(publicUrl).map(({ command }) => command),
  };
}
