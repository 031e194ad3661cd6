import type { TSchema } from '@sinclair/typebox';
import { allEndpoints } from '../../api/endpoints/table';
import { exampleOf } from '../../api/description/openapi-examples';
import { describeOpenApi } from '../../api/description/openapi';
import { isTyped } from '../../http/endpoint';
import { answerCheck, bodyCheck } from '../../http/validation';
import { FAILURES } from '../../contracts/failures';

const endpoints = allEndpoints('https://api.example.com');
const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const bodies = endpoints.flatMap((endpoint) => (endpoint.body ? [[name(endpoint), endpoint.body] as const] : []));
const answers = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.responses).flatMap(([status, response]) =>
    response === null || isTyped(response)
      ? []
      : [[`${name(endpoint)} ${status}`, response, endpoint.example ?? exampleOf(response)] as const],
  ),
);

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: { code: string; status: number; instance: string } }>;
}
interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
const document = describeOpenApi(endpoints, 'https://api.example.com') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { ProblemDetails: TSchema } };
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test.each(bodies)('the example of the body of %s is one that is taken', (_, schema) => {
  expect(() => bodyCheck(schema)(exampleOf(schema))).not.toThrow();
});

test.each(answers)('the example of %s satisfies its schema', (_, schema, example) => {
  expect(answerCheck(schema)(example)).toBeNull();
});

test('every body in the document has an example, and every error one for each code that it can carry', () => {
  const valid = answerCheck(document.components.schemas.ProblemDetails);
  for (const { requestBody, responses } of operations) {
    for (const media of Object.values(requestBody?.content ?? {})) expect(media.example).toBeDefined();
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (status === 'default') continue;
      const { 'application/problem+json': problem, 'application/json': json } = content;
      expect(json === undefined || 'format' in json.schema || json.example !== undefined).toBe(true);
      const codes = Object.entries(problem?.examples ?? {});
      expect(problem === undefined || codes.length > 0).toBe(true);
      for (const [code, { value }] of codes) {
        expect(valid(value)).toBeNull();
        expect([value.code, value.status]).toEqual([code, Number(status)]);
        expect(Object.keys(FAILURES)).toContain(code);
      }
    }
  }
});
