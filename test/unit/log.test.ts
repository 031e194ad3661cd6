import { ApplicationFailure } from '@temporalio/common';
import { newId } from '../../contracts/ids';
import { subjectOf, subjectOfWorkflow } from '../../contracts/subjects';
import { createLog, MAX_LINE_BYTES } from '../../platform/log';
import { writeLine } from '../../worker/temporal-log';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('info', 'api', { write: (line: string) => void lines.push(line) }));
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(line.endsWith('\n')).toBe(true);
  }
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ['an error with a message of a megabyte', (log) => log.error({ err: new Error('é'.repeat(1e6)) }, 'failed')],
  [
    'an object of ten thousand members',
    (log) => log.warn(Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => [`k${i}`, 'v'])), 'failed'),
  ],
  [
    'lists in lists',
    (log) =>
      log.warn(
        { deep: Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => ['\u0001'.repeat(3_000)])) },
        'failed',
      ),
  ],
  ['a message of ten megabytes', (log) => log.warn('m'.repeat(1e7))],
])('shortens %s to one readable line that says so', (_, write) => {
  const lines = logged(write);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.truncatedFrom).toBeGreaterThan(MAX_LINE_BYTES);
});

test('a shortened line keeps its identifying fields', () => {
  const [line] = logged((log) => log.child({ requestId: 'r2' }).error({ err: new Error('x'.repeat(1e5)) }, 'failed'));
  expect(line).toMatchObject({ level: 50, process: 'api', requestId: 'r2', msg: 'failed', err: { type: 'Error' } });
});

describe('Temporal', () => {
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

  test('logs an expected failure in one line without stack or task token', () => {
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

  test('logs the stack of a bug at the first attempt only', () => {
    expect(attempt(new TypeError('x is undefined'))[0]).toMatchObject({
      runId,
      err: { type: 'TypeError', stack: expect.stringContaining('temporal-log.test') },
    });
    const again = attempt(new TypeError('x is undefined'), 2)[0]!;
    expect(again).toMatchObject({ attempt: 2, causeType: 'TypeError', cause: 'x is undefined' });
    expect(again).not.toHaveProperty('err');
  });

  test('counts a database failure to its outage instead of logging it', () => {
    expect(attempt(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toEqual([]);
    expect(outages).toHaveLength(1);
  });

  test('logs our workflows from info and the SDK from warnings', () => {
    const line = (sdkComponent: string, level: 'INFO' | 'WARN') =>
      written({ level, message: 'said', meta: { sdkComponent, workflowId: 'payment/x', runId: 'execution' } });
    expect(line('workflow', 'INFO')[0]).toMatchObject({ level: 30, msg: 'said', workflowRunId: 'execution' });
    expect(line('core', 'WARN')).toHaveLength(1);
    expect(line('core', 'INFO')).toEqual([]);
    expect(line('worker', 'INFO')).toEqual([]);
  });

  test('never takes an execution of Temporal for a run id', () => {
    const line = (meta: object) => written({ level: 'WARN', message: 'said', meta: { ...meta } })[0];
    expect(line({ runId })).toMatchObject({ runId });
    expect(line({ runId: 'execution', workflowId: `mail/payment_receipt/1` })).not.toHaveProperty('runId');
  });
});

test('names valid ids by prefix and drops the rest', () => {
  const [run, order] = [newId('run'), newId('ord')];
  expect(subjectOf(run, null, undefined, 'ord_forged', `${order}\nlevel=50`, order)).toEqual({
    runId: run,
    orderId: order,
  });
  expect(subjectOfWorkflow(`candidate/${run}/heat-pumps`)).toEqual({ runId: run });
  expect(subjectOfWorkflow('payment-sweep')).toEqual({});
});
