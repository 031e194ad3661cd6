import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { startTracing } from '../../providers/tracing/start-tracing';
import { NO_SPANS, type Tracing } from '../../providers/tracing/tracing';
import { readText } from '../../stand-ins/base/http';
import { readSpans, type ExportRequest, type Span } from '../../stand-ins/collector/spans';
import { readWorkflowBundle } from '../../worker/bundle';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack, type Stack } from '../support/stack';

const log = pino({ level: 'silent' });
const received: string[] = [];
const collector = createServer((request, response) => {
  const keep = async () => {
    received.push(await readText(request));
    response.end('{}');
  };
  void keep();
});
let tracing: Tracing;
let stack: Stack;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' });
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: undefined };
  tracing = (await startTracing(settings, 'worker', log))!;
  stack = await startStack({ tracing });
});
afterAll(async () => {
  await stack.close();
  await tracing.stop();
  collector.close();
});

const spans = () => received.flatMap((body) => readSpans(JSON.parse(body) as ExportRequest));
const secret = 'An unmistakable newsletter about Zanzibar cloves';

/** Spans of the trace in which a workflow of this id ran, once it has ended. */
async function traceOf(workflowId: string): Promise<Span[]> {
  const ofWorkflow = ({ name, attributes }: Span) =>
    name.startsWith('RunWorkflow:') && attributes.temporalWorkflowId === workflowId;
  const { traceId } = await eventually(`the span of ${workflowId}`, () => spans().find(ofWorkflow));
  const root = await eventually('the request is exported', () =>
    spans().find((span) => span.traceId === traceId && span.parentSpanId === null),
  );
  return spans().filter((span) => span.traceId === root.traceId);
}

async function create(idea: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await call<{ runId: string }>(stack.api, 'POST', '/v1/evaluations', {
    key: stack.customer.apiKey,
    body: { idea },
    headers: { 'idempotency-key': idea, ...headers },
  });
  return body.runId;
}

test('a request, the start of its workflow, the workflow and its activities are one trace', async () => {
  const runId = await create(`${secret}, once`, { 'x-request-id': 'request-of-the-trace' });
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });

  const trace = await traceOf(`evaluation/${runId}`);
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [request, ...requests] = named('POST /v1/evaluations');
  const [start] = named('StartWorkflow:evaluation');
  const [workflow, ...workflows] = named('RunWorkflow:evaluation');
  expect([requests, workflows]).toEqual([[], []]);
  expect(request).toMatchObject({
    parentSpanId: null,
    service: 'noi-worker',
    attributes: {
      'http.route': '/v1/evaluations',
      'http.response.status_code': '202',
      'noi.request_id': 'request-of-the-trace',
      'noi.account_id': stack.customer.accountId,
      'noi.run_id': runId,
    },
  });
  expect(start!.parentSpanId).toBe(request!.spanId);
  expect(workflow).toMatchObject({ parentSpanId: start!.spanId, failed: false, attributes: { 'noi.run_id': runId } });
  const activities = trace.filter(({ name }) => name.startsWith('RunActivity:'));
  expect(activities.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['RunActivity:beginRun', 'RunActivity:startSession', 'RunActivity:followSession']),
  );
  expect(new Set(activities.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([workflow!.spanId]));
  const asked = named('POST /v1/sessions').find(({ attributes }) => attributes['noi.outcome'] === 'ok');
  expect(asked).toMatchObject({ attributes: { 'noi.provider': 'agents', 'noi.operation': 'POST /v1/sessions' } });
  // Directly: the vendor's own client makes no span, with which it would send our trace context.
  const attempts = trace.filter(({ name }) => name === 'RunActivity:startSession');
  expect(attempts.map(({ spanId }) => spanId)).toContain(asked!.parentSpanId);
});

test('the candidates of a search hang below its workflow', async () => {
  const runId = await stack.search();
  await stack.finished(runId);
  const trace = await eventually('its children have ended', async () => {
    const all = await traceOf(`search/${runId}`);
    return all.filter(({ name }) => name === 'RunWorkflow:candidate').length > 0 && all;
  });
  const search = trace.find(({ name }) => name === 'RunWorkflow:search')!;
  for (const candidate of trace.filter(({ name }) => name === 'RunWorkflow:candidate')) {
    expect(candidate.parentSpanId).toBe(search.spanId);
    const own = trace.filter(({ parentSpanId }) => parentSpanId === candidate.spanId);
    expect(own.map(({ name }) => name)).toContain('RunActivity:startSession');
  }
});

test('nothing of a customer, a secret, a link or an error’s words leaves in a span', async () => {
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1);
  const stranger = '0af7651916cd43dd8448eb211c80319c';
  const runId = await create(`${secret}, twice`, { traceparent: `00-${stranger}-b7ad6b7169203331-01` });
  await fetch(`${stack.api.url}/auth/reset?token=token-of-a-mailed-link`);
  await fetch(`${stack.api.url}/nowhere/token-of-a-mailed-link`);
  await stack.finished(runId);
  const trace = await traceOf(`evaluation/${runId}`);
  const attempts = trace.filter((span) => span.name === 'RunActivity:startSession' && span.failed);
  expect(attempts).toMatchObject([{ attributes: { 'error.type': expect.any(String) } }]);
  await eventually('all requests are exported', () =>
    spans().some(({ attributes }) => attributes['http.response.status_code'] === '404'),
  );

  const { email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } });
  const sent = received.join('\n');
  for (const hidden of [
    'Zanzibar',
    stack.customer.apiKey,
    stack.agents.settings.ANTHROPIC_API_KEY,
    'of-a-mailed-link',
    email,
    stranger,
  ]) {
    expect(sent).not.toContain(hidden);
  }
  expect(sent).not.toMatch(/"exception|"message"|stack/);
});

test('a history that was made with tracing replays without it', async () => {
  const runId = await create(`${secret}, thrice`);
  await stack.finished(runId);
  const handle = stack.temporal.workflow.getHandle(`evaluation/${runId}`);
  await handle.result();
  const workflowBundle = { code: await readWorkflowBundle() };
  await expect(
    Worker.runReplayHistory({ workflowBundle, sinks: NO_SPANS }, await handle.fetchHistory()),
  ).resolves.toBeUndefined();
});

test('without a collector nothing is traced', async () => {
  const none = { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_SERVICE_NAME: undefined };
  expect(await startTracing(none, 'api', log)).toBeNull();
});
