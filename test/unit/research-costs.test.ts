import * as fc from 'fast-check';
import { reservationOf, sessionLimit } from '../../modules/entitlements/rules';
import { budgetCents, MODEL_PRICES, priceUsage } from '../../vendors/agents/model-prices';

type Usage = Parameters<typeof priceUsage>[0];
const million = 1_000_000;

test.each<[number, object]>([
  [1_230_000, { input_tokens: million, list_cost: { amount: '123', currency: 'USD' } }],
  [2_000_000, { input_tokens: million }],
  [10_000_000, { output_tokens: million }],
  [100_000, { cache_read_input_tokens: million }],
  [2_500_000, { cache_creation: { ephemeral_5m_input_tokens: million } }],
  [4_000_000, { cache_creation: { ephemeral_1h_input_tokens: million } }],
  [30_000, { server_tool_use: { web_search_requests: 3 } }],
  [80_000, { active_seconds: 3600 }],
  [0, {}],
])('computes %i millionths of a dollar for %j', (micros, usage) => {
  const prices = { m: { input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 4 } };
  expect(priceUsage(usage as Usage, 'm', prices).costMicros).toBe(micros);
});

test('prices an unknown model at least as high as any known one', () => {
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

test('rounds a budget down to whole cents, and rejects less than one cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 10 ** 9 }), (micros) => {
      const capped = Number(budgetCents(micros)) * 10_000;
      expect(capped).toBeLessThanOrEqual(micros);
      expect(capped).toBeGreaterThan(micros - 10_000);
    }),
  );
  for (const micros of [0, -1, 9_999]) expect(() => budgetCents(micros)).toThrow(RangeError);
});

test("keeps a run's sessions within its reservation, each with at least a cent", () => {
  const limits = { runBudgetMicros: 10_000_000, candidateBudgetMicros: 5_000_000 };
  const search = { kind: 'custom_search', progressTotal: 10 } as const;
  expect(reservationOf({ kind: 'idea_check', progressTotal: 3 }, limits)).toEqual({ mostCents: 1_000, leastCents: 1 });
  expect(reservationOf(search, limits)).toEqual({ mostCents: 6_000, leastCents: 12 });
  for (let reservedCents = 12; reservedCents <= 9_000; reservedCents += 7) {
    const limitOf = (name: keyof typeof limits) => sessionLimit(name, { ...search, reservedCents }, limits);
    const [plan, candidate] = [limitOf('runBudgetMicros'), limitOf('candidateBudgetMicros')];
    expect(plan + 10 * candidate).toBeLessThanOrEqual(reservedCents * 10_000);
    expect(Math.min(plan, candidate)).toBeGreaterThanOrEqual(10_000);
    expect([plan, candidate].join() === '10000000,5000000').toBe(reservedCents >= 6_000);
  }
});
