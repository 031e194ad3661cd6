import { compareDescriptions } from '../../tools/openapi/compare-descriptions';
import { bare, type Description, type Operation, type Schema } from '../../tools/openapi/description';
import { currentDescription, releasedDescription } from '../../tools/openapi/released';

const TODAY = '2027-06-01';
const current = JSON.stringify(currentDescription());
const fresh = () => JSON.parse(current) as Description;

/** Breaches that a change of the description makes, from the description as it is. */
function breachesOf(change: (description: Description) => void, before = fresh()): string[] {
  const after = structuredClone(before);
  change(after);
  return compareDescriptions(bare(before), after, TODAY).map(({ at, what }) => `${at} ${what}`);
}

const run = (of: Description) => of.paths['/v1/runs/{id}']!.get!;
const create = (of: Description) => of.paths['/v1/evaluations']!.post!;
const status = ({ components }: Description) => components.schemas.RunStatus!;
const body = ({ components }: Description) => components.schemas.EvaluationCreate!;
const field = (schema: Schema, name: string) => schema.properties![name]!;
const parameter = ({ parameters }: Operation, name: string) => parameters!.find((one) => one.name === name)!;

test('the description breaks no client of the last release; where it must grow otherwise, `npm run openapi:check` says why', () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(compareDescriptions(releasedDescription(), fresh(), today)).toEqual([]);
});

test('a description is no breach of itself, with its texts or without', () => {
  expect(breachesOf(() => undefined)).toEqual([]);
  expect(compareDescriptions(fresh(), fresh(), TODAY)).toEqual([]);
});

test.each<[string, (of: Description) => void]>([
  ['an endpoint', (of) => (of.paths['/v1/new'] = { get: { ...run(of), operationId: 'getNew' } })],
  [
    'an optional parameter',
    (of) => run(of).parameters!.push({ name: 'verbose', in: 'query', schema: { type: 'boolean' } }),
  ],
  ['an optional field of a request', (of) => (body(of).properties!.note = { type: 'string', maxLength: 3 })],
  [
    'a field of an answer, required or not',
    (of) => {
      status(of).properties!.queue = { type: 'string' };
      status(of).required!.push('queue');
    },
  ],
  [
    'a value that was said to be open',
    (of) => (field(status(of), 'status')['x-extensible-enum'] as string[]).push('paused'),
  ],
  ['a wider bound of a request', (of) => (field(body(of), 'idea').maxLength = 9_000)],
  ['a required field that became optional in a request', (of) => (body(of).required = [])],
  ['a narrower answer', (of) => (field(status(of), 'runId').minLength = 1)],
  ['a failure', (of) => (run(of).responses['418'] = { content: {} })],
  ['a media type behind the others', (of) => (run(of).responses['200']!.content!['application/cbor'] = {})],
  ['a header', (of) => (run(of).responses['200']!.headers!.Age = {})],
  ['other words', (of) => (field(body(of), 'idea').description = 'Another text')],
  ['a webhook', (of) => (of.webhooks!['run.started'] = of.webhooks!['webhook.test']!)],
  ['a notice of retirement', (of) => Object.assign(run(of), { deprecated: true, 'x-sunset': '2028-06-01' })],
])('%s breaks nobody', (_, change) => {
  expect(breachesOf(change)).toEqual([]);
});

