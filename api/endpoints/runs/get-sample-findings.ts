import { Findings } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { endpoint, open } from '../../../http/endpoint';
import { fixed } from '../../../http/reply';

const sample = fixed(sampleFindings);

/** Sample findings for development, free and without a key. */
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

  handle: ({ ifNoneMatch }) => sample(ifNoneMatch),
});
