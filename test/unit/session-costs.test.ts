import { DEFAULT_BUDGETS, RESEARCH_LIMITS } from '../../base/research-limits';
import { WORK, type Load } from '../../tools/bench/cost/assumptions';
import { costRows, promptTokens, sessionCost } from '../../tools/bench/cost/cost-table';
import { MODEL_PRICES } from '../../vendors/agents/model-prices';

const row = (what: string, load: Load) => costRows().find((each) => each.what === what && each.load === load)!;
const { ideaCheck, search } = RESEARCH_LIMITS;

test.each(['typical', 'heavy'] as const)('keeps a %s Idea Check within its limits of dollars and minutes', (load) => {
  const { dollars, minutes } = row('Idea Check', load);
  expect(dollars).toBeLessThanOrEqual(ideaCheck[load].dollars);
  expect(minutes).toBeLessThanOrEqual(ideaCheck[load].minutes);
});

test('keeps a search of 25 within its dollar limit, however heavy its sessions', () => {
  expect(row('search of 25', 'heavy').dollars).toBeLessThanOrEqual(search.dollars);
  expect(DEFAULT_BUDGETS.run + search.candidates * DEFAULT_BUDGETS.candidate).toBeLessThanOrEqual(search.dollars);
});

test('fits a heavy session of each kind into its default budget', () => {
  expect(row('free scan', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.scan);
  expect(row('plan of a search', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.run);
  expect(row('candidate of a search', 'heavy').dollars).toBeLessThanOrEqual(DEFAULT_BUDGETS.candidate);
});

test('keeps prompt and tools within 16,000 tokens', () => {
  const { prompt, tools } = promptTokens();
  expect(prompt + tools).toBeLessThanOrEqual(16_000);
});

test('charges a cache read for cached tokens, and a new write for expired ones', () => {
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
