import { Type } from '@sinclair/typebox';
import { Findings } from '../../../contracts/findings';
import { endpoint, open } from '../../endpoint';
import { fixed } from '../../reply';

const schema = fixed(Findings);

/** The canonical JSON Schema of findings (spec row 24). */
export const getFindingsSchema = endpoint({
  method: 'GET',
  path: '/v1/findings-schema',
  operationId: 'getFindingsSchema',
  summary: 'JSON Schema of findings',
  audience: 'public',
  auth: open,
  responseScope: 'public',
  responses: { 200: Type.Object({}, { description: 'A JSON Schema 2020-12.', additionalProperties: true }), 304: null },

  handle: ({ ifNoneMatch }) => schema(ifNoneMatch),
});
