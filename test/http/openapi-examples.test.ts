import type { TSchema } from '@sinclair/typebox';
import { allEndpoints } from '../../api/endpoints/table';
import { exampleOf } from '../../http/examples';
import { describeOpenApi } from '../../api/description/openapi';
import { isTyped } from '../../http/endpoint';
import { answerCheck, bodyCheck } from '../../http/validation';
import { FAILURES } from '../../contracts/failures';
import { DIMENSIONS } from '../../contracts/findings';
import { Portfolio } from '../../contracts/portfolio';

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

/** Members of a value at any depth, with their names. */
function membersOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] => [[key, member], ...membersOf(member)]);
}

test.each(answers)('the example of %s says something in each member', (_, __, example) => {
  expect(membersOf(example).filter(([, value]) => value === 'text')).toEqual([]);
});

/** What the members of a resource say that cannot be true together. */
function contradictionsIn(resource: unknown): string[] {
  if (typeof resource !== 'object' || resource === null) return [];
  const { status, runId, statusUrl, completedAt, paidAt, endedAt, failure, failureReason } = resource as Record<
    string,
    string | null | undefined
  >;
  const isOneOf = (...states: string[]) => states.includes(status ?? '');
  const found: Record<string, boolean> = {
    'completed before its end': Boolean(completedAt) && !isOneOf('completed', 'failed', 'canceled', 'expired'),
    'paid out before it is': Boolean(paidAt) && !isOneOf('paid', 'returned'),
    'ended and still pending': Boolean(endedAt) && !isOneOf('delivered', 'failed'),
    'failed without failing': Boolean(failure ?? failureReason) && !isOneOf('failed', 'expired', 'returned'),
    'the address of another run': Boolean(statusUrl) && statusUrl !== `/v1/runs/${runId}`,
  };
  return Object.keys(found).filter((contradiction) => found[contradiction]);
}

test('one number decides the rank and the word of a ranked candidate, and its weights sum to one', () => {
  const { method, ranking } = exampleOf(Portfolio) as Portfolio;
  expect(method.rankedBy).toBe('verdict');
  expect(DIMENSIONS.reduce((sum, each) => sum + method.weights[each], 0)).toBeCloseTo(1);
  expect(ranking.map(({ score }) => score)).toEqual(ranking.map(({ score }) => score).toSorted((a, b) => b - a));
  for (const { score, recommendation } of ranking) {
    const word = score >= 70 ? 'pursue' : score >= 45 ? 'refine' : 'avoid';
    expect([score, recommendation]).toEqual([score, word]);
  }
});

test('a contradiction is found', () => {
  const run = { status: 'queued', runId: 'run_1', statusUrl: 'text', completedAt: '2026-11-21T03:20:53.738Z' };
  expect(contradictionsIn(run)).toEqual(['completed before its end', 'the address of another run']);
});

test.each(answers)('the members of the example of %s agree with each other', (_, __, example) => {
  const resources = [example, ...membersOf(example).map(([, value]) => value)];
  expect(resources.flatMap(contradictionsIn)).toEqual([]);
});
