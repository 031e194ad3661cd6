import { Findings } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { endpoint, open } from '../../endpoint';
import { fixed } from '../../reply';

const sample = fixed(sampleFindings);

/** Findings to develop against, without a key and without spending anything. */
export const getSampleFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/sample/findings',
  operationId: 'getSampleFindings',
  summary: 'Sample findings of the sandbox',
  audience: 'public',
  auth: open,
  responseScope: 'public',
  responses: { 200: Findings, 304: null },
  example: sampleFindings,

  handle: ({ ifNoneMatch }) => sample(ifNoneMatch),
});
