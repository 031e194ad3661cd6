import { answerCheck } from '../../api/validation';
import { Findings } from '../../contracts/findings';
import { Portfolio } from '../../contracts/portfolio';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const get = <T>(path: string) => call<T>(stack.api, 'GET', path, { key: stack.customer.apiKey });

test('a search goes from queue to portfolio: plan, candidates, ranking, documents, cost, mail', async () => {
  const runId = await stack.search({ candidateCount: 5 });

  const run = await stack.finished(runId);

  expect(run).toMatchObject({
    kind: 'custom_search',
    status: 'completed',
    stage: 'done',
    progress: { done: 5, total: 5 },
    workflowId: `search/${runId}`,
    failure: null,
  });
  const findings = await get<Findings>(run.links.findings);
  expect(answerCheck(Findings)(findings.body)).toBeNull();
  const portfolio = await get<Portfolio>(run.links.portfolio!);
  expect(answerCheck(Portfolio)(portfolio.body)).toBeNull();
  expect(portfolio.body.ranking.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(portfolio.body.excluded).toEqual([]);
  expect(findings.body.candidates!.map(({ candidateId }) => candidateId)).toEqual(
    portfolio.body.ranking.map(({ candidateId }) => candidateId),
  );
  const pdf = await get(`${run.links.dossier}?format=pdf`);
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  expect((await get(run.links.export)).status).toBe(200);
  const candidates = await stack.db.prisma.candidate.findMany({ where: { runId } });
  const cost = candidates.reduce((sum, { costMicros }) => sum + costMicros!, 0);
  expect(run.cost!.amountMicros).toBeGreaterThan(cost);
  expect(
    await eventually('the owner is told', () => stack.mails.find((sent) => sent.text.includes(runId))),
  ).toBeTruthy();
});
