import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readText } from '../../stand-ins/base/http';
import { readSpans, type ExportRequest, type Span } from '../../stand-ins/collector/collector';
import { startTracing } from '../../vendors/tracing';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { startStack } from '../support/stack';
import { use } from '../support/use';

const received: string[] = [];
const collector = createServer((request, response) => {
  const keep = async () => {
    received.push(await readText(request));
    response.end('{}');
  };
  void keep();
});
const traced = use(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' });
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const tracing = (await startTracing(settings, 'worker', pino({ level: 'silent' })))!;
  const stack = await startStack({ tracing });
  return {
    stack,
    async close() {
      await stack.close();
      await tracing.stop();
      collector.close();
    },
  };
});

const spans = () => received.flatMap((body) => readSpans(JSON.parse(body) as ExportRequest));

/** Waits until a workflow has ended, and returns the spans of its trace. */
async function traceOf(workflowId: string): Promise<Span[]> {
  const ofWorkflow = ({ name, attributes }: Span) =>
    name.startsWith('RunWorkflow:') && attributes.temporalWorkflowId === workflowId;
  const { traceId } = await eventually(`the span of ${workflowId}`, () => spans().find(ofWorkflow));
  const root = await eventually('the request is exported', () =>
    spans().find((span) => span.traceId === traceId && span.parentSpanId === null),
  );
  return spans().filter((span) => span.traceId === root.traceId);
}

test('traces request, workflow and activities together, without customer data', async () => {
  const { stack } = traced;
  await stack.agents.fault('POST /v1/sessions', 'error_500', 1);
  const stranger = '0af7651916cd43dd8448eb211c80319c';
  const { body } = await call<{ runId: string }>(stack.api, 'POST', '/v1/evaluations', {
    key: stack.customer.apiKey,
    body: { idea: 'An unmistakable newsletter about Zanzibar cloves' },
    headers: {
      'idempotency-key': 'traced',
      'x-request-id': 'request-of-the-trace',
      traceparent: `00-${stranger}-b7ad6b7169203331-01`,
    },
  });
  const { runId } = body;
  await fetch(`${stack.api.url}/auth/reset?token=token-of-a-mailed-link`);
  await fetch(`${stack.api.url}/nowhere/token-of-a-mailed-link`);
  expect(await stack.finished(runId)).toMatchObject({ status: 'completed' });

  const trace = await traceOf(`evaluation/${runId}`);
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [request, start, workflow] = [
    ...named('POST /v1/evaluations'),
    ...named('StartWorkflow:evaluation'),
    ...named('RunWorkflow:evaluation'),
  ];
  expect(request).toMatchObject({
    parentSpanId: null,
    attributes: { 'noi.request_id': 'request-of-the-trace', 'noi.run_id': runId },
  });
  expect(start!.parentSpanId).toBe(request!.spanId);
  expect(workflow).toMatchObject({ parentSpanId: start!.spanId, failed: false });
  const activities = trace.filter(({ name }) => name.startsWith('RunActivity:'));
  expect(activities.map(({ name }) => name)).toContain('RunActivity:followSession');
  expect(new Set(activities.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([workflow!.spanId]));

  await eventually('all requests are exported', () =>
    spans().some(({ attributes }) => attributes['http.response.status_code'] === '404'),
  );
  const { email } = await stack.db.prisma.account.findUniqueOrThrow({ where: { id: stack.customer.accountId } });
  const { apiKey } = stack.customer;
  const sent = received.join('\n');
  for (const hidden of [
    'Zanzibar',
    apiKey,
    stack.agents.settings.ANTHROPIC_API_KEY,
    'of-a-mailed-link',
    email,
    stranger,
  ])
    expect(sent).not.toContain(hidden);
  expect(sent).not.toMatch(/"exception|"message"|stack/);
});
