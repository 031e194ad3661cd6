import { createCustomer } from '../support/api';
import { playRequest, readCollection } from '../support/bru';
import { useStack } from '../support/use';

const stack = useStack();

const collection = async () =>
  readCollection(await (await fetch(`${stack.api.url}/developers/bruno.zip`)).arrayBuffer());

test('the Bruno collection runs from top to bottom with a test key alone: ids are captured, every assertion holds', async () => {
  const { apiKey } = await createCustomer(stack.db, { mode: 'test', credits: 0 });
  const { folders, requests } = await collection();
  const skips = folders.filter((one) => one.block('script:pre-request').includes('bru.runner.skipRequest()'));
  expect(skips.map(({ folder }) => folder)).toEqual(['by hand']);
  const played = requests.filter(({ folder }) => folder !== 'by hand');
  const variables = new Map([
    ['baseUrl', stack.api.url],
    ['apiKey', apiKey],
  ]);
  const flaws: string[] = [];
  for (let place = 0; place < played.length;) {
    const answer = await playRequest(played[place]!, variables);
    flaws.push(...answer.flaws);
    place = answer.next === null ? place + 1 : played.findIndex(({ name }) => name === answer.next);
  }
  expect(flaws).toEqual([]);
  expect(played.every((request) => request.pairs('assert').some(([path]) => path === 'res.status'))).toBe(true);
  expect(variables.get('runStatus')).toBe('completed');
});

test('what a test key cannot pass is refused in a folder of its own, and what asks for a person is not played', async () => {
  const { requests } = await collection();
  const names = (folder: string) => requests.filter((request) => request.folder === folder).map(({ name }) => name);
  expect(names('refused to a test key')).toEqual(['createEvaluation', 'createEvaluations', 'createSearch']);
  const byHand = names('by hand');
  for (const name of ['createScan', 'completePasswordReset', 'createWithdrawal', 'purchaseOpportunity', 'getOrder']) {
    expect(byHand).toContain(name);
  }
  expect(byHand.filter((name) => /sandbox|run|webhook|account/i.test(name))).toEqual([]);
});
