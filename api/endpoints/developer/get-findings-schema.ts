import { Type } from '@sinclair/typebox';
import { Findings } from '../../../contracts/findings';
import { endpoint, open } from '../../../http/endpoint';
import { fixed } from '../../../http/reply';

/**
 * The schema as it is published: open at every level, because a minor version adds optional members, which clients ignore.
 * What agents hand in is checked against the closed one.
 */
const schema = fixed(
  JSON.stringify(Findings, (key, value: unknown) => (key === 'additionalProperties' ? undefined : value)),
);

/** Canonical JSON Schema of findings (docs/interface.md, Findings). */
export const getFindingsSchema = endpoint({
  method: 'GET',
  path: '/v1/findings-schema',
  operationId: 'getFindingsSchema',
  tag: 'findings-schema',
  summary: 'JSON Schema of findings',
  audience: 'public',
  auth: open,
  anyOrigin: true,
  large: true,
  responseScope: 'public',
  responses: {
    200: Type.Object(
      {},
      { title: 'FindingsSchema', description: 'A JSON Schema 2020-12.', additionalProperties: true },
    ),
    304: null,
  },

  handle: ({ ifNoneMatch }) => schema(ifNoneMatch),
});
