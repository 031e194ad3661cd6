import { MAX_PAGE_TOKENS } from '../../../providers/agents/agent-definition';
import { MODEL_PRICES, priceUsage } from '../../../providers/agents/model-prices';
import { ASSUMPTIONS, TOKENS_PER_SECOND, type Work } from './assumptions';

/** What a session starts with and hands in, in tokens. */
export interface SessionTexts {
  /** System prompt, tools and task, with what the vendor adds. */
  fixed: number;
  /** The whole document. */
  document: number;
}

/** Tokens, dollars and minutes of one session. */
export interface SessionCost {
  inputTokens: number;
  outputTokens: number;
  dollars: number;
  minutes: number;
}

/** One request of the agent's loop: what is new in its context, what it writes, and the time until its successor. */
interface Request {
  added: number;
  output: number;
  afterSeconds: number;
}

const { callsAtOnce, cacheSeconds, firstTokenSeconds, toolSeconds, searchTokens } = valuesOf(ASSUMPTIONS);
const { patchTokens, correctionThinking, flawTokens } = valuesOf(ASSUMPTIONS);

/** Cost of a session by list prices, request by request: a request reads what the cache still has, and writes the rest. */
export function sessionCost(work: Work, texts: SessionTexts, model: string): SessionCost {
  const tokensPerSecond = TOKENS_PER_SECOND[model];
  if (!MODEL_PRICES[model] || !tokensPerSecond) throw new Error(`Nothing is known of what ${model} costs and takes`);
  let context = texts.fixed;
  let [written, read, output, seconds] = [0, 0, 0, 0];
  let cached = 0;
  for (const request of requestsOf(work, texts)) {
    context += request.added;
    read += cached;
    written += context - cached;
    output += request.output;
    const lasts = firstTokenSeconds + request.output / tokensPerSecond + request.afterSeconds;
    seconds += lasts;
    // A cache lives from the beginning of the request that used it.
    cached = lasts < cacheSeconds ? context : 0;
    context += request.output;
  }
  const usage = {
    cache_creation: { ephemeral_5m_input_tokens: written },
    cache_read_input_tokens: read,
    output_tokens: output,
    server_tool_use: { web_search_requests: work.searches, web_fetch_requests: work.pages + work.pdfs },
    active_seconds: seconds,
  };
  const { costMicros, inputTokens, outputTokens } = priceUsage(usage, model);
  return { inputTokens, outputTokens, dollars: costMicros / 1_000_000, minutes: seconds / 60 };
}

function requestsOf(work: Work, texts: SessionTexts): Request[] {
  const calls = work.searches + work.pages + work.pdfs;
  const found =
    work.searches * searchTokens + work.pages * Math.min(work.pageTokens, MAX_PAGE_TOKENS) + work.pdfs * work.pdfTokens;
  const rounds = Math.max(1, Math.ceil(calls / callsAtOnce));
  const research = Array.from({ length: rounds }, (_, i) => ({
    added: i === 0 ? 0 : found / rounds,
    output: work.stepThinking + callsAtOnce * 60,
    afterSeconds: toolSeconds,
  }));
  const { checkSeconds } = work;
  const handIn = { added: found / rounds, output: work.documentThinking + texts.document, afterSeconds: checkSeconds };
  const correction = { added: flawTokens, afterSeconds: checkSeconds };
  const rewrite = { ...correction, output: correctionThinking + texts.document };
  const patch = { ...correction, output: correctionThinking + patchTokens };
  return [
    ...research,
    handIn,
    ...Array.from({ length: work.rewrites }, () => rewrite),
    ...Array.from({ length: work.patches }, () => patch),
    { added: 30, output: 20, afterSeconds: 0 },
  ];
}

function valuesOf<Name extends string>(assumptions: Record<Name, { value: number }>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries<{ value: number }>(assumptions).map(([name, { value }]) => [name, value]),
  ) as Record<Name, number>;
}
