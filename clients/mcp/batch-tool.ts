import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Client } from '../typescript/src/index';
import type { RunBatch, RunBatchResult } from '../typescript/src/types';
import { answer, progress, READS, tool, type Call, type Tool } from './tool';

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

/** Tool that waits for a batch and compares its results. */
export function getBatchTool(noi: Client, mostWaitSeconds: number): Tool {
  return tool({
    name: 'get_batch',
    title: 'Get a batch',
    description:
      'Progress of a batch and, once it has ended, the verdict and score of each run. Read their findings with get_findings. Waits up to the given seconds for the end. Free.',
    inputSchema: {
      batchId: z.string().describe('Returned by check_ideas.'),
      seconds: z.number().int().min(0).max(mostWaitSeconds).default(20).describe('Maximum wait in seconds.'),
    },
    outputSchema: z.looseObject({
      batchId: z.string(),
      status: z.string().describe('in_progress, canceling or ended; expect new values.'),
      counts: Counts,
      results: z.array(Result).optional().describe('Once the batch has ended, in the order of the ideas.'),
    }),
    annotations: READS,
    run: async ({ batchId, seconds }, call) => {
      const batch = await waited(noi, batchId, { until: Date.now() + seconds * 1_000, call });
      const { status, counts } = batch;
      if (status !== 'ended')
        return answer({ batchId, status, counts }, `${batchId} is ${status}: call get_batch again.`);
      const results = await noi.batches.results(batchId, { signal: call.signal });
      return answer({ batchId, status, counts, results: results.map(shown) }, `${batchId} has ended.`);
    },
  });
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
  return {
    runId,
    status,
    idea: subject.idea.slice(0, 200),
    recommendation: verdict.recommendation,
    score: verdict.score,
  };
}
