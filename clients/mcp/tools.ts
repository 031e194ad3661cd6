import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z, type ZodRawShape } from 'zod';
import { NoiError, type Client, type Run, type RunCreated, type RunStatus } from '../typescript/src/index';
import { answer, failed } from './answers';

/** Tool of the server. */
interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ZodRawShape;
  annotations: ToolAnnotations;
  run: (args: Record<string, unknown>, extra: { signal: AbortSignal }) => Promise<CallToolResult>;
}

const PRICE = 'Costs one credit of the account, spent when the run starts and given back where it fails on our side.';
const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };
const PAYS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** Clients of MCP give up a call after a minute, so one of ours answers before. */
const MOST_WAIT_SECONDS = 50;

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe('New for each request that the user wants; the same one to repeat it, which then costs nothing more.');
const runId = z.string().describe('Id of a run, as check_idea or start_search gave it.');

/** Tools over a client. */
export function tools(noi: Client): Tool[] {
  return [
    tool({
      name: 'check_idea',
      title: 'Check a newsletter idea',
      description: `Starts an Idea Check: agents research one newsletter idea and judge it. ${PRICE} Takes minutes; answers at once with a runId for wait_for_run. Ask the user before spending a credit.`,
      inputSchema: {
        idea: z.string().min(10).max(4000).describe('The idea in the words of the user.'),
        audience: z.string().max(500).optional().describe('Who it is for.'),
        geography: z.string().max(120).optional().describe('Where they are.'),
        idempotencyKey,
      },
      annotations: PAYS,
      run: async ({ idempotencyKey: key, idea, audience, geography }, { signal }) =>
        started(
          await noi.runs.createEvaluation(
            { idea, ...(audience && { audience }), ...(geography && { geography }) },
            { idempotencyKey: key, signal },
          ),
        ),
    }),
    tool({
      name: 'start_search',
      title: 'Search for newsletter ideas',
      description: `Starts a Custom Search: agents plan, research and rank newsletter ideas for one operator. ${PRICE} Can take hours; answers at once with a runId for wait_for_run. Ask the user before spending a credit.`,
      inputSchema: {
        operatorProfile: z.string().min(10).max(4000).describe('Who would run it: experience, time, means, reach.'),
        expertise: z.array(z.string().min(2).max(80)).min(1).max(20).describe('What the operator knows.'),
        candidateCount: z.number().int().min(3).max(25).optional().describe('How many ideas; default 10.'),
        idempotencyKey,
      },
      annotations: PAYS,
      run: async ({ idempotencyKey: key, operatorProfile, expertise, candidateCount }, { signal }) =>
        started(
          await noi.runs.createSearch(
            { operatorProfile, expertise, ...(candidateCount && { candidateCount }) },
            { idempotencyKey: key, signal },
          ),
        ),
    }),
    tool({
      name: 'wait_for_run',
      title: 'Wait for a run',
      description:
        'Waits until a run changes its status or ends, and answers with its state. Costs nothing. Call it again while the run is under way; the run goes on without it.',
      inputSchema: {
        runId,
        seconds: z.number().int().min(0).max(MOST_WAIT_SECONDS).default(30).describe('How long to wait at most.'),
      },
      annotations: READS,
      run: async ({ runId: id, seconds }, { signal }) => {
        const run = seconds === 0 ? await noi.runs.get(id, { signal }) : await waited(noi, id, seconds * 1_000, signal);
        return answer(plain(run), nextStep(run));
      },
    }),
    tool({
      name: 'get_findings',
      title: 'Get findings',
      description:
        'Findings of a completed run: verdict, seven dimensions, evidence with sources, risks. Of a search also the ranking (portfolio). Costs nothing.',
      inputSchema: { runId },
      annotations: READS,
      run: async ({ runId: id }, { signal }) => {
        const run = await noi.runs.get(id, { signal });
        const findings = await run.findings({ signal });
        if (run.links.portfolio === null) return answer({ findings });
        return answer({ findings, portfolio: await run.portfolio({ signal }) });
      },
    }),
    tool({
      name: 'list_opportunities',
      title: 'List researched opportunities',
      description:
        'Researched newsletter opportunities that can be bought, newest first, with prices in minor units. Costs nothing; buying is done by the user on the website.',
      inputSchema: {
        limit: z.number().int().min(1).max(100).default(20).describe('How many.'),
        cursor: z.string().optional().describe('nextCursor of the page before.'),
      },
      annotations: READS,
      run: async ({ limit, cursor }, { signal }) =>
        answer(await noi.opportunities.list({ limit, ...(cursor && { cursor }) }, { signal })),
    }),
    tool({
      name: 'get_usage',
      title: 'Get credits and usage',
      description: 'Credits that are left by kind, runs, budget and cost of the current month. Costs nothing.',
      inputSchema: {},
      annotations: READS,
      run: async (_args, { signal }) => answer(await noi.usage({ signal })),
    }),
  ];
}

/** Checks the types of a tool's arguments and turns its failures into errors of the tool. */
function tool<Shape extends ZodRawShape>(
  spec: Omit<Tool, 'inputSchema' | 'run'> & {
    inputSchema: Shape;
    run: (args: z.infer<z.ZodObject<Shape>>, extra: { signal: AbortSignal }) => Promise<CallToolResult>;
  },
): Tool {
  return { ...spec, run: (args, extra) => spec.run(args as never, extra).catch(failed) };
}

function started(run: Run<RunCreated>): CallToolResult {
  const note = run.replayed ? 'This repeats an earlier request; nothing more was spent.' : 'One credit was spent.';
  return answer(plain(run), `${note} Call wait_for_run with this runId.`);
}

/** State of the run once it has ended, or as it is when the time is over. */
async function waited(noi: Client, id: string, timeoutMs: number, signal: AbortSignal): Promise<RunStatus> {
  let last: RunStatus | null = null;
  try {
    for await (const run of noi.runs.changes(id, { timeoutMs, signal })) last = run;
  } catch (error) {
    if (!(error instanceof NoiError) || error.code !== 'wait_timed_out' || !last) throw error;
  }
  return last!;
}

function nextStep({ status, failure }: RunStatus): string {
  if (status === 'completed') return 'The run is completed: call get_findings.';
  if (status === 'queued' || status === 'running' || status === 'canceling') {
    return 'The run is under way: call wait_for_run again.';
  }
  return `The run ended as ${status}${failure ? `: ${failure.message}` : ''}. It has no findings.`;
}

/** State without what can be called on it. */
function plain(run: object): object {
  return Object.fromEntries(Object.entries(run).filter(([, value]) => typeof value !== 'function'));
}
