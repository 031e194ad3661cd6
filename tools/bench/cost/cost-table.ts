import { RESEARCH_MODELS } from '../../../base/agent-settings';
import { RESEARCH_LIMITS } from '../../../base/research-limits';
import { writeTask } from '../../../modules/findings/task-message';
import { examples } from '../../../stand-ins/agents/samples';
import { agentDefinition, MAX_PAGE_TOKENS } from '../../../vendors/agents/agent-definition';
import { MODEL_PRICES, priceUsage } from '../../../vendors/agents/model-prices';
import { ASSUMPTIONS, LOADS, WORK, TOKENS_PER_SECOND, type Load, type SessionKind, type Work } from './assumptions';

/** One row of the table: a session, or a whole search. */
export interface CostRow extends SessionCost {
  what: string;
  load: Load;
  work: string;
  model: string;
}

const MODELS: Record<SessionKind, string> = {
  scan: RESEARCH_MODELS.scan,
  ideaCheck: RESEARCH_MODELS.research,
  plan: RESEARCH_MODELS.research,
  candidate: RESEARCH_MODELS.candidate,
};

const WORDS: Record<SessionKind, string> = {
  scan: 'free scan',
  ideaCheck: 'Idea Check',
  plan: 'plan of a search',
  candidate: 'candidate of a search',
};

const BRIEFS = {
  scan: { scannedIdea: 'A letter for 200 characters of idea. '.repeat(5) },
  ideaCheck: { idea: 'A letter for 600 characters of idea. '.repeat(16), audience: null, geography: null },
  plan: { operatorProfile: 'Who the operator is. '.repeat(30), expertise: ['roofing', 'bids'], candidateCount: 25 },
  candidate: { idea: 'A letter for 600 characters of idea. '.repeat(16), audience: null, geography: null },
};

/** How many of a search's candidates may be researched at once. */
const SIDE_BY_SIDE = 10;

/** Estimated tokens of the system prompt and the tool definitions. */
export function promptTokens(): { prompt: number; tools: number } {
  const { system, tools } = agentDefinition();
  return { prompt: proseTokens(system), tools: jsonTokens(tools) };
}

export function costRows(): CostRow[] {
  const rowsOf = (kind: SessionKind) => LOADS.map((load) => rowOf(kind, load));
  return [
    ...rowsOf('scan'),
    ...rowsOf('ideaCheck'),
    ...rowsOf('plan'),
    ...rowsOf('candidate'),
    ...LOADS.map((load) => searchRow(rowOf('plan', load), rowOf('candidate', load))),
  ];
}

function rowOf(kind: SessionKind, load: Load): CostRow {
  const model = MODELS[kind];
  const work = inWords(WORK[kind][load]);
  return { what: WORDS[kind], load, work, model, ...sessionCost(WORK[kind][load], textsOf(kind), model) };
}

function inWords({ searches, pages, pdfs, patches, rewrites }: Work): string {
  const parts = { searches, pages, PDFs: pdfs, corrections: patches, 'full corrections': rewrites };
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/s\b/u, '') : name}`)
    .join(', ');
}

function searchRow(plan: CostRow, candidate: CostRow): CostRow {
  const { candidates } = RESEARCH_LIMITS.search;
  const whole = (figure: keyof SessionCost) => plan[figure] + candidates * candidate[figure];
  return {
    what: `search of ${candidates}`,
    load: plan.load,
    work: `plan and ${candidates} candidates, ${SIDE_BY_SIDE} at a time`,
    model: '–',
    inputTokens: whole('inputTokens'),
    outputTokens: whole('outputTokens'),
    dollars: whole('dollars'),
    minutes: plan.minutes + Math.ceil(candidates / SIDE_BY_SIDE) * candidate.minutes,
  };
}

function textsOf(kind: SessionKind): SessionTexts {
  const { prompt, tools } = promptTokens();
  const means = { budgetMicros: 8_000_000, until: new Date(0) };
  const task = proseTokens(writeTask(BRIEFS[kind], new Date(0), means));
  return { fixed: prompt + tools + ASSUMPTIONS.harnessTokens.value + task, document: DOCUMENTS[kind]() };
}

/** Estimated tokens of a session's document. Paid research uses the longest handwritten dossier. */
const DOCUMENTS: Record<SessionKind, () => number> = {
  scan: () => 3_500,
  ideaCheck: longestExample,
  plan: () => 6_500,
  candidate: longestExample,
};

function longestExample(): number {
  return Math.max(...examples().map(({ submission }) => jsonTokens(submission)));
}

function proseTokens(text: string): number {
  return Math.round(text.length / ASSUMPTIONS.charactersPerToken.value);
}

function jsonTokens(value: unknown): number {
  return Math.round(JSON.stringify(value).length / ASSUMPTIONS.jsonCharactersPerToken.value);
}

/** Renders the table in docs/costs.md: typical and heavy sessions. */
export function costsAsMarkdown(): string {
  const rows = costRows()
    .filter(({ load }) => load !== 'light')
    .map(({ what, load, work, model, dollars, minutes }) => [
      `${what}, ${load}`,
      work,
      model,
      `$${dollars.toFixed(2)}`,
      minutes.toFixed(0),
    ]);
  return markdownTable(['session', 'work', 'model', 'cost', 'minutes'], rows);
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Tokens that a session starts with, and tokens of the document that it submits. */
export interface SessionTexts {
  /** System prompt, tools, task, and the vendor's additions. */
  fixed: number;
  document: number;
}

export interface SessionCost {
  inputTokens: number;
  outputTokens: number;
  dollars: number;
  minutes: number;
}

/** One request of the agent's loop: new context, output, and the time until the next request. */
interface Request {
  added: number;
  output: number;
  afterSeconds: number;
}

const { callsAtOnce, cacheSeconds, firstTokenSeconds, toolSeconds, searchTokens } = valuesOf(ASSUMPTIONS);
const { patchTokens, correctionThinking, flawTokens } = valuesOf(ASSUMPTIONS);

/** Cost of a session at list prices. Each request reads the cached context and writes new context. */
export function sessionCost(work: Work, texts: SessionTexts, model: string): SessionCost {
  const tokensPerSecond = TOKENS_PER_SECOND[model];
  if (!MODEL_PRICES[model] || !tokensPerSecond) throw new Error(`No price or speed is known for ${model}`);
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
    // A cache entry's lifetime starts with the last request that used it.
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
  const submission = {
    added: found / rounds,
    output: work.documentThinking + texts.document,
    afterSeconds: checkSeconds,
  };
  const correction = { added: flawTokens, afterSeconds: checkSeconds };
  const rewrite = { ...correction, output: correctionThinking + texts.document };
  const patch = { ...correction, output: correctionThinking + patchTokens };
  return [
    ...research,
    submission,
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
