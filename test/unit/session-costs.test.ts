import { DEFAULT_BUDGETS, RESEARCH_LIMITS } from '../../base/research-limits';
import { WORK, type Load } from '../../tools/bench/cost/assumptions';
import { costRows, promptTokens, sessionCost } from '../../tools/bench/cost/cost-table';
import { MODEL_PRICES } from '../../vendors/agents/model-prices';

const row = (what: string, load: Load) => costRows().find((each) => each.what === what && each.load === load)!;
const { ideaCheck, search } = RESEARCH_LIMITS;

test.each(['typical', 'heavy'] as const)('a %s Idea Check stays within its dollars and minutes', (load) => {
  const { dollars, minutes } = row('Idea Check', load);
  expect(dollars).toBeLessThanOrEqual(ideaCheck[load].dollars);
  expect(minutes).toBeLessThanOrEqual(ideaCheck[load].minutes);
});

test('a search of 25 stays within its dollars, however heavy its sessions are', () => {
  expect(row('search of 25', 'heavy').dollars).toBeLessThanOrEqual(search.dollars);
  expect(DEFAULT_BUDGETS.run + search.candidates * DEFAULT_BUDGETS.candidate).toBeLessThanOrEqual(search.dollars);
});

test('a heavy session of each kind fits into its default budget', () => {
  expect(row('free scan', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.scan);
  expect(row('plan of a search', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.run);
  expect(row('candidate of a search', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.candidate);
});

test('prompt and tools together have 16,000 tokens at most', () => {
  const { prompt, tools } = promptTokens();
  expect(prompt + tools).toBeLessThanOrEqual(16_000);
});

test('what a cache still has is read, what it lost is paid for again', () => {
  const model = 'claude-opus-5-5';
  const { cacheRead, cacheWrite5m } = MODEL_PRICES[model]!;
  const work = { ...WORK.scan.light, searches: 0, pages: 0, documentThinking: 0 };
  const costOf = (checkSeconds: number) =>
    sessionCost({ ...work, checkSeconds }, { fixed: 1_000_000, document: 0 }, model);
  const [warm, cold] = [costOf(0), costOf(300)];
  expect(cold.inputTokens).toBe(warm.inputTokens);
  const running = (300 / 3600) * 0.08;
  expect(cold.dollars - warm.dollars - running).toBeCloseTo(cacheWrite5m - cacheRead, 2);
});
