import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { answerCheck } from '../../http/validation';
import { Findings } from '../../contracts/findings';
import { Portfolio } from '../../contracts/portfolio';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

const stack = useStack();

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
  // The findings of the run repeat them.
  expect(candidates.filter((row) => row.findings ?? row.submission)).toEqual([]);
  const cost = candidates.reduce((sum, { costMicros }) => sum + costMicros!, 0);
  expect(run.cost!.amountMicros).toBeGreaterThan(cost);
  expect(
    await eventually('the owner is notified', () => stack.mails.find((sent) => sent.text.includes(runId))),
  ).toBeTruthy();
});

test('Temporal takes each saved view of the documents', async () => {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8');
  const section = text.slice(
    text.indexOf('Save these in Temporal Web:'),
    text.indexOf('The heartbeat of `followSession`'),
  );
  const queries = [...section.matchAll(/^\| [A-Z].*?\| `(.+?)` +\|$/gm)].map(([, query]) => query!);
  expect(queries.length).toBeGreaterThan(8);
  for (const query of queries) {
    expect({ query, count: (await stack.temporal.workflow.count(query)).count }).toEqual({
      query,
      count: expect.any(Number) as number,
    });
  }
});

test('an operator who asks Temporal for the workflows of an account or a run finds a search with its candidates', async () => {
  const runId = await stack.search({ candidateCount: 3 });
  await stack.finished(runId);
  const found = async (query: string) => {
    const ids: string[] = [];
    for await (const { workflowId } of stack.temporal.workflow.list({ query })) ids.push(workflowId);
    return ids.filter((id) => id.includes(runId)).sort();
  };
  const family = ['c1', 'c2', 'c3'].map((candidateId) => `candidate/${runId}/${candidateId}`).concat(`search/${runId}`);

  const ofRun = `${SEARCH_ATTRIBUTES.runId.name} = '${runId}'`;
  const ofAccount =
    `${SEARCH_ATTRIBUTES.accountId.name} = '${stack.customer.accountId}' AND ` +
    `${SEARCH_ATTRIBUTES.kind.name} = 'custom_search' AND ${SEARCH_ATTRIBUTES.mode.name} = 'live'`;
  for (const query of [ofRun, ofAccount]) {
    await eventually(`they are listed by ${query}`, async () => (await found(query)).length >= family.length);
    expect(await found(query)).toEqual(family);
  }
});
