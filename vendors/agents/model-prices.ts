import type { BetaManagedAgentsSessionUsage } from '@anthropic-ai/sdk/resources/beta/sessions/sessions';
import type { SessionSpend } from '../../modules/findings/contract/agents';

/** List prices of one model in US dollars per million tokens. This equals millionths of a dollar per token. */
interface ModelPrice {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
}

/**
 * Public list prices of November 2026 (platform.claude.com/docs/en/about-claude/pricing), used if the provider reports
 * no cost. The price of Haiku 5.5 depends on the prompt length; the highest is listed.
 */
export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = {
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite5m: 5, cacheWrite1h: 8 },
  'claude-opus-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 4 },
  'claude-haiku-5-5': { input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite5m: 0.625, cacheWrite1h: 1 },
};

/** Price of unlisted models. It may overstate the cost, but never understates it. */
const MOST_EXPENSIVE: ModelPrice = { input: 10, output: 50, cacheRead: 1, cacheWrite5m: 12.5, cacheWrite1h: 20 };

/** Price of a model. Unlisted models get the price of the most expensive model. */
export const priceOf = (model: string, prices = MODEL_PRICES): ModelPrice => prices[model] ?? MOST_EXPENSIVE;

const MICROS_A_SEARCH = 10_000;
/** USD 0.08 per hour of running time; waiting is free (same source as the prices above). */
const MICROS_A_RUNNING_SECOND = 80_000 / 3600;
const MICROS_A_CENT = 10_000;

/** Cost in millionths of a dollar: as reported by the provider, otherwise computed from usage at list prices. */
export function priceUsage(usage: BetaManagedAgentsSessionUsage, model: string, prices = MODEL_PRICES): SessionSpend {
  const price = priceOf(model, prices);
  const input = usage.input_tokens ?? 0;
  const output = usage.output_tokens ?? 0;
  const cacheRead = usage.cache_read_input_tokens ?? 0;
  const write5m = usage.cache_creation?.ephemeral_5m_input_tokens ?? 0;
  const write1h = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  const calculated =
    input * price.input +
    output * price.output +
    cacheRead * price.cacheRead +
    write5m * price.cacheWrite5m +
    write1h * price.cacheWrite1h +
    (usage.server_tool_use?.web_search_requests ?? 0) * MICROS_A_SEARCH +
    (usage.active_seconds ?? 0) * MICROS_A_RUNNING_SECOND;
  return {
    costMicros: usage.list_cost ? Number(usage.list_cost.amount) * MICROS_A_CENT : Math.ceil(calculated),
    inputTokens: input + cacheRead + write5m + write1h,
    outputTokens: output,
  };
}

/** A budget in whole cents, the provider's unit, rounded down. @throws RangeError below the minimum of one cent */
export function budgetCents(budgetMicros: number): string {
  const cents = Math.floor(budgetMicros / MICROS_A_CENT);
  if (cents < 1) throw new RangeError(`A session budget must be at least ${MICROS_A_CENT} micros, not ${budgetMicros}`);
  return String(cents);
}
