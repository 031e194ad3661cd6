import { ApplicationFailure } from '@temporalio/common';
import { newId } from '../../contracts/ids';
import { createLog } from '../../platform/log';
import { writeLine } from '../../worker/temporal-log';

const outages: unknown[] = [];
const database = { failed: (error: unknown) => void outages.push(error), answered: () => undefined };
beforeEach(() => void (outages.length = 0));

function written(line: Parameters<typeof writeLine>[2]): Record<string, unknown>[] {
  const lines: string[] = [];
  writeLine(createLog('trace', 'worker', { write: (text: string) => void lines.push(text) }), database, line);
  return lines.map((text) => JSON.parse(text) as Record<string, unknown>);
}

const runId = newId('run');
const attempt = (error: unknown, number = 1) =>
  written({
    level: 'WARN',
    message: 'Activity failed',
    meta: {
      sdkComponent: 'worker',
      attempt: number,
      taskToken: 'c2VjcmV0',
      isLocal: false,
      activityId: '3',
      activityType: 'startSession',
      workflowId: `evaluation/${runId}`,
      workflowRunId: 'execution',
      workflowType: 'evaluation',
      taskQueue: 'noi',
      namespace: 'default',
      durationMs: 12,
      error,
    },
  });

test('an expected failure of an activity is one line with type, attempt and run, without stack or task token', () => {
  const [line, ...more] = attempt(ApplicationFailure.retryable('Agents: 500', 'agent_unavailable'), 3);
  expect(more).toEqual([]);
  expect(line).toEqual({
    level: 40,
    time: expect.any(Number),
    process: 'worker',
    sdkComponent: 'worker',
    attempt: 3,
    activityType: 'startSession',
    workflowId: `evaluation/${runId}`,
    workflowRunId: 'execution',
    workflowType: 'evaluation',
    durationMs: 12,
    runId,
    failureType: 'agent_unavailable',
    cause: 'Agents: 500',
    final: false,
    msg: 'Activity failed',
  });
});

test('a fault of ours shows its stack at the first attempt, and its words at the others', () => {
  expect(attempt(new TypeError('x is undefined'))[0]).toMatchObject({
    runId,
    err: { type: 'TypeError', stack: expect.stringContaining('temporal-log.test') },
  });
  const again = attempt(new TypeError('x is undefined'), 2)[0]!;
  expect(again).toMatchObject({ attempt: 2, causeType: 'TypeError', cause: 'x is undefined' });
  expect(again).not.toHaveProperty('err');
});

test('a failure for want of the database is counted to its outage and not logged by itself', () => {
  expect(attempt(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toEqual([]);
  expect(outages).toHaveLength(1);
});

test('lines of our workflows are written from info up, those of the SDK from warnings up', () => {
  const line = (sdkComponent: string, level: 'INFO' | 'WARN') =>
    written({ level, message: 'said', meta: { sdkComponent, workflowId: 'payment/x', runId: 'execution' } });
  expect(line('workflow', 'INFO')[0]).toMatchObject({ level: 30, msg: 'said', workflowRunId: 'execution' });
  expect(line('core', 'WARN')).toHaveLength(1);
  expect(line('core', 'INFO')).toEqual([]);
  expect(line('worker', 'INFO')).toEqual([]);
});

test('a run id of ours in a line stays one, and an execution of Temporal never looks like it', () => {
  const line = (meta: object) => written({ level: 'WARN', message: 'said', meta: { ...meta } })[0];
  expect(line({ runId })).toMatchObject({ runId });
  expect(line({ runId: 'execution', workflowId: `mail/payment_receipt/1` })).not.toHaveProperty('runId');
});
