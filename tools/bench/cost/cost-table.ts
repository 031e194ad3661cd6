import { RESEARCH_LIMITS } from '../../../contracts/research-limits';
import { writeTask } from '../../../domain/task-message';
import { RESEARCH_MODELS } from '../../../platform/agent-settings';
import { agentDefinition } from '../../../providers/agents/agent-definition';
import { examples } from '../../../stand-ins/agents/samples';
import { ASSUMPTIONS, LOADS, WORK, type Load, type SessionKind, type Work } from './assumptions';
import { sessionCost, type SessionCost, type SessionTexts } from './session-cost';

/** One line of the table: a session, or a whole search. */
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

/** Candidates of a search that are researched at the same time, as SEARCH_PARALLELISM has it. */
const SIDE_BY_SIDE = 10;

/** Tokens of prompt and tools as they are sent. */
export function promptTokens(): { prompt: number; tools: number } {
  const { system, tools } = agentDefinition();
  return { prompt: proseTokens(system), tools: jsonTokens(tools) };
}

/** Rows of the cost table, by list prices and {@link ASSUMPTIONS}. */
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
  const parts = { searches, pages, PDFs: pdfs, corrections: patches, 'corrections as a whole': rewrites };
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

/** Tokens of a document: of paid research the longest of the dossiers that were written by hand. */
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

/** The table as Markdown, with the tokens of prompt and tools, and the assumptions. */
export function costsAsMarkdown(): string {
  const { prompt, tools } = promptTokens();
  const rows = costRows().map(({ what, load, work, model, inputTokens, outputTokens, dollars, minutes }) => [
    what,
    load,
    work,
    model,
    thousands(inputTokens),
    thousands(outputTokens),
    `$${dollars.toFixed(2)}`,
    minutes.toFixed(0),
  ]);
  const assumed = Object.entries(ASSUMPTIONS).map(([name, { value, source }]) => [
    `\`${name}\``,
    String(value),
    source,
  ]);
  return [
    `System prompt ${thousands(prompt)} tokens, tools ${thousands(tools)} tokens.`,
    markdownTable(['session', 'run', 'work', 'model', 'input tokens', 'output tokens', 'cost', 'minutes'], rows),
    markdownTable(['assumption', 'value', 'source'], assumed),
  ].join('\n\n');
}

function thousands(tokens: number): string {
  return tokens >= 1_000_000 ? `${(tokens / 1_000_000).toFixed(1)}M` : `${(tokens / 1_000).toFixed(1)}k`;
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
