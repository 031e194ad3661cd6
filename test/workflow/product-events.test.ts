import { Webhook } from 'standardwebhooks';
import { pino } from 'pino';
import { SCOPES } from '../../contracts/access';
import { ALL_EVENTS } from '../../contracts/webhooks';
import { newId } from '../../contracts/ids';
import type { RunEventPayload } from '../../contracts/product-events';
import { createKey } from '../../store/keys/create-key';
import { call, createWebhook, IDEA } from '../support/api';
import { eventually } from '../support/eventually';
import { startReceiver } from '../support/receiver';
import { runRelay } from '../../worker/relay';
import { useStack } from '../support/use';

const stack = useStack({ productEvents: true, settings: ALL_EVENTS });

test('the ends of runs arrive at an endpoint, signed so that standardwebhooks accepts them, with where to read on', async () => {
  const { api, db, customer } = stack;
  const { accountId } = customer;
  const { secret: key } = await createKey(db, { accountId, name: 'sandbox', mode: 'test', scopes: SCOPES });
  const receiver = await startReceiver();
  const stopping = new AbortController();
  const relay = runRelay(db, stack.start, { intervalMs: 50, log: pino({ level: 'silent' }), signal: stopping.signal });
  try {
    const types = ['run.completed', 'run.failed', 'run.canceled', 'run.expired'];
    const wanted = { url: receiver.url, eventTypes: types };
    const { signingSecret } = (await createWebhook(api, { apiKey: key }, 'events', wanted)).body;
    const start = async (words: string) => {
      const headers = { 'idempotency-key': newId('run') };
      const body = { idea: `${IDEA} ${words}` };
      return (await call<{ runId: string }>(api, 'POST', '/v1/sandbox/evaluations', { key, headers, body })).body.runId;
    };
    const runs = [
      await start(''),
      await start('sandbox:fails'),
      await start('sandbox:slow'),
      await start('sandbox:expires'),
    ];
    await eventually('the slow run can be canceled', async () => {
      const { status } = await call(api, 'POST', `/v1/runs/${runs[2]!}/cancel`, { key });
      return status === 202;
    });

    await eventually('all four events arrived', () => receiver.received.length === 4, 60_000);

    const events = receiver.received.map(({ headers, body }) => {
      const event = new Webhook(signingSecret).verify(body, headers as Record<string, string>) as RunEventPayload;
      return event;
    });
    const byRun = new Map(events.map((event) => [event.data.subject, event]));
    expect(runs.map((runId) => byRun.get(runId)?.type)).toEqual(types);
    expect(new Set(events.map(({ data }) => data.sequence))).toEqual(new Set([1]));
    const { links } = byRun.get(runs[0]!)!.data;
    expect((await call(api, 'GET', links.findings!, { key })).body).toMatchObject({ runId: runs[0] });
    expect(JSON.stringify(events)).not.toContain(IDEA);
  } finally {
    stopping.abort();
    await relay;
    await receiver.close();
  }
});
