import { call, createEvaluation, IDEA } from '../support/api';
import { useStack } from '../support/use';

const stack = useStack({ stepMs: 0, activities: { dossierLanguage: 'fr' } });
const LINE = /^Write all texts in (\w+)\.$/mu;
const wordOf = ({ task }: { task: string }) => LINE.exec(task)?.[1];

test('agents are told the language that a run asks for, those of a plan and of its candidates too, else that of the deployment', async () => {
  const asked = { key: stack.customer.apiKey, body: { idea: IDEA, language: 'de' } };
  const headers = { 'idempotency-key': 'in-german' };
  const { body } = await call<{ runId: string }>(stack.api, 'POST', '/v1/evaluations', { ...asked, headers });
  const searchId = await stack.search({ candidateCount: 3, language: 'it' });
  const plainId = await stack.create();
  for (const runId of [body.runId, searchId, plainId])
    expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });
  expect((await stack.agents.sessionsOf(body.runId)).map(wordOf)).toEqual(['German']);
  expect((await stack.agents.sessionsOf(searchId)).map(wordOf)).toEqual(['Italian']);
  expect((await stack.agents.sessionsBelow(searchId)).map(wordOf)).toEqual(['Italian', 'Italian', 'Italian']);
  expect((await stack.agents.sessionsOf(plainId)).map(wordOf)).toEqual(['French']);
});

test('a language that agents do not write is refused by its name', async () => {
  const { status, body } = await createEvaluation(stack.api, stack.customer, 'in-latin', {
    idea: IDEA,
    language: 'la',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ pointer: '/language' }] });
});
