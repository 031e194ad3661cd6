import { Findings } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { endpoint, open } from '../../../http/endpoint';
import { fixed } from '../../../http/reply';
import { ofSample, readDossierSample } from '../../../commands/runs/sample';

const written = ofSample(({ findings }) => Promise.resolve(fixed(findings)));

/** Sample findings for development, free and without a key: of the sample dossier, shipped or published. */
export const getSampleFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/sample/findings',
  operationId: 'getSampleFindings',
  tag: 'runs',
  summary: 'Sample findings of the sandbox',
  audience: 'public',
  auth: open,
  large: true,
  anyOrigin: true,
  responseScope: 'public',
  responses: { 200: Findings, 304: null },
  example: sampleFindings,

  handle: async ({ deps, ifNoneMatch }) => (await written(await readDossierSample(deps.db)))(ifNoneMatch),
});
