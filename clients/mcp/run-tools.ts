import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { NoiError, type Client, type StartedBatch } from '../typescript/src/index';
import type { EvaluationCreate, RunCreated, RunStatus, SearchCreate } from '../typescript/src/types';
import { batchTools } from './batch-tool';
import { answer, CHANGES, idempotencyKey, progress, READS, runId, tool, type Call, type Tool } from './tool';

const PRICE = 'Uses one credit when the run starts. You get it back if the run fails on our side.';
const NO_PRICE = 'The key is a test key: a sandbox run ends within seconds with sample findings and is free.';

/** How tools start and wait for runs. */
export interface RunOptions {
  /** True for a test key, whose runs are sandbox runs. */
  sandbox: boolean;
  /** Must be less than a minute, which is the timeout of MCP clients. */
  mostWaitSeconds: number;
}

const DOMAINS = z.array(z.string().max(253)).min(1).max(20).optional();
const OF_BOTH = {
  language: z
    .enum(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'])
    .optional()
    .describe('Language of the findings; default en.'),
  sources: z
    .object({ include: DOMAINS, exclude: DOMAINS })
    .optional()
    .describe('Host names of pages that may be cited, including their subdomains.'),
  continues: runId
    .optional()
    .describe('A completed run of the same kind to continue. The new findings say what changed.'),
};
const Status = z.enum(['queued', 'running', 'canceling', 'completed', 'failed', 'canceled', 'expired']);
const Started = z.looseObject({
  runId: z.string(),
  kind: z.string(),
  status: z.string(),
  replayed: z.boolean(),
  sandbox: z.boolean().describe('True for sandbox runs, which research and cost nothing.'),
});
const State = z.looseObject({
  runId: z.string(),
  kind: z.string(),
  status: z.string().describe('queued, running, canceling, completed, failed, canceled, expired; expect new values.'),
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  entitlementRestored: z.boolean(),
});

/** Drops fields that the assistant left empty. */
const given = <Body>(body: object) => Object.fromEntries(Object.entries(body).filter(([, value]) => value)) as Body;

const IDEA = {
  idea: z.string().min(10).max(4000).describe('The idea, in the words of the user.'),
  audience: z.string().max(500).optional().describe('Intended readers.'),
  geography: z.string().max(120).optional().describe('Country or region of the readers.'),
  ...OF_BOTH,
};

const SEARCH = {
  operatorProfile: z.string().min(10).max(4000).describe('Who would run it: experience, time, budget, reach.'),
  expertise: z.array(z.string().min(2).max(80)).min(1).max(20).describe('What the operator knows.'),
  candidateCount: z.number().int().min(3).max(25).optional().describe('How many ideas; default 10.'),
  ...OF_BOTH,
};

const Batch = z.looseObject({ batchId: z.string(), runIds: z.array(z.string()), sandbox: Started.shape.sandbox });

/** Tools that start, follow and stop runs. */
export function runTools(noi: Client, { sandbox, mostWaitSeconds }: RunOptions): Tool[] {
  const runs = sandbox ? noi.sandbox : noi.runs;
  const terms = (time: string) => (sandbox ? NO_PRICE : `${PRICE} ${time} Ask the user before spending a credit.`);
  const batchTerms = `Returns at once with a batchId for get_batch. ${sandbox ? NO_PRICE : `Each is one run. ${PRICE} Ask the user before spending credits.`}`;
  return [
    tool({
      name: 'check_idea',
      title: 'Check a newsletter idea',
      description: `Starts an Idea Check: agents research one newsletter idea and judge it. Returns at once with a runId for wait_for_run. ${terms('Takes minutes.')}`,
      inputSchema: { ...IDEA, idempotencyKey },
      outputSchema: Started,
      annotations: CHANGES,
      run: async ({ idempotencyKey: key, ...body }, { signal }) =>
        started(await runs.createEvaluation(given<EvaluationCreate>(body), { idempotencyKey: key, signal }), sandbox),
    }),
    tool({
      name: 'check_ideas',
      title: 'Check several newsletter ideas',
      description: `Starts an Idea Check for each of up to 100 ideas, all or none. ${batchTerms}`,
      inputSchema: { ideas: z.array(z.object(IDEA)).min(1).max(100), idempotencyKey },
      outputSchema: Batch,
      annotations: CHANGES,
      run: async ({ ideas, idempotencyKey: key }, { signal }) => {
        const items = ideas.map((idea) => given<EvaluationCreate>(idea));
        return startedBatch(await runs.createEvaluations(items, { idempotencyKey: key, signal }), sandbox);
      },
    }),
    ...batchTools(noi, mostWaitSeconds),
    tool({
      name: 'search_ideas',
      title: 'Search for newsletter ideas',
      description: `Starts a Custom Search: agents plan, research and rank newsletter ideas for one operator. Returns at once with a runId for wait_for_run. ${terms('Can take hours.')}`,
      inputSchema: { ...SEARCH, idempotencyKey },
      outputSchema: Started,
      annotations: CHANGES,
      run: async ({ idempotencyKey: key, ...body }, { signal }) =>
        started(await runs.createSearch(given<SearchCreate>(body), { idempotencyKey: key, signal }), sandbox),
    }),
    tool({
      name: 'search_ideas_batch',
      title: 'Run several searches',
      description: `Starts a Custom Search for each of up to 100 operators or niches, all or none. ${batchTerms}`,
      inputSchema: { searches: z.array(z.object(SEARCH)).min(1).max(100), idempotencyKey },
      outputSchema: Batch,
      annotations: CHANGES,
      run: async ({ searches, idempotencyKey: key }, { signal }) => {
        const items = searches.map((search) => given<SearchCreate>(search));
        return startedBatch(await runs.createSearches(items, { idempotencyKey: key, signal }), sandbox);
      },
    }),
    tool({
      name: 'wait_for_run',
      title: 'Wait for a run',
      description:
        'Waits until a run ends and returns its state. Free. Call it again while the run is active; the run continues either way.',
      inputSchema: {
        runId,
        seconds: z.number().int().min(0).max(mostWaitSeconds).default(20).describe('Maximum wait in seconds.'),
      },
      outputSchema: State,
      annotations: READS,
      run: async ({ runId: id, seconds }, call) => {
        const options = { signal: call.signal };
        return state(seconds === 0 ? await noi.runs.get(id, options) : await waited(noi, id, seconds * 1_000, call));
      },
    }),
    tool({
      name: 'list_runs',
      title: 'List runs',
      description: 'Runs of the account, newest first, with their states. Free.',
      inputSchema: {
        status: z
          .union([Status, z.array(Status).min(1)])
          .optional()
          .describe('One status, or a list.'),
        limit: z.number().int().min(1).max(50).default(10).describe('How many.'),
        cursor: z.string().optional().describe('nextCursor of the previous page.'),
      },
      outputSchema: z.looseObject({ runs: z.array(State), nextCursor: z.string().nullable() }),
      annotations: READS,
      run: async ({ limit, status, cursor }, { signal }) => {
        const query = { limit, ...(status && { status: String(status) }), ...(cursor && { cursor }) };
        const { data, nextCursor } = await noi.runs.list(query, { signal });
        const more = nextCursor ? ' There are more: call list_runs with nextCursor as cursor.' : '';
        return answer({ runs: data.map(shown), nextCursor }, `${data.length} runs.${more}`);
      },
    }),
    tool({
      name: 'cancel_run',
      title: 'Cancel a run',
      description:
        'Asks a run to stop. Its credit comes back if research has not started or, up to three times a day, within two minutes of the start. Ask the user before you cancel. Free.',
      inputSchema: { runId },
      outputSchema: State,
      annotations: { ...CHANGES, destructiveHint: true },
      run: async ({ runId: id }, { signal }) => {
        const run = await noi.runs.get(id, { signal });
        return state(await run.cancel({ signal }));
      },
    }),
  ];
}

function started({ runId: id, kind, status, replayed }: RunCreated, sandbox: boolean): CallToolResult {
  const spent = sandbox ? 'Sandbox run; nothing was spent.' : 'One credit was spent.';
  const note = replayed ? 'This repeats an earlier request; nothing more was spent.' : spent;
  return answer({ runId: id, kind, status, replayed, sandbox }, `${note} Call wait_for_run with runId ${id}.`);
}

function startedBatch(batch: StartedBatch, sandbox: boolean): CallToolResult {
  const spent = sandbox ? 'Sandbox runs; nothing was spent.' : 'Each used one credit.';
  const { batchId } = batch;
  const runIds = batch.map(({ runId: id }) => id);
  return answer({ batchId, runIds, sandbox }, `${spent} Call get_batch with batchId ${batchId}.`);
}

/** Returns the run once it has ended, or its state at the timeout. */
async function waited(noi: Client, id: string, timeoutMs: number, call: Call): Promise<RunStatus> {
  const { signal } = call;
  const tell = (run: RunStatus) => progress(call, { ...run.progress, message: `${run.status}, ${run.stage}` });
  // Reports the state immediately, because `changes` waits before it yields anything.
  await tell(await noi.runs.get(id, { signal }));
  try {
    let last: RunStatus | null = null;
    for await (const run of noi.runs.changes(id, { timeoutMs, signal })) {
      last = run;
      await tell(run);
    }
    return last!;
  } catch (error) {
    if (!(error instanceof NoiError) || error.code !== 'wait_timed_out') throw error;
    return noi.runs.get(id, { signal });
  }
}

function shown(run: RunStatus) {
  const { runId: id, kind, status, stage, progress: steps, createdAt, completedAt, failure, entitlementRestored } = run;
  const why = failure && { code: failure.code, message: failure.message };
  return { runId: id, kind, status, stage, ...steps, createdAt, completedAt, failure: why, entitlementRestored };
}

function state(run: RunStatus): CallToolResult {
  return answer(shown(run), `${run.runId}: ${nextStep(run)}`);
}

function nextStep({ status, progress: { done, total }, failure }: RunStatus): string {
  if (status === 'completed') return 'The run is completed: call get_findings.';
  if (status === 'queued' || status === 'running' || status === 'canceling') {
    return `The run is ${status} (${done} of ${total}): call wait_for_run again.`;
  }
  return `The run ended as ${status}${failure ? `: ${failure.message}` : ''}. It has no findings.`;
}
