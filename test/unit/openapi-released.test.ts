import { compareDescriptions } from '../../tools/openapi/compare';
import {
  currentDescription,
  releasedDescription,
  withAnswers,
  type Description,
  type Schema,
} from '../../tools/openapi/description';

const TODAY = '2027-06-01';
const current = JSON.stringify(withAnswers(currentDescription()));
const fresh = () => JSON.parse(current) as Description;

function breachesOf(change: (description: Description) => unknown, before = fresh()): string[] {
  const after = structuredClone(before);
  change(after);
  return compareDescriptions(before, after, TODAY);
}

const run = (of: Description) => of.paths['/v1/runs/{id}']!.get!;
const runs = (of: Description) => of.paths['/v1/runs']!.get!;
const create = (of: Description) => of.paths['/v1/evaluations']!.post!;
const status = ({ components }: Description) => components.schemas.RunStatus! as Fields;
const body = ({ components }: Description) => components.schemas.EvaluationCreate! as Fields;
type Fields = Schema & { properties: Record<string, Schema>; required: string[] };
const retire = (value: object, sunset: string) => Object.assign(value, { deprecated: true, 'x-sunset': sunset });

test('breaks no client of the last release', () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(compareDescriptions(releasedDescription(), fresh(), today)).toEqual([]);
});

test.each<[string, (of: Description) => unknown]>([
  ['nothing', () => undefined],
  ['an endpoint', (of) => (of.paths['/v1/new'] = { get: run(of) })],
  ['an optional parameter', (of) => run(of).parameters!.push({ name: 'more', in: 'query', schema: {} })],
  ['an optional field of a request', (of) => (body(of).properties.note = { type: 'string' })],
  ['a required field of an answer', (of) => status(of).required.push('queue')],
  ['an open value', (of) => (status(of).properties.status!['x-extensible-enum'] = ['paused'])],
  ['a wider bound of a request', (of) => (body(of).properties.idea!.maxLength = 9_000)],
  ['fewer required fields of a request', (of) => (body(of).required = [])],
  ['a narrower answer', (of) => (status(of).properties.runId!.minLength = 1)],
  ['a failure', (of) => (run(of).responses['418'] = { content: {} })],
  ['a media type', (of) => (run(of).responses['200']!.content!['application/cbor'] = {})],
  ['other words', (of) => (body(of).properties.idea!.description = 'Another text')],
  ['a webhook', (of) => (of.webhooks['run.started'] = of.webhooks['webhook.test']!)],
  ['a notice of retirement', (of) => retire(run(of), '2028-06-01')],
])('allows %s', (_, change) => {
  expect(breachesOf(change)).toEqual([]);
});

test.each<[string, (of: Description) => unknown]>([
  ['GET /v1/runs/{id} is gone', (of) => delete of.paths['/v1/runs/{id}']],
  ['GET /v1/runs/{id} changes operationId', (of) => (run(of).operationId = 'readRun')],
  ['GET /v1/runs/{id} changes security', (of) => (run(of).security = [])],
  ['GET /v1/runs/{id} changes x-required-scope', (of) => (run(of)['x-required-scope'] = 'account:read')],
  ['is gone', (of) => runs(of).parameters!.shift()],
  ['?Prefer is required', (of) => (run(of).parameters!.find(({ name }) => name === 'Prefer')!.required = true)],
  ['?limit has maximum 5', (of) => (runs(of).parameters!.find(({ name }) => name === 'limit')!.schema.maximum = 5)],
  ['EvaluationCreate lost the field audience', (of) => delete body(of).properties.audience],
  ['EvaluationCreate requires audience', (of) => body(of).required.push('audience')],
  ['EvaluationCreate/idea has maxLength 100', (of) => (body(of).properties.idea!.maxLength = 100)],
  ['EvaluationCreate/idea has pattern "^a"', (of) => (body(of).properties.idea!.pattern = '^a')],
  ['RunStatus lost the field stage', (of) => delete status(of).properties.stage],
  ['RunStatus may leave runId out', (of) => status(of).required.shift()],
  ['RunStatus/runId changes type', (of) => (status(of).properties.runId!.type = 'integer')],
  ['RunStatus/createdAt changes format', (of) => (status(of).properties.createdAt!.format = 'date')],
  ['errors has maxItems no more', (of) => delete of.components.schemas.ProblemDetails!.properties!.errors!.maxItems],
  ['POST /v1/evaluations never answers 202', (of) => delete create(of).responses['202']],
  ['POST /v1/evaluations may answer 201', (of) => (create(of).responses['201'] = {})],
  [
    'is no application/pdf any more',
    (of) => delete of.paths['/v1/runs/{id}/dossier']!.get!.responses['200']!.content!['application/pdf'],
  ],
  ['200 lost the header ETag', (of) => delete run(of).responses['200']!.headers!.ETag],
  ['answers entitlement_required with 418', (of) => (create(of).responses['418'] = create(of).responses['402']!)],
  [
    '200 is no longer RunStatus',
    (of) => (run(of).responses['200']!.content!['application/json']!.schema!.$ref = '#/components/schemas/Order'),
  ],
  ['securitySchemes changed', (of) => (of.components.securitySchemes = {})],
  ['webhook webhook.test is gone', (of) => delete of.webhooks['webhook.test']],
])('reports that %s', (breach, change) => {
  expect(breachesOf(change).join('\n')).toContain(breach);
});

test('allows a removal on the announced day, not a day earlier', () => {
  const removal = (sunset: string) => {
    const before = fresh();
    retire(run(before), sunset);
    retire(status(before).properties.workflowId!, sunset);
    return breachesOf((of) => {
      delete of.paths['/v1/runs/{id}'];
      delete status(of).properties.workflowId;
    }, before);
  };
  expect(removal('2027-06-01')).toEqual([]);
  expect(removal('2027-06-02')).toEqual(
    expect.arrayContaining(['GET /v1/runs/{id} is gone', 'RunStatus lost the field workflowId']),
  );
});
