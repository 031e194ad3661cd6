import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Client } from '../typescript/src/index';
import type { RunBatch, RunBatchResult } from '../typescript/src/types';
import { answer, CHANGES, progress, READS, tool, type Call, type Tool } from './tool';

const POLL_MS = 2_000;

const Counts = z.looseObject({
  queued: z.number(),
  running: z.number(),
  completed: z.number(),
  failed: z.number(),
  canceled: z.number(),
});
const Result = z.looseObject({
  runId: z.string(),
  status: z.string(),
  idea: z.string().optional(),
  recommendation: z.string().optional().describe('pursue, refine or avoid, for a completed run.'),
  score: z.number().optional(),
  failure: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

const State = {
  batchId: z.string(),
  status: z.string().describe('in_progress, canceling or ended; expect new values.'),
  counts: Counts,
};
const batchId = z.string().describe('Returned by check_ideas or search_ideas_batch.');

/** Tools that wait for a batch, compare the results of its runs, and stop it. */
export function batchTools(noi: Client, mostWaitSeconds: number): Tool[] {
  return [
    tool({
      name: 'get_batch',
      title: 'Get a batch',
      description:
        'Progress of a batch and, once it has ended, the verdict and score of each run. Read their findings with get_findings. Waits for the end for up to the given number of seconds. Free.',
      inputSchema: {
        batchId,
        seconds: z.number().int().min(0).max(mostWaitSeconds).default(20).describe('Maximum wait in seconds.'),
      },
      outputSchema: z.looseObject({
        ...State,
        results: z.array(Result).optional().describe('Once the batch has ended, in the requested order.'),
      }),
      annotations: READS,
      run: async ({ batchId: id, seconds }, call) => {
        const batch = await waited(noi, id, { until: Date.now() + seconds * 1_000, call });
        if (batch.status !== 'ended') return state(batch, ': call get_batch again.');
        const results = await noi.batches.results(id, { signal: call.signal });
        return state(batch, '.', { results: results.map(shown) });
      },
    }),
    tool({
      name: 'cancel_batch',
      title: 'Cancel a batch',
      description: 'Cancels the runs of a batch that have not ended, as cancel_run does. Ask the user first. Free.',
      inputSchema: { batchId },
      outputSchema: z.looseObject(State),
      annotations: { ...CHANGES, destructiveHint: true },
      run: async ({ batchId: id }, { signal }) =>
        state(await noi.batches.cancel(id, { signal }), ': call get_batch until it has ended.'),
    }),
  ];
}

function state({ batchId: id, status, counts }: RunBatch, next: string, more: object = {}) {
  return answer({ batchId: id, status, counts, ...more }, `${id} is ${status}${next}`);
}

async function waited(noi: Client, id: string, { until, call }: { until: number; call: Call }): Promise<RunBatch> {
  for (;;) {
    const batch = await noi.batches.get(id, { signal: call.signal });
    const { queued, running, ...ended } = batch.counts;
    const done = ended.completed + ended.failed + ended.canceled;
    await progress(call, { done, total: done + queued + running, message: batch.status });
    if (batch.status === 'ended' || Date.now() + POLL_MS > until) return batch;
    await sleep(POLL_MS, undefined, { signal: call.signal });
  }
}

function shown({ runId, status, findings, failure }: RunBatchResult): z.infer<typeof Result> {
  if (!findings)
    return { runId, status, ...(failure && { failure: { code: failure.code, message: failure.message } }) };
  const { subject, verdict } = findings;
  const { recommendation, score } = verdict;
  return { runId, status, idea: subject.idea.slice(0, 200), recommendation, score };
}
