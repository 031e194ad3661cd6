import { Validator } from '@seriousme/openapi-schema-validator';
import { toOpenApi30 } from '../../api/description/openapi-30';
import { withAnswers } from '../../tools/openapi/description';
import { call } from '../support/api';
import { useApi } from '../support/use';

const { api } = useApi();

type Response = { headers?: object; $ref?: string };
type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, Response> };
  tags: { name: string }[];
};

const read = async (path: string) => (await call<Document>(api, 'GET', path)).body;

test('the description is valid OpenAPI 3.0 by an independent validator, and has no webhooks', async () => {
  const document = await read('/openapi/3.0/v1.json');
  expect(document.openapi).toBe('3.0.3');
  const validator = new Validator();
  expect(await validator.validate(document)).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.0');
  expect(document).not.toHaveProperty('webhooks');
  expect(document.tags.map(({ name }) => name)).not.toContain('webhook-events');
});

test('it names the same operations, answers, headers and schemas as that of 3.1', async () => {
  const [older, newer] = [await read('/openapi/3.0/v1.json'), await read('/openapi/v1.json')];
  const shapeOf = (document: Document) => ({
    operations: Object.entries(withAnswers(document).paths).flatMap(([path, of]) =>
      Object.entries(of).map(([method, { operationId, responses }]) => [
        `${method} ${path}`,
        operationId,
        Object.entries(responses).map(([status, { headers = {} }]) => [status, Object.keys(headers)]),
      ]),
    ),
    answers: Object.keys(document.components.responses),
    schemas: Object.keys(document.components.schemas),
  });
  expect(shapeOf(older)).toEqual(shapeOf(newer));
});

test.each(['/openapi/3.0/v1.json', '/openapi/v1.json'])(
  'every success with a body in %s has the name of what it is, whichever operation gives it',
  async (address) => {
    const { paths, components } = await read(address);
    const answerOf = (path: string, method = 'get', status = 200) => paths[path]![method]!.responses[status]?.$ref;
    const named = (name: string) => `#/components/responses/${name}`;
    for (const path of ['/v1/runs/sample/findings', '/v1/runs/{id}/findings'])
      expect(answerOf(path)).toBe(named('FindingsAnswer'));
    for (const path of ['/v1/evaluations', '/v1/sandbox/searches'])
      expect(answerOf(path, 'post', 202)).toBe(named('PaidProductRunCreatedAnswer'));
    expect(answerOf('/v1/runs/{id}')).toBe(named('RunStatusAnswer'));
    expect(answerOf('/v1/runs/{id}/cancel', 'post', 202)).toBe(named('RunStatusAcceptedAnswer'));
    expect(answerOf('/v1/runs/{id}/dossier')).toBe(named('RunDossierAnswer'));
    expect(components.responses.FindingsAnswer).toMatchObject({
      headers: { ETag: {} },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Findings' } } },
    });
    const answers = Object.values(paths).flatMap((of) =>
      Object.values(of).flatMap(({ responses }) => Object.entries(responses)),
    );
    const anonymous = ([status, { $ref }]: [string, Response]) => status[0] === '2' && status !== '204' && !$ref;
    expect(answers.filter(anonymous)).toEqual([]);
    const refersTo = new Set(answers.map(([, { $ref }]) => $ref?.split('/').at(-1)));
    expect(Object.keys(components.responses).filter((name) => !refersTo.has(name) || /\d$/.test(name))).toEqual([]);
  },
);

test('no answer is kept longer than that of 3.1, and it answers 304', async () => {
  const first = await call(api, 'GET', '/openapi/3.0/v1.json');
  const etag = { 'if-none-match': first.headers.get('etag')! };
  expect((await call(api, 'GET', '/openapi/3.0/v1.json', { headers: etag })).status).toBe(304);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
});

const convert = (schema: object) => {
  const { components } = toOpenApi30({ paths: {}, tags: [], components: { schemas: { One: schema } } }) as {
    components: { schemas: { One: object } };
  };
  return components.schemas.One;
};

test.each([
  [
    'a value or null',
    { anyOf: [{ type: 'string', examples: ['a'] }, { type: 'null' }], description: 'd' },
    { type: 'string', example: 'a', description: 'd', nullable: true },
  ],
  [
    'one of some values or null, as null has to be one of them',
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    { type: 'string', enum: ['a', null], nullable: true },
  ],
  [
    'a reference or null, beside which nothing may stand',
    { anyOf: [{ $ref: '#/components/schemas/Two' }, { type: 'null' }] },
    { allOf: [{ $ref: '#/components/schemas/Two' }], nullable: true },
  ],
  [
    'one of several or null',
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
  ],
  [
    'one of some values, as values of one type',
    {
      anyOf: [
        { type: 'string', const: 'a' },
        { type: 'string', const: 'b' },
      ],
    },
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    'one of some objects, as exclusive',
    { anyOf: [{ $ref: '#/components/schemas/Two' }, { $ref: '#/components/schemas/Three' }], description: 'd' },
    { oneOf: [{ $ref: '#/components/schemas/Two' }, { $ref: '#/components/schemas/Three' }], description: 'd' },
  ],
  [
    'a reference with a description',
    { $ref: '#/components/schemas/Two', description: 'd' },
    { allOf: [{ $ref: '#/components/schemas/Two' }], description: 'd' },
  ],
  ['a constant', { const: 'usd', type: 'string' }, { type: 'string', enum: ['usd'] }],
  [
    'bounds that are not reached',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
  ],
  [
    'what 3.0 has no word for',
    { type: 'object', propertyNames: { maxLength: 40 }, patternProperties: { '^x': {} }, 'x-sunset': '2027-01-01' },
    { type: 'object', 'x-sunset': '2027-01-01' },
  ],
  [
    'schemas in schemas, also where a property is named as a keyword',
    {
      type: 'object',
      properties: { example: { const: 1 }, schema: { type: 'array', items: { const: 2 } } },
      additionalProperties: { const: 3 },
    },
    {
      type: 'object',
      properties: { example: { enum: [1] }, schema: { type: 'array', items: { enum: [2] } } },
      additionalProperties: { enum: [3] },
    },
  ],
])('%s is said as 3.0 says it', (_, newer, older) => {
  expect(convert(newer)).toEqual(older);
});