test.each<[string, (of: Description) => void, string]>([
  ['an endpoint is gone', (of) => delete of.paths['/v1/runs/{id}'], 'GET /v1/runs/{id} is gone'],
  ['an endpoint is renamed in clients', (of) => (run(of).operationId = 'readRun'), 'changes operationId'],
  [
    'an endpoint needs a key',
    (of) => (of.paths['/v1/opportunities']!.get!.security = [{ apiKey: [] }]),
    'changes security',
  ],
  [
    'an endpoint needs another scope',
    (of) => (run(of)['x-required-scope'] = 'account:read'),
    'changes x-required-scope',
  ],
  ['a parameter is gone', (of) => of.paths['/v1/runs']!.get!.parameters!.shift(), 'is gone'],
  ['a parameter is required', (of) => (parameter(run(of), 'Prefer').required = true), '?Prefer is required'],
  [
    'a parameter takes less',
    (of) => (parameter(of.paths['/v1/runs']!.get!, 'limit').schema.maximum = 50),
    'has maximum 50',
  ],
  [
    'a field of a request is gone',
    (of) => delete body(of).properties!.audience,
    'EvaluationCreate lost the field audience',
  ],
  ['a field of a request is required', (of) => body(of).required!.push('audience'), 'requires audience'],
  [
    'a field of a request takes less',
    (of) => (field(body(of), 'idea').maxLength = 100),
    'EvaluationCreate/idea has maxLength 100',
  ],
  ['a field of a request has a pattern', (of) => (field(body(of), 'idea').pattern = '^a'), 'has pattern ^a'],
  ['a field of an answer is gone', (of) => delete status(of).properties!.stage, 'RunStatus lost the field stage'],
  ['a field of an answer may be left out', (of) => status(of).required!.shift(), 'may leave runId out'],
  ['a field of an answer has another type', (of) => (field(status(of), 'runId').type = 'integer'), 'has type integer'],
  [
    'a field of an answer may be null',
    (of) => (field(status(of), 'runId').type = ['string', 'null']),
    'has type string or null',
  ],
  [
    'a field of an answer has another format',
    (of) => (field(status(of), 'createdAt').format = 'date'),
    'changes format',
  ],
  ['a field of an answer has another form', (of) => (field(status(of), 'runId').pattern = '^x'), 'has pattern ^x'],
  [
    'a field of an answer may be longer',
    (of) => delete field(of.components.schemas.ProblemDetails!, 'errors').maxItems,
    'has maxItems no more',
  ],
  [
    'an answer has a new closed value',
    (of) => {
      field(of.components.schemas.Findings!, 'verdict').properties!.recommendation = { type: 'string' };
    },
    'Findings/verdict/recommendation',
  ],
  [
    'a status of a success changes',
    (of) => {
      create(of).responses['201'] = create(of).responses['202']!;
      delete create(of).responses['202'];
    },
    'never answers 202',
  ],
  [
    'a media type is gone',
    (of) => delete of.paths['/v1/runs/{id}/dossier']!.get!.responses['200']!.content!['application/pdf'],
    'is no application/pdf',
  ],
  ['a header is gone', (of) => delete run(of).responses['200']!.headers!.ETag, 'lost the header ETag'],
  [
    'a code has another status',
    (of) => {
      const { 402: paid, 403: forbidden } = create(of).responses;
      forbidden!.content!['application/problem+json']!.examples!.entitlement_required = {};
      delete paid!.content!['application/problem+json']!.examples!.entitlement_required;
    },
    'answers entitlement_required with 403, which was 402',
  ],
  [
    'a component has another name',
    (of) => {
      of.components.schemas.Status = status(of);
      run(of).responses['200']!.content!['application/json']!.schema!.$ref = '#/components/schemas/Status';
    },
    'is no longer RunStatus',
  ],
  [
    'a keyword appears that nobody knows',
    (of) => (field(status(of), 'runId').contentEncoding = 'base64'),
    'changes contentEncoding',
  ],
  ['keys are sent in another header', (of) => (of.components.securitySchemes = {}), 'securitySchemes changed'],
  ['a webhook is gone', (of) => delete of.webhooks!['webhook.test'], 'webhook webhook.test is gone'],
])('%s: that is said, with its place', (_, change, said) => {
  expect(breachesOf(change).join('\n')).toContain(said);
});

test('what was announced may go on its day, and not a day earlier', () => {
  const retired = (sunset: string) => {
    const before = fresh();
    Object.assign(run(before), { deprecated: true, 'x-sunset': sunset });
    Object.assign(field(status(before), 'workflowId'), { deprecated: true, 'x-sunset': sunset });
    return breachesOf((of) => {
      delete of.paths['/v1/runs/{id}'];
      delete status(of).properties!.workflowId;
      status(of).required = status(of).required!.filter((name) => name !== 'workflowId');
    }, before);
  };
  expect(retired('2027-06-01')).toEqual([]);
  expect(retired('2027-06-02')).toEqual(
    expect.arrayContaining(['GET /v1/runs/{id} is gone', 'RunStatus lost the field workflowId']),
  );
  const before = fresh();
  Object.assign(run(before), { deprecated: true, 'x-sunset': '2028-06-01' });
  expect(breachesOf((of) => (run(of)['x-sunset'] = '2027-07-01'), before)[0]).toContain('changes x-sunset');
});

test('a change is found in both of two alternatives that share a component', () => {
  const shared: Schema = { type: 'object', properties: { x: { type: 'string' } } };
  const one = (k: string): Schema => ({
    type: 'object',
    properties: { k: { const: k }, of: { $ref: '#/components/schemas/Shared' } },
  });
  const before = fresh();
  before.components.schemas.Shared = shared;
  field(status(before), 'stage').anyOf = [one('a'), one('b')];
  expect(
    breachesOf((of) => (of.components.schemas.Shared!.properties!.x = { type: 'integer' }), before).length,
  ).toBeGreaterThan(0);
  expect(breachesOf((of) => field(status(of), 'stage').anyOf!.reverse(), before)).toEqual([]);
});
