import * as fc from 'fast-check';
import { reservationOf, sessionLimit } from '../../domain/run-budgets';
import { DEFAULT_MODEL } from '../../providers/agents/agent-definition';
import { budgetCents, MODEL_PRICES, priceUsage } from '../../providers/agents/model-prices';

describe('model prices', () => {
  type Usage = Parameters<typeof priceUsage>[0];
  const million = 1_000_000;

  test('prices the default model', () => {
    expect(MODEL_PRICES[DEFAULT_MODEL]).toBeDefined();
    for (const price of Object.values(MODEL_PRICES)) {
      expect(Math.min(...Object.values(price))).toBeGreaterThan(0);
      expect(price.cacheRead).toBeLessThan(price.input);
      expect(price.output).toBeGreaterThan(price.input);
    }
  });

  test("takes the provider's own cost", () => {
    const usage = { input_tokens: million, list_cost: { amount: '123', currency: 'USD' } } as Usage;
    expect(priceUsage(usage, DEFAULT_MODEL).costMicros).toBe(1_230_000);
  });

  test('prices tokens, searches and running time without it', () => {
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

  test('prices an unknown model no lower than any known one', () => {
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

  test('rounds a budget down to whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 10 ** 9 }), (micros) => {
        const capped = Number(budgetCents(micros)) * 10_000;
        expect(capped).toBeLessThanOrEqual(micros);
        expect(capped).toBeGreaterThan(micros - 10_000);
      }),
    );
  });

  test.each([0, -1, 9_999])('refuses a budget of %d millionths', (micros) => {
    expect(() => budgetCents(micros)).toThrow(RangeError);
  });
});

describe('budget of a run', () => {
  const LIMITS = { runBudgetMicros: 10_000_000, candidateBudgetMicros: 5_000_000 };
  const CHECK = { kind: 'idea_check', progressTotal: 3 } as const;
  const SEARCH = { kind: 'custom_search', progressTotal: 10 } as const;

  const together = (reservedCents: number) =>
    sessionLimit('runBudgetMicros', { ...SEARCH, reservedCents }, LIMITS) +
    10 * sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS);

  test('a run reserves what all its sessions may cost', () => {
    expect(reservationOf(CHECK, LIMITS)).toEqual({ mostCents: 1_000, leastCents: 1 });
    expect(reservationOf(SEARCH, LIMITS)).toEqual({ mostCents: 6_000, leastCents: 12 });
  });

  test('sessions get their own limits when everything is reserved', () => {
    for (const reservedCents of [6_000, 9_000]) {
      expect(sessionLimit('runBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBe(10_000_000);
      expect(sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBe(5_000_000);
    }
  });

  test('sessions never exceed the reservation together', () => {
    for (let reservedCents = 12; reservedCents <= 6_000; reservedCents += 7) {
      expect(together(reservedCents)).toBeLessThanOrEqual(reservedCents * 10_000);
      expect(sessionLimit('candidateBudgetMicros', { ...SEARCH, reservedCents }, LIMITS)).toBeGreaterThanOrEqual(
        10_000,
      );
    }
    expect(sessionLimit('runBudgetMicros', { ...CHECK, reservedCents: 1 }, LIMITS)).toBe(10_000);
  });
});
