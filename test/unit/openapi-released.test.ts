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
const create = (of: Description) => of.paths['/v1/evaluations']!.post!;
const status = ({ components }: Description) => components.schemas.RunStatus! as Fields;
const body = ({ components }: Description) => components.schemas.EvaluationCreate! as Fields;
type Fields = Schema & { properties: Record<string, Schema>; required: string[] };
const retire = (value: object, sunset: string) => Object.assign(value, { deprecated: true, 'x-sunset': sunset });

test('does not break clients of the last release', () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(compareDescriptions(releasedDescription(), fresh(), today)).toEqual([]);
});

test.each<[string, (of: Description) => unknown]>([
  ['GET /v1/runs/{id} is gone', (of) => delete of.paths['/v1/runs/{id}']],
  ['?Prefer is required', (of) => (run(of).parameters!.find(({ name }) => name === 'Prefer')!.required = true)],
  ['EvaluationCreate requires audience', (of) => body(of).required.push('audience')],
  ['EvaluationCreate/idea has pattern "^a"', (of) => (body(of).properties.idea!.pattern = '^a')],
  ['RunStatus lost the field stage', (of) => delete status(of).properties.stage],
  ['RunStatus may leave runId out', (of) => status(of).required.shift()],
  ['POST /v1/evaluations never answers 202', (of) => delete create(of).responses['202']],
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

test('allows a removal on the announced day, but not a day earlier', () => {
  const removal = (sunset: string) => {
    const before = fresh();
    retire(run(before), sunset);
    retire(before.paths['/v1/runs/{id}']!.delete!, sunset);
    retire(status(before).properties.workflowId!, sunset);
    return breachesOf((of) => {
      delete of.paths['/v1/runs/{id}']!.get;
      delete status(of).properties.workflowId;
    }, before);
  };
  expect(removal('2027-06-01')).toEqual([]);
  expect(removal('2027-06-02')).toEqual(
    expect.arrayContaining(['GET /v1/runs/{id} is gone', 'RunStatus lost the field workflowId']),
  );
});

test('accepts a new constant that the released description already required in words', () => {
  const breaches = (words: string) => {
    const before = fresh();
    body(before).properties.consent = { type: 'boolean', description: words };
    return breachesOf((of) => (body(of).properties.consent!.const = true), before);
  };
  expect(breaches('I agree. Must be `true`.')).toEqual([]);
  for (const words of ['I agree.', 'Must be `false`.'])
    expect(breaches(words)).toEqual(['EvaluationCreate/consent has const true']);
});
