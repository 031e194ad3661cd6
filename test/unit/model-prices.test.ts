import * as fc from 'fast-check';
import { DEFAULT_MODEL } from '../../providers/agents/agent-definition';
import { budgetCents, MODEL_PRICES, priceUsage } from '../../providers/agents/model-prices';

type Usage = Parameters<typeof priceUsage>[0];
const million = 1_000_000;

test('the default model has a price, and no model reads or writes below zero', () => {
  expect(MODEL_PRICES[DEFAULT_MODEL]).toBeDefined();
  for (const price of Object.values(MODEL_PRICES)) {
    expect(Math.min(...Object.values(price))).toBeGreaterThan(0);
    expect(price.cacheRead).toBeLessThan(price.input);
    expect(price.output).toBeGreaterThan(price.input);
  }
});

test("the provider's own list cost is taken as it is", () => {
  const usage = { input_tokens: million, list_cost: { amount: '123', currency: 'USD' } } as Usage;
  expect(priceUsage(usage, DEFAULT_MODEL).costMicros).toBe(1_230_000);
});

test('without a list cost each kind of token, search and running second is priced', () => {
  const prices = { m: { input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 4 } };
  const cost = (usage: unknown) => priceUsage(usage as Usage, 'm', prices).costMicros;
  expect(cost({ input_tokens: million })).toBe(2_000_000);
  expect(cost({ output_tokens: million })).toBe(10_000_000);
  expect(cost({ cache_read_input_tokens: million })).toBe(100_000);
  expect(cost({ cache_creation: { ephemeral_5m_input_tokens: million } })).toBe(2_500_000);
  expect(cost({ cache_creation: { ephemeral_1h_input_tokens: million } })).toBe(4_000_000);
  expect(cost({ server_tool_use: { web_search_requests: 3 } })).toBe(30_000);
  expect(cost({ active_seconds: 3600 })).toBe(80_000);
  expect(cost({})).toBe(0);
});

test('input tokens count cached ones too', () => {
  const usage = {
    input_tokens: 1,
    output_tokens: 9,
    cache_read_input_tokens: 10,
    cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 1000 },
  } as Usage;
  expect(priceUsage(usage, DEFAULT_MODEL)).toMatchObject({ inputTokens: 1111, outputTokens: 9 });
});

test('a model without a price costs at least as much as the dearest that has one, and whole millionths', () => {
  const tokens = fc.nat(million);
  fc.assert(
    fc.property(tokens, tokens, tokens, (input_tokens, output_tokens, cache_read_input_tokens) => {
      const usage = { input_tokens, output_tokens, cache_read_input_tokens } as Usage;
      const unknown = priceUsage(usage, 'claude-unheard-of').costMicros;
      expect(Number.isInteger(unknown)).toBe(true);
      for (const model of Object.keys(MODEL_PRICES)) {
        expect(unknown).toBeGreaterThanOrEqual(priceUsage(usage, model).costMicros);
      }
    }),
  );
});

test('a budget in cents is never above what was asked for and at most a cent below', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 10 ** 9 }), (micros) => {
      const capped = Number(budgetCents(micros)) * 10_000;
      expect(capped).toBeLessThanOrEqual(micros);
      expect(capped).toBeGreaterThan(micros - 10_000);
    }),
  );
});

test.each([0, -1, 9_999])('a budget of %d millionths is refused: the provider cannot cap below one cent', (micros) => {
  expect(() => budgetCents(micros)).toThrow(RangeError);
});
