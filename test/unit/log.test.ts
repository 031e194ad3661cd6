import { ApplicationFailure } from '@temporalio/common';
import { newId } from '../../base/ids';
import { createLog, MAX_LINE_BYTES } from '../../base/log';
import { writeLine } from '../../worker/temporal-log';

type Log = ReturnType<typeof createLog>;

function logged(write: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('trace', 'worker', { write: (line: string) => void lines.push(line) }));
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const nested = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => ['\u0001'.repeat(3_000)]));

test.each<[string, (log: Log) => void]>([
  ['an error of a megabyte', (log) => log.error({ err: new Error('é'.repeat(1e6)) }, 'failed')],
  ['lists in lists', (log) => log.warn({ nested }, 'failed')],
  ['a message of ten megabytes', (log) => log.warn('m'.repeat(1e7))],
])('shortens %s to one readable line', (_, write) => {
  const lines = logged(write);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.truncatedFrom).toBeGreaterThan(MAX_LINE_BYTES);
});

test('logs an expected Temporal failure without stack or task token', () => {
  const runId = newId('run');
  const about = {
    attempt: 3,
    activityType: 'startSession',
    workflowId: `evaluation/${runId}`,
    workflowRunId: 'execution',
  };
  const error = ApplicationFailure.retryable('Agents: 500', 'agent_unavailable');
  const meta = { sdkComponent: 'worker', taskToken: 'c2VjcmV0', ...about, error };
  const database = { failed: () => undefined, answered: () => undefined };
  const lines = logged((log) => writeLine(log, database, { level: 'WARN', message: 'Activity failed', meta }));
  expect(lines).toEqual([
    {
      ...about,
      level: 40,
      time: expect.any(Number) as number,
      process: 'worker',
      sdkComponent: 'worker',
      runId,
      failureType: 'agent_unavailable',
      cause: 'Agents: 500',
      final: false,
      msg: 'Activity failed',
    },
  ]);
});
